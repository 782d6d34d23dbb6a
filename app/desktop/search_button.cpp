#include "app/desktop/search_button.h"

#include "app/desktop/key_cap.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QPainter>

namespace rackwright {

SearchButton::SearchButton(QAction* search, QWidget* parent)
    : QAbstractButton{parent}, key_{search->shortcut().toString(QKeySequence::PortableText)}
{
    setText(tr("Search parts, objects, commands"));
    setAccessibleName(text());
    setToolTip(search->statusTip());
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::IBeamCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, search, &QAction::trigger);
}

QSize SearchButton::sizeHint() const
{
    return {272, 28};
}

QSize SearchButton::minimumSizeHint() const
{
    return {120, 28};
}

void SearchButton::enterEvent(QEnterEvent*)
{
    update();
}

void SearchButton::leaveEvent(QEvent*)
{
    update();
}

void SearchButton::paintEvent(QPaintEvent*)
{
    constexpr int radius = 5, glyph = 14;
    const Tokens& t = theme().tokens();
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF edge = QRectF{rect()}.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(hasFocus() ? QPen{t.accent, 2} : QPen{underMouse() ? t.control : t.lineStrong});
    painter.setBrush(t.field);
    painter.drawRoundedRect(edge, radius, radius);
    rackwright::icon(QStringLiteral("search")).paint(&painter, {space::s, (height() - glyph) / 2, glyph, glyph});
    const QRectF caps{0, 0, width() - space::s - 0.0, height() + 0.0};
    paintKeyCaps(painter, caps, key_);
    const double left = space::s + glyph + space::s, right = caps.right() - keyCapsWidth(key_) - space::s;
    painter.setFont(fontOf(TypeRole::body));
    painter.setPen(t.text3);
    const QString shown = painter.fontMetrics().elidedText(text(), Qt::ElideRight, static_cast<int>(right - left));
    painter.drawText(QRectF{left, 0, right - left, height() + 0.0}, Qt::AlignVCenter | Qt::AlignLeft, shown);
}

} // namespace rackwright
