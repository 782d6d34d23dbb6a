#include "app/desktop/key_cap.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace rackwright {

namespace {

constexpr double inset = 5, between = 3, capHeight = 18, least = 18;

QStringList capsOf(const QString& shortcut)
{
    // "Ctrl++" ends in the plus key itself.
    if (shortcut.endsWith(QLatin1String{"++"})) return shortcut.chopped(2).split(QLatin1Char{'+'}) + QStringList{QStringLiteral("+")};
    return shortcut.split(QLatin1Char{'+'}, Qt::SkipEmptyParts);
}

double widthOf(const QString& cap)
{
    return std::max(least, QFontMetricsF{fontOf(TypeRole::small)}.horizontalAdvance(cap) + 2 * inset);
}

} // namespace

double keyCapsWidth(const QString& shortcut)
{
    double sum = 0;
    for (const QString& cap : capsOf(shortcut)) sum += widthOf(cap) + between;
    return sum > 0 ? sum - between : 0;
}

void paintKeyCaps(QPainter& painter, const QRectF& box, const QString& shortcut)
{
    const Tokens& t = theme().tokens();
    double left = box.right() - keyCapsWidth(shortcut);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(fontOf(TypeRole::small));
    for (const QString& cap : capsOf(shortcut)) {
        const QRectF rect{left, box.center().y() - capHeight / 2, widthOf(cap), capHeight};
        painter.setPen(t.lineStrong);
        painter.setBrush(t.panel);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(t.text2);
        painter.drawText(rect, Qt::AlignCenter, cap);
        left += rect.width() + between;
    }
    painter.restore();
}

} // namespace rackwright
