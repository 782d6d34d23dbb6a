#include "ui/palette/palette_panel.h"

namespace rackwright {

PalettePanel::PalettePanel(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
