// The picture of keys: "Ctrl K" as caps.
#pragma once

#include <QString>

class QPainter;
class QRectF;

namespace rackwright {

/// Width of the caps of a shortcut in portable text ("Ctrl+K"); 0 for an empty one.
[[nodiscard]] double keyCapsWidth(const QString& shortcut);
/// The caps, right-aligned in the box and centred in its height.
void paintKeyCaps(QPainter& painter, const QRectF& box, const QString& shortcut);

} // namespace rackwright
