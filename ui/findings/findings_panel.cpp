#include "ui/findings/findings_panel.h"

namespace rackwright {

FindingsPanel::FindingsPanel(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
