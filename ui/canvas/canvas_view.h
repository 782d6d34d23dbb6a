// The racks of the build: elevations in rows, the tray of what is unplaced, and the gestures on them.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class CanvasView : public QWidget {
    Q_OBJECT
public:
    explicit CanvasView(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
