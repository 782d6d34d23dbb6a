// Parts of the catalog by kind and vendor, to drag onto the canvas.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class PalettePanel : public QWidget {
    Q_OBJECT
public:
    explicit PalettePanel(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
