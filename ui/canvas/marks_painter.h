// What lies over the racks, in the coordinates of the viewport: selection, hover, focus, drop places, ghost, chip and tip.
#pragma once

#include "ui/canvas/ghost.h"
#include "ui/drawing/tokens.h"

#include <QRectF>

class QPainter;

namespace rackwright {

/// On whole device pixels, whatever the ratio: lines stay sharp at 1.25 and 1.5.
[[nodiscard]] QRectF snapped(const QRectF& rect, double devicePixelRatio);

void paintSelected(QPainter& painter, const QRectF& rect, const Tokens& tokens);
/// The one thin box round several selected.
void paintGroupBox(QPainter& painter, const QRectF& rect, const Tokens& tokens);
void paintHover(QPainter& painter, const QRectF& rect, const Tokens& tokens);
void paintFocus(QPainter& painter, const QRectF& rect, const Tokens& tokens);
void paintDropPlace(QPainter& painter, const QRectF& rect, const Tokens& tokens);
void paintRubberBand(QPainter& painter, const QRectF& rect, const Tokens& tokens);
void paintGhostRect(QPainter& painter, const QRectF& rect, bool isLegal, const Tokens& tokens);

/// Above the ghost, within the viewport; empty for an illegal one.
[[nodiscard]] QRectF chipRect(const Ghost& ghost, const QRectF& ghostRect, const QRectF& viewport);
void paintChip(QPainter& painter, const QRectF& rect, const Ghost& ghost, const Tokens& tokens);
/// Beside the pointer, within the viewport; empty for a legal one.
[[nodiscard]] QRectF tipRect(const Ghost& ghost, const QPointF& pointer, const QRectF& viewport);
void paintTip(QPainter& painter, const QRectF& rect, const Ghost& ghost, const Tokens& tokens);
/// The seven steps of the overlay with the watts they stand for.
void paintLegend(QPainter& painter, const QRectF& viewport, double mostWatts, const Tokens& tokens);
[[nodiscard]] QRectF legendRect(const QRectF& viewport);

} // namespace rackwright
