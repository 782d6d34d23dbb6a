// One device as it is seen: ears, body, stripe, label, watts, and inside what the thing is.
#pragma once

#include "ui/drawing/ink.h"
#include "ui/drawing/rack_painter.h"

namespace rackwright {

/// Text of a face grows with the zoom between the least that is read and what is enough.
[[nodiscard]] int facePixels(double base, double scale, int most);

void paintFace(const Ink& ink, const QRectF& rect, const DeviceFace& device, const RackStyle& style);
/// A device that is mounted on the other side and does not reach through.
void paintOtherSide(const Ink& ink, const QRectF& rect, const DeviceFace& device);
/// What the thing is, in the room that label and watts leave. `rear`: fans, supplies and ports.
void paintInside(const Ink& ink, const QRectF& room, const DeviceFace& device, bool rear, Detail detail);
/// One shape in place of the inside, where there are few pixels.
void paintInsideShape(const Ink& ink, const QRectF& room, const DeviceFace& device);

} // namespace rackwright
