// The hall from above: racks to scale.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class FloorPage : public QWidget {
    Q_OBJECT
public:
    explicit FloorPage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
