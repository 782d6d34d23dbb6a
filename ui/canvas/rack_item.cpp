#include "ui/canvas/rack_item.h"

#include "ui/canvas/canvas_layout.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double mostCachedPixels = 3e6; ///< larger pictures are painted where they are seen

bool sameLook(const DeviceFace& a, const DeviceFace& b)
{
    return a.watts == b.watts && a.loadShare == b.loadShare && a.overloaded == b.overloaded && a.heat == b.heat;
}

/// Of two pictures of the same rack value: does the assessment show in another way?
bool sameLook(const RackPicture& a, const RackPicture& b)
{
    return a.load == b.load && a.limit == b.limit && a.loadShare == b.loadShare && a.status == b.status && a.caption == b.caption
        && a.content == b.content
        && std::ranges::equal(a.devices, b.devices, [](const DeviceFace& x, const DeviceFace& y) { return sameLook(x, y); });
}

} // namespace

std::size_t rampStep(double watts, double most)
{
    if (most <= 0) return 0;
    return static_cast<std::size_t>(std::clamp(watts / most * 7, 0.0, 6.0));
}

RackItem::RackItem(CanvasContext& context, RackPtr rack, const QSizeF& size)
    : context_{context}, rack_{std::move(rack)}, bounds_{{0, 0}, size}
{
    setFlag(ItemUsesExtendedStyleOption);
}

void RackItem::setRack(const RackPtr& rack, const QSizeF& size)
{
    if (size != bounds_.size()) {
        prepareGeometryChange();
        bounds_.setSize(size);
    }
    if (rack == rack_) return;
    rack_ = rack;
    picture_.reset();
    layout_.reset();
    ++version_;
    update();
}

void RackItem::markStale()
{
    stale_ = true;
    update();
}

void RackItem::refresh() const
{
    if (picture_ && !stale_) return;
    const ScenarioAssessment* assessed = context_.document.assessed();
    RackPicture now = pictureOf(*rack_, context_.document.project(), assessed);
    if (context_.powerOverlay && assessed)
        for (DeviceFace& device : now.devices)
            if (const Quantity<>* watts = assessed->wattsOf(device.id); watts && watts->hasValue())
                device.heat = static_cast<int>(rampStep(watts->value, context_.mostWatts));
    stale_ = false;
    if (picture_ && sameLook(*picture_, now)) return;
    picture_ = std::move(now);
    layout_.emplace(*picture_);
    ++version_;
}

const RackPicture& RackItem::picture() const
{
    if (!picture_) refresh();
    return *picture_;
}

const RackLayout& RackItem::layout() const
{
    if (!layout_) refresh();
    return *layout_;
}

QRectF RackItem::frameRect() const
{
    return layout().frame.translated(pos());
}

QRectF RackItem::rectOf(const DeviceFace& device) const
{
    return layout().of(device).translated(pos());
}

const DeviceFace* RackItem::face(Id device) const
{
    const auto found = std::ranges::find(picture().devices, device, &DeviceFace::id);
    return found == picture_->devices.end() ? nullptr : &*found;
}

const DeviceFace* RackItem::deviceAt(const QPointF& scenePos) const
{
    const DeviceFace* behind = nullptr;
    for (const DeviceFace& device : picture().devices) {
        if (!rectOf(device).contains(scenePos)) continue;
        if (device.fullDepth || device.side || device.face == context_.face) return &device;
        behind = &device;
    }
    return behind;
}

void RackItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QTransform world = painter->worldTransform();
    const double scale = world.m11(), ratio = painter->device()->devicePixelRatioF();
    if ((!picture_ || stale_) && context_.mayWork()) refresh();
    if (!picture_) {
        paintPlaceholder(*painter, scale);
        return;
    }
    const QSizeF size = bounds_.size() * scale;
    if (size.width() * size.height() * ratio * ratio > mostCachedPixels) {
        paintPicture(*painter, scale);
        return;
    }
    const DrawnRack::Key key{scale, ratio, theme().kind(), context_.face, version_};
    const DrawnRack* drawn = context_.drawn.object(toNumber(id()));
    if (!drawn || drawn->key != key) {
        if (context_.mayWork()) {
            const QSize pixels{static_cast<int>(std::ceil(size.width() * ratio)), static_cast<int>(std::ceil(size.height() * ratio))};
            auto* fresh = new DrawnRack{key, QPixmap{pixels.expandedTo({1, 1})}};
            fresh->pixmap.setDevicePixelRatio(ratio);
            fresh->pixmap.fill(Qt::transparent);
            QPainter into{&fresh->pixmap};
            into.scale(scale, scale);
            paintPicture(into, scale);
            ++context_.racksDrawn;
            context_.drawn.insert(toNumber(id()), fresh, 1 + static_cast<int>(qint64{pixels.width()} * pixels.height() * 4 / 1024));
            drawn = context_.drawn.object(toNumber(id()));
        } else if (context_.onUnfinished) {
            context_.onUnfinished();
        }
    }
    if (!drawn) {
        paintPlaceholder(*painter, scale);
        return;
    }
    // On whole device pixels, or the picture would be blurred.
    const QPointF corner = world.map(QPointF{0, 0});
    painter->save();
    painter->resetTransform();
    const QPointF snapped{std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio};
    if (drawn->key.scale == scale) {
        painter->drawPixmap(snapped, drawn->pixmap);
    } else {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawPixmap(QRectF{snapped, size}, drawn->pixmap, QRectF{drawn->pixmap.rect()});
    }
    painter->restore();
}

void RackItem::paintPicture(QPainter& painter, double scale) const
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const RackStyle style{&theme().tokens(), context_.face, false, RackLayout::unitsPerU * scale, true};
    painter.save();
    paintRack(painter, *picture_, style);
    painter.restore();
}

void RackItem::paintPlaceholder(QPainter& painter, double scale) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF frame = RackLayout{frameOf(*rack_, context_.document.project())}.frame;
    painter.fillRect(frame, tokens.rackFrame);
    if (scale * RackLayout::unitsPerU > 3) painter.fillRect(frame.adjusted(8, 8, -8, -8), tokens.emptyBay);
    if (context_.onUnfinished) context_.onUnfinished();
}

} // namespace rackwright
