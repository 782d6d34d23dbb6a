// How far the engine is from published measurements.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class EvidencePage : public QWidget {
    Q_OBJECT
public:
    explicit EvidencePage(const Workspace& workspace, QWidget* parent = nullptr);

private:
    Workspace workspace_;
};

} // namespace rackwright
