// Models to train and to serve: memory, plan, allocation.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class WorkloadsPage : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadsPage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
