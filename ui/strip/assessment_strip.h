// Eight tiles: memory, speed, power, heat, fabric, storage, space, cost.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class AssessmentStrip : public QWidget {
    Q_OBJECT
public:
    explicit AssessmentStrip(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
