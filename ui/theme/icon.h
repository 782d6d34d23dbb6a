// Icons: SVG from resources/icons, in the colour of the text beside them.
#pragma once

#include <QIcon>
#include <QString>

namespace rackwright {

/// The icon of that file name (":/icons/NAME.svg"); follows theme, state (disabled, on) and device pixel ratio.
[[nodiscard]] QIcon icon(const QString& name);

} // namespace rackwright
