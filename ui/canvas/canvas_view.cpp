#include "ui/canvas/canvas_view.h"

namespace rackwright {

CanvasView::CanvasView(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
