// A picture of the window, for looking at it without a display.
#pragma once

#include "app/desktop/arguments.h"
#include "core/quantity/error.h"

namespace rackwright {

class MainWindow;

/// Opens the file of the arguments if there is one, shows the page, waits for the assessment and writes the picture. Errors: those
/// of opening, DESKTOP-SHOT-TIMEOUT (page), EXCHANGE-CANNOT-WRITE (file, step, reason).
[[nodiscard]] Result<void> takeShot(MainWindow& window, const Arguments& arguments);

} // namespace rackwright
