// The racks of the build: elevations in rows, the tray of what is unplaced, and the gestures on them.
#pragma once

#include "ui/canvas/canvas_commands.h"
#include "ui/canvas/canvas_notes.h"
#include "ui/canvas/rack_view.h"
#include "ui/canvas/tray_panel.h"
#include "ui/document/workspace.h"

#include <QWidget>

namespace rackwright {

class CanvasView : public QWidget {
    Q_OBJECT
public:
    explicit CanvasView(const Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] RackView& view() { return *view_; }
    [[nodiscard]] RackScene& scene() { return scene_; }
    [[nodiscard]] TrayPanel& tray() { return *tray_; }
    [[nodiscard]] EmptyNote& emptyNote() { return *empty_; }
    [[nodiscard]] RefusalNote& refusal() { return *refusal_; }
    [[nodiscard]] const CanvasContext& context() const { return context_; }

Q_SIGNALS:
    /// "dgx-07, NVIDIA DGX H100, R04, U22 to U29": what the keyboard is at.
    void focusDescribed(const QString& words);
    void zoomChanged(double zoom);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void sync();
    void judgeAnew();
    void placeNotes();
    void forwardDrag(QDropEvent& event);

    Document& document_;
    CanvasContext context_;
    RackScene scene_;
    RackView* view_;
    TrayPanel* tray_;
    EmptyNote* empty_;
    RefusalNote* refusal_;
    CanvasCommands* edits_;
    bool fitWhenShown_ = true;
};

} // namespace rackwright
