// What a person should know about the build, gravest first.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
