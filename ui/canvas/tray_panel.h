// The tray under the racks: what is not put anywhere yet.
#pragma once

#include "ui/document/document.h"

#include <QListWidget>
#include <QPushButton>
#include <QWidget>

#include <functional>

class QLabel;

namespace rackwright {

/// Devices as chips in a line that can be dragged out.
class TrayList : public QListWidget {
    Q_OBJECT
public:
    explicit TrayList(QWidget* parent = nullptr);

protected:
    QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override;
    /// Never a move: the list follows the document, not the drag.
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
};

class TrayPanel : public QWidget {
    Q_OBJECT
public:
    TrayPanel(Document& document, QWidget* parent = nullptr);

    /// Shows what the scenario has unplaced now.
    void sync();
    [[nodiscard]] QPushButton& placeAllButton() { return *placeAll_; }
    [[nodiscard]] TrayList& list() { return *list_; }
    /// While something is dragged: may it be dropped here, and is it over the tray?
    void setDropState(bool isDragging, bool isOver);
    /// Drag events over the tray go to whoever handles those of the canvas.
    std::function<void(QDropEvent&)> onDragEvent;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

Q_SIGNALS:
    void dragLeft();

private:
    void takeSelection();
    void showSelection();

    Document& document_;
    QLabel* title_;
    TrayList* list_;
    QPushButton* placeAll_;
    bool isDragging_ = false, isOver_ = false, isSyncing_ = false;
};

} // namespace rackwright
