#include "ui/compare/compare_page.h"

namespace rackwright {

ComparePage::ComparePage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
