// Recent designs, recovery after a crash, samples.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
