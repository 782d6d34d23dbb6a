// Properties of what is selected, with units and sources.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    explicit InspectorPanel(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
