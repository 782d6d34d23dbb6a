// Scenarios side by side, with differences against a baseline.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class ComparePage : public QWidget {
    Q_OBJECT
public:
    explicit ComparePage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
