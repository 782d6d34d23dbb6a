// What stands at the edge for a dock that is collapsed: a narrow button with its word on end.
#pragma once

#include <QAbstractButton>

namespace rackwright {

class EdgeTab : public QAbstractButton {
    Q_OBJECT
public:
    static constexpr int width = 36;

    EdgeTab(const QString& text, QWidget* parent = nullptr);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace rackwright
