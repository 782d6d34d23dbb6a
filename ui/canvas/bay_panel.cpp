#include "ui/canvas/bay_panel.h"

#include "ui/drawing/signs.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double cellWidth = 62, cellHeight = 104, cellGap = 6, numberHeight = 16, inset = 12, header = 34, footer = 26, tip = 8;
constexpr std::size_t mostColumns = 10;

QString text(const char* sentence)
{
    return QCoreApplication::translate("BayPanel", sentence);
}

QString countsOf(const std::vector<BayFace>& bays)
{
    QStringList counts;
    for (std::size_t i = 0; i < bays.size();) {
        std::size_t end = i;
        int used = 0;
        for (; end < bays.size() && bays[end].bay == bays[i].bay; ++end) used += bays[end].card != Id::none;
        counts << text("%1: %2 of %3 used").arg(bays[i].bay).arg(used).arg(end - i);
        i = end;
    }
    return counts.join(QStringLiteral(" · "));
}

void paintCell(QPainter& painter, const BayCell& cell, int number, const Tokens& t, bool isSelected)
{
    const bool isFree = cell.face.card == Id::none;
    painter.setPen(QPen{t.faceLine, 1, isFree ? Qt::DashLine : Qt::SolidLine});
    painter.setBrush(isFree ? t.emptyBay : t.face);
    painter.drawRoundedRect(cell.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (!isFree) {
        painter.fillRect(QRectF{cell.rect.left() + 1, cell.rect.top() + 1, cell.rect.width() - 2, 3}, t.of(cell.face.kind));
        paintKind(painter, {cell.rect.center().x() - 8, cell.rect.top() + 12, 16, 16}, cell.face.kind, t);
    }
    const QRectF inside = cell.rect.adjusted(3, isFree ? 6 : 32, -3, -4);
    painter.setFont(fontOf(10, isFree ? QFont::Normal : QFont::DemiBold));
    painter.setPen(isFree ? t.text3 : t.text1);
    const QString label = isFree ? text("free") : cell.face.label.section(QLatin1Char{'/'}, -1);
    QTextOption wrap{Qt::AlignHCenter | Qt::AlignTop};
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    const QRectF labelRect{inside.left(), inside.top(), inside.width(), 28};
    painter.save();
    painter.setClipRect(labelRect);
    painter.drawText(labelRect, label, wrap);
    painter.restore();
    painter.setFont(fontOf(9, QFont::Normal));
    painter.setPen(t.text2);
    QString detail = isFree ? cell.face.label : cell.face.detail;
    if (isFree && !cell.face.detail.isEmpty()) detail += QLatin1Char{'\n'} + cell.face.detail;
    const QRectF detailRect{inside.left(), labelRect.bottom(), inside.width(), inside.bottom() - labelRect.bottom()};
    painter.save();
    painter.setClipRect(detailRect);
    painter.drawText(detailRect, detail.replace(QStringLiteral(" · "), QStringLiteral("\n")), wrap);
    painter.restore();
    painter.setFont(fontOf(10, QFont::DemiBold));
    painter.setPen(t.text2);
    painter.drawText(
        QRectF{cell.rect.left(), cell.rect.bottom(), cell.rect.width(), numberHeight}, Qt::AlignCenter, QString::number(number));
    if (!isSelected) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen{t.accent, 2});
    painter.drawRoundedRect(cell.rect.adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3);
}

} // namespace

BayPanel::BayPanel(const DeviceFace& face, const QRectF& hostRect, const QRectF& viewport) : host{face.id}
{
    title = text("Bays of %1").arg(face.label);
    counts = countsOf(face.bays);
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (viewport.width() - 2 * inset - 16) / (cellWidth + cellGap)));
    const std::size_t columns = std::max<std::size_t>(1, std::min({face.bays.size(), mostColumns, fitting}));
    const std::size_t rows = (face.bays.size() + columns - 1) / columns;
    const double width = std::max(320.0, 2 * inset + static_cast<double>(columns) * (cellWidth + cellGap) - cellGap);
    const double height = header + static_cast<double>(rows) * (cellHeight + numberHeight) + footer;
    const double left = std::clamp(hostRect.center().x() - width / 2, 8.0, std::max(8.0, viewport.width() - width - 8));
    isBelow = hostRect.bottom() + tip + height <= viewport.height() || hostRect.top() < viewport.height() / 2;
    const double top = std::round(isBelow ? hostRect.bottom() + tip : hostRect.top() - tip - height);
    rect = {std::round(left), top, width, height};
    pointerX = std::clamp(hostRect.center().x(), rect.left() + 14, rect.right() - 14);
    closeButton = {rect.right() - 32, rect.top() + 5, 24, 24};
    for (std::size_t i = 0; i < face.bays.size(); ++i) {
        const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
        cells.push_back({face.bays[i],
            {rect.left() + inset + column * (cellWidth + cellGap), rect.top() + header + row * (cellHeight + numberHeight), cellWidth,
                cellHeight}});
    }
}

const BayCell* BayPanel::at(const QPointF& position) const
{
    const auto found = std::ranges::find_if(cells, [&](const BayCell& cell) { return cell.rect.contains(position); });
    return found == cells.end() ? nullptr : &*found;
}

const BayCell* BayPanel::cell(std::string_view bay, int index) const
{
    const auto found =
        std::ranges::find_if(cells, [&](const BayCell& cell) { return cell.face.index == index && cell.face.bay.toStdString() == bay; });
    return found == cells.end() ? nullptr : &*found;
}

void paintBayPanel(QPainter& painter, const BayPanel& panel, const Tokens& t, const std::function<bool(Id)>& isSelected)
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    QPainterPath shape;
    shape.addRoundedRect(panel.rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    QPainterPath pointer;
    const double edge = panel.isBelow ? panel.rect.top() + 1 : panel.rect.bottom() - 1, end = panel.isBelow ? edge - tip : edge + tip;
    pointer.addPolygon(QPolygonF{{{panel.pointerX - tip, edge}, {panel.pointerX, end}, {panel.pointerX + tip, edge}}});
    for (int i = 4; i > 0; --i) { // a soft shadow, as on all that floats
        QColor shade = t.shadow;
        shade.setAlpha(t.shadow.alpha() / 5);
        painter.setPen(QPen{shade, 2.0 * i});
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(shape.translated(0, 3));
    }
    painter.setPen(QPen{t.accent, 1});
    painter.setBrush(t.raised);
    painter.drawPath(shape.united(pointer));
    const QRectF head{panel.rect.left() + inset, panel.rect.top(), panel.rect.width() - 2 * inset - 28, header};
    painter.setFont(fontOf(TypeRole::section));
    painter.setPen(t.text1);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(panel.title, Qt::ElideMiddle, static_cast<int>(head.width())));
    painter.setPen(QPen{t.text2, 1.4});
    const QRectF cross = panel.closeButton.adjusted(7.5, 7.5, -7.5, -7.5);
    painter.drawLine(cross.topLeft(), cross.bottomRight());
    painter.drawLine(cross.topRight(), cross.bottomLeft());
    for (const BayCell& cell : panel.cells)
        paintCell(painter, cell, cell.face.index + 1, t, cell.face.card != Id::none && isSelected(cell.face.card));
    painter.setFont(fontOf(TypeRole::small));
    painter.setPen(t.text3);
    const QRectF foot{panel.rect.left() + inset, panel.rect.bottom() - footer, panel.rect.width() - 2 * inset, footer - 4};
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(panel.counts, Qt::ElideRight, static_cast<int>(foot.width())));
}

} // namespace rackwright
