// The command line of the desktop program.
#pragma once

#include "core/quantity/error.h"
#include "ui/drawing/tokens.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace rackwright {

struct Arguments {
    QString file; ///< design to open; empty: the start page
    QString shot; ///< PNG to write; empty: a window for a person
    QString page; ///< to show first; empty: start, or design with a file
    std::optional<ThemeKind> theme;
    double scale = 1; ///< device pixels per pixel of a shot
    QSize size{1600, 1000};
    bool help = false, version = false, listPages = false;
};

/// `line` without the program's name. Errors: DESKTOP-BAD-OPTION (option, found, wanted).
[[nodiscard]] Result<Arguments> parseArguments(const QStringList& line);
[[nodiscard]] QString helpText();

} // namespace rackwright
