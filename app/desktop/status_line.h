// The bar at the foot: what is selected and which keys act on it; counts at the right.
#pragma once

#include "ui/document/workspace.h"

#include <QStatusBar>

class QLabel;

namespace rackwright {

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(const Workspace& workspace, QWidget* parent = nullptr);

    /// "4 racks · 47 devices · 288 links" of the scenario that is shown.
    [[nodiscard]] static QString countsOf(const Workspace& workspace);

private:
    void showSelection();
    void showCounts();

    Workspace workspace_;
    QLabel *selection_, *keys_, *counts_;
};

} // namespace rackwright
