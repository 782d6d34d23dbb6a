// The page of the racks: palette left, inspector right, findings under the canvas only.
#pragma once

#include "ui/document/workspace.h"

#include <QWidget>

#include <array>

class QDockWidget;
class QMainWindow;

namespace rackwright {

class EdgeTab;

class DesignPage : public QWidget {
    Q_OBJECT
public:
    /// Goes up when docks come, go or change their names.
    static constexpr int layoutVersion = 1;
    /// Narrower than this, palette and inspector are tabs at the edges.
    static constexpr int narrowWidth = 1440;

    explicit DesignPage(const Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] QByteArray layoutState() const;
    /// False, and nothing changes, for the state of another version.
    bool restoreLayout(const QByteArray& state);
    void resetLayout();

    [[nodiscard]] QWidget& canvas() const { return *canvas_; }
    /// Shows the dock, if a tab or a command hid it, and puts the keyboard into it.
    void focusPalette() { focusDock(palette); }
    void focusInspector() { focusDock(inspector); }
    void focusFindings() { focusDock(findings); }
    void focusCanvas();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Place { palette, inspector, findings };

    QDockWidget* addDock(Place place, const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void focusDock(Place place);
    void collapseSides(bool collapse);

    QMainWindow* inner_;
    QWidget* canvas_;
    std::array<QDockWidget*, 3> docks_{};
    std::array<EdgeTab*, 2> tabs_{};
    bool narrow_ = false;
};

} // namespace rackwright
