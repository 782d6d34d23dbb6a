#include "ui/pages/floor_page.h"

namespace rackwright {

FloorPage::FloorPage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
