// The bays of an opened host, unfolded below its face: a value in the coordinates of the viewport, of fixed size at any zoom.
#pragma once

#include "ui/drawing/rack_picture.h"

#include <QRectF>

#include <functional>
#include <vector>

class QPainter;

namespace rackwright {

struct BayCell {
    BayFace face;
    QRectF rect;
};

struct BayPanel {
    Id host{};
    QString title, counts;
    QRectF rect, closeButton;
    double pointerX = 0; ///< of the tip that points to the host
    bool isBelow = true;
    std::vector<BayCell> cells;

    BayPanel(const DeviceFace& face, const QRectF& hostRect, const QRectF& viewport);

    [[nodiscard]] const BayCell* at(const QPointF& position) const;
    [[nodiscard]] const BayCell* cell(std::string_view bay, int index) const;
};

/// `isSelected` asks for a card.
void paintBayPanel(QPainter& painter, const BayPanel& panel, const Tokens& tokens, const std::function<bool(Id)>& isSelected);

} // namespace rackwright
