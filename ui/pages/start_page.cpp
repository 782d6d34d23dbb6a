#include "ui/pages/start_page.h"

namespace rackwright {

StartPage::StartPage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
