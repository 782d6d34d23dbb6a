// What the view paints under and over the racks.
#include "ui/canvas/marks_painter.h"
#include "ui/canvas/rack_view.h"
#include "ui/drawing/rack_painter.h"
#include "ui/theme/theme.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace rackwright {

namespace {

constexpr double carriedOpacity = 0.8;
constexpr std::size_t mostMarks = 64; ///< more of them: the whole window is repainted

} // namespace

void RackView::paintEvent(QPaintEvent* event)
{
    context_.beginFrame(unlimited_);
    QGraphicsView::paintEvent(event);
    painted_ = marksRegion();
}

void RackView::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, theme().tokens().canvas);
}

void RackView::drawForeground(QPainter* painter, const QRectF& rect)
{
    const Tokens& tokens = theme().tokens();
    painter->save();
    painter->resetTransform();
    painter->setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintTitles(*painter);
    for (const QRectF& place : places_) paintDropPlace(*painter, toView(place), tokens);
    paintSelection(*painter, rect);
    if (rubber_) paintRubberBand(*painter, toView(*rubber_), tokens);
    const std::optional<BayPanel> panel = bayPanel();
    if (panel) {
        paintBayPanel(*painter, *panel, tokens, [this](Id id) { return isSelected(id); });
        const auto isFocusedCard = [this](const BayCell& cell) { return cell.face.card != Id::none && cell.face.card == focused_; };
        if (const auto cell = std::ranges::find_if(panel->cells, isFocusedCard); cell != panel->cells.end() && hasFocus())
            paintFocus(*painter, cell->rect, tokens);
    }
    if (context_.powerOverlay) paintLegend(*painter, QRectF{viewport()->rect()}, context_.mostWatts, tokens);
    if (drag_) paintDrag(*painter);
    painter->restore();
}

void RackView::paintTitles(QPainter& painter)
{
    const Tokens& tokens = theme().tokens();
    if (CanvasLayout::titleHeight * zoom() < 9) return;
    painter.setFont(fontOf(TypeRole::small));
    painter.setPen(tokens.text2);
    for (const CanvasGroup& group : scene_.layout().groups) {
        const QPointF corner = viewportTransform().map(group.rect.topLeft());
        const double height = CanvasLayout::titleHeight * zoom();
        painter.drawText(QRectF{corner.x(), corner.y() - height, 600, height}, Qt::AlignLeft | Qt::AlignVCenter, group.title);
    }
}

void RackView::paintSelection(QPainter& painter, const QRectF& exposed)
{
    const Tokens& tokens = theme().tokens();
    QRectF all;
    if (const auto rect = scene_.rectOf(hovered_); rect && !isSelected(hovered_)) paintHover(painter, toView(*rect), tokens);
    if (selected_.size() <= mostMarks) {
        for (const Id id : document().selection()) {
            const auto rect = scene_.rectOf(id);
            if (!rect) continue;
            all |= *rect;
            paintSelected(painter, toView(*rect), tokens);
        }
    } else {
        for (const RackItem* rack : scene_.racksIn(exposed.adjusted(-20, -20, 20, 20))) {
            if (isSelected(rack->id())) paintSelected(painter, toView(rack->frameRect()), tokens);
            for (const DeviceFace& face : rack->picture().devices)
                if (isSelected(face.id)) paintSelected(painter, toView(rack->rectOf(face)), tokens);
        }
    }
    if (selected_.size() > 1 && !all.isNull()) paintGroupBox(painter, toView(all), tokens);
    if (const auto rect = scene_.rectOf(focused_); rect && hasFocus()) paintFocus(painter, toView(*rect), tokens);
}

void RackView::paintDrag(QPainter& painter)
{
    const Tokens& tokens = theme().tokens();
    const Ghost& ghost = drag_->ghost();
    for (const QRectF& rect : ghost.rects) paintGhostRect(painter, toView(rect), ghost.isLegal, tokens);
    if (const std::optional<BayPanel> panel = bayPanel(); panel && panel->host == ghost.host)
        if (const BayCell* cell = panel->cell(ghost.bay, ghost.bayIndex)) paintGhostRect(painter, cell->rect, ghost.isLegal, tokens);
    // The face itself, under the pointer where it was taken.
    const DragPayload& payload = drag_->payload();
    if (const RackItem* rack = payload.part ? nullptr : scene_.rackOfDevice(payload.grabbed))
        if (const DeviceFace* face = rack->face(payload.grabbed)) {
            QRectF rect = toView(rack->rectOf(*face));
            rect.moveTopLeft({pointer_.x() - rect.width() / 2, pointer_.y() - std::max(0.0, payload.grabY) * zoom()});
            painter.setOpacity(carriedOpacity);
            painter.save();
            painter.translate(rect.topLeft());
            painter.scale(zoom(), zoom());
            const QRectF inScene{0, 0, rect.width() / zoom(), rect.height() / zoom()};
            paintDevice(painter, inScene, *face, {&tokens, context_.face, false, RackLayout::unitsPerU * zoom(), false});
            painter.restore();
            painter.setOpacity(1);
        }
    const QRectF window{viewport()->rect()};
    const QRectF first = ghost.rects.empty() ? QRectF{pointer_ + QPointF{16, 16}, QSizeF{1, 1}} : toView(ghost.rects.front());
    if (const QRectF chip = chipRect(ghost, first, window); !chip.isNull()) paintChip(painter, chip, ghost, tokens);
    if (const QRectF tip = tipRect(ghost, pointer_, window); !tip.isNull()) paintTip(painter, tip, ghost, tokens);
}

QRegion RackView::marksRegion() const
{
    QRegion region;
    const auto add = [&region](const QRectF& rect) { region += rect.adjusted(-10, -10, 10, 10).toAlignedRect(); };
    const auto addId = [&](Id id) {
        if (const auto rect = scene_.rectOf(id)) add(toView(*rect));
    };
    if (selected_.size() > mostMarks || rubber_) return viewport()->rect();
    for (const Id id : selected_) addId(id);
    if (selected_.size() > 1) region = region.boundingRect();
    addId(hovered_);
    addId(focused_);
    if (const std::optional<BayPanel> panel = bayPanel()) add(panel->rect);
    if (!drag_) return region;
    const QRectF window{viewport()->rect()};
    const Ghost& ghost = drag_->ghost();
    for (const QRectF& rect : ghost.rects) add(toView(rect));
    const QRectF first = ghost.rects.empty() ? QRectF{pointer_ + QPointF{16, 16}, QSizeF{1, 1}} : toView(ghost.rects.front());
    add(chipRect(ghost, first, window));
    add(tipRect(ghost, pointer_, window));
    if (const auto rect = scene_.rectOf(drag_->payload().grabbed)) {
        QRectF carried = toView(*rect);
        carried.moveTopLeft({pointer_.x() - carried.width() / 2, pointer_.y() - std::max(0.0, drag_->payload().grabY) * zoom()});
        add(carried);
    }
    return region;
}

void RackView::touch()
{
    viewport()->update(painted_ + marksRegion());
}

} // namespace rackwright
