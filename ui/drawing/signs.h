// Status and kind signs, painted by code for the screen and the page alike.
#pragma once

#include "ui/drawing/tokens.h"

#include <QRectF>

class QPainter;

namespace rackwright {

/// Disc with tick, triangle with !, octagon with ×, dashed ring with ?, rounded square with ≈: they differ in outline.
void paintStatus(QPainter& painter, const QRectF& box, Status status, const Tokens& tokens);
/// Box with a light, chip with pins, box with an uplink, cylinder, bolt, flake, plain box; in the colour of the kind.
void paintKind(QPainter& painter, const QRectF& box, DeviceKind kind, const Tokens& tokens);

} // namespace rackwright
