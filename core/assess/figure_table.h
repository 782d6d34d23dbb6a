// All kinds of figures: a contract with scripts.
#pragma once

#include <span>
#include <string_view>

namespace rackwright {

struct FigureKind {
    std::string_view figure; ///< "power.typical_w"
    std::string_view subjects; ///< kinds it is given for, comma-separated; "scenario" is the id without a subject
    std::string_view unit; ///< empty for counts and ratios
    std::string_view formula; ///< its name
};

/// By figure.
[[nodiscard]] std::span<const FigureKind> figureTable();

} // namespace rackwright
