// What the painters share: boxes that fall on whole pixels, text that is never squeezed, hatches without transparency.
#pragma once

#include "ui/drawing/tokens.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace rackwright {

/// The colour between two, `share` of the second; painters use it in place of transparency, which paper does not have.
[[nodiscard]] QColor mixed(const QColor& first, const QColor& second, double share);
/// The bundled family with an integer pixel size: the same on every device, whatever its resolution.
[[nodiscard]] const QFont& canvasFont(int pixels, QFont::Weight weight);

enum class Elide { none, middle, right };

struct TextStyle {
    int pixels = 10; ///< device-independent
    QFont::Weight weight = QFont::Normal;
    QColor colour;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
    Elide elide = Elide::none; ///< none: the text is left out when it does not fit
    bool struck = false;
};

/// A painter with a scale: `scale` device-independent pixels a scene unit.
class Ink {
public:
    Ink(QPainter& painter, const Tokens& tokens, double scale, bool onPaper);

    QPainter& painter;
    const Tokens& tokens;
    const double scale;

    /// Scene units of so many device-independent pixels.
    [[nodiscard]] double px(double pixels) const { return pixels / scale; }
    /// The hairline: one pixel, in scene units.
    [[nodiscard]] double hair() const { return hair_; }
    /// The rectangle on whole device pixels, at least one wide and high.
    [[nodiscard]] QRectF snapped(const QRectF& rect) const;

    void fill(const QRectF& rect, const QColor& colour) const;
    /// Filled, with a hairline inside its edge; `radius` in scene units.
    void box(const QRectF& rect, const QColor& fillColour, const QColor& line, double radius = 0) const;
    void roundFill(const QRectF& rect, const QColor& colour, double radius) const;
    void dashedOutline(const QRectF& rect, const QColor& colour, double pixelWidth = 1) const;
    void circle(const QRectF& rect, const QColor& fillColour, const QColor& line) const;
    void hatch(const QRectF& rect, const QColor& colour, double stepPixels = 5) const;
    /// A field of small holes.
    void mesh(const QRectF& rect, const QColor& colour) const;

    [[nodiscard]] double textWidth(const QString& text, const TextStyle& style) const;
    /// Width that the text took, in scene units; 0 when there was no room for it.
    double text(const QRectF& rect, const QString& text, const TextStyle& style) const;

private:
    double toDevice_; ///< device pixels a scene unit
    double hair_;
    bool snaps_;
};

} // namespace rackwright
