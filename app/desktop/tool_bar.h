// The fixed bar under the menus: what is shown of the design, and what is done most.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;

namespace rackwright {

class ToolBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int height = 44;

    explicit ToolBar(const Workspace& workspace, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addScenarios(QHBoxLayout& row);
    void addFaces(QHBoxLayout& row);
    void addOverlays(QHBoxLayout& row);
    void addRight(QHBoxLayout& row);
    void fillScenarios();

    Workspace workspace_;
    QComboBox* scenarios_ = nullptr;
};

} // namespace rackwright
