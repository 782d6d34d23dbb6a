// Icons: SVG from resources/icons, in the colour of the text beside them.
#pragma once

#include <QColor>
#include <QIcon>
#include <QRectF>
#include <QString>

class QPainter;

namespace rackwright {

/// The icon of that file name (":/icons/NAME.svg"); follows theme, state (disabled, on) and device pixel ratio. A null icon and a
/// message for a name that is not there.
[[nodiscard]] QIcon icon(const QString& name);
[[nodiscard]] bool hasIcon(const QString& name);
/// In the middle of the rectangle, in any colour: for widgets that paint their own text.
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour);

} // namespace rackwright
