// What the commands of the table do on the canvas. Each is one step with a telling name; a refusal is one sentence.
#pragma once

#include "core/design/edit.h"
#include "ui/canvas/rack_view.h"
#include "ui/document/workspace.h"

#include <QObject>

#include <vector>

namespace rackwright {

class CanvasCommands : public QObject {
    Q_OBJECT
public:
    CanvasCommands(const Workspace& workspace, CanvasContext& context, RackView& view, QWidget& owner);

Q_SIGNALS:
    /// Face or overlay is another one.
    void lookChanged();

private:
    void connectEdits();
    void connectDesign();
    void connectView();
    void updateEnabled();

    /// Applies it, selects what is new, and says a refusal.
    bool apply(const QString& name, const Document::Edit& edit);
    [[nodiscard]] const Build* build() const;
    /// Selected devices, cards of selected hosts left out.
    [[nodiscard]] std::vector<Id> devices() const;
    [[nodiscard]] std::vector<Id> selectedRacks() const;

    void remove();
    void copy();
    void paste();
    void duplicate();
    void array();
    void rename();
    void replace();
    void selectAll();
    void selectSame();
    void toUnplaced();
    void cord();
    void addRack();
    void placeAll();

    Document& document_;
    CommandSet& commands_;
    CanvasContext& context_;
    RackView& view_;
    QWidget& owner_; ///< parent of dialogs
    std::vector<edit::CopiedDevice> clipboard_;
    std::vector<int> clipboardRacks_; ///< place in reading order of the rack each came from; -1 for none
};

} // namespace rackwright
