#include "ui/workloads/workloads_page.h"

namespace rackwright {

WorkloadsPage::WorkloadsPage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
