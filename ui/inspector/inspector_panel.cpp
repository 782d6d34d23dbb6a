#include "ui/inspector/inspector_panel.h"

namespace rackwright {

InspectorPanel::InspectorPanel(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
