// The pages, at the left edge: icon over word; theme and settings at the foot.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

#include <vector>

class QAction;

namespace rackwright {

class Rail : public QWidget {
    Q_OBJECT
public:
    static constexpr int width = 64, pitch = 54;

    explicit Rail(const Workspace& workspace, QWidget* parent = nullptr);
    /// Marks the page of this command as the one that is shown.
    void setCurrent(const QAction* action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    class Button;
    std::vector<Button*> buttons_;
};

} // namespace rackwright
