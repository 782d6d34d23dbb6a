// What is dragged inside the program: a part of the palette, or devices of the build.
#pragma once

#include "core/quantity/id.h"

#include <QMimeData>
#include <QString>

#include <optional>
#include <vector>

namespace rackwright {

struct DraggedPart {
    QString partId;
    bool filled = true; ///< a host sold with its cards comes with them
};

inline constexpr const char* partMimeType = "application/x-rackwright-part";
inline constexpr const char* devicesMimeType = "application/x-rackwright-devices";

/// The caller owns it (QDrag takes it).
[[nodiscard]] QMimeData* mimeOf(const DraggedPart& part);
[[nodiscard]] QMimeData* mimeOf(const std::vector<Id>& devices);
[[nodiscard]] std::optional<DraggedPart> draggedPart(const QMimeData& mime);
/// Empty for anything else.
[[nodiscard]] std::vector<Id> draggedDevices(const QMimeData& mime);

} // namespace rackwright
