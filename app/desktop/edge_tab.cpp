#include "app/desktop/edge_tab.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace rackwright {

EdgeTab::EdgeTab(const QString& text, QWidget* parent) : QAbstractButton{parent}
{
    setText(text);
    setAccessibleName(text);
    setToolTip(tr("Show %1").arg(text.toLower()));
    setFixedWidth(width);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setFocusPolicy(Qt::TabFocus);
}

void EdgeTab::enterEvent(QEnterEvent*)
{
    update();
}

void EdgeTab::leaveEvent(QEvent*)
{
    update();
}

void EdgeTab::paintEvent(QPaintEvent*)
{
    const Tokens& t = theme().tokens();
    QPainter painter{this};
    painter.fillRect(rect(), isDown() ? t.pressed : underMouse() ? t.hover : t.panel);
    if (hasFocus()) {
        painter.setPen(QPen{t.accent, 2});
        painter.drawRect(rect().adjusted(2, 2, -2, -2));
    }
    painter.setFont(fontOf(TypeRole::section));
    painter.setPen(t.text2);
    painter.translate(width / 2.0, space::l);
    painter.rotate(90);
    painter.drawText(QRectF{0, -9, height() - 2.0 * space::l, 18}, Qt::AlignLeft | Qt::AlignVCenter, text());
}

} // namespace rackwright
