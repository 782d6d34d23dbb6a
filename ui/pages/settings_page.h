// Theme, units, motion and the list of shortcuts.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class SettingsPage : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
