// All kinds of findings.
#pragma once

#include "core/assess/assessment.h"

#include <span>
#include <string_view>

namespace rackwright {

struct FindingKind {
    std::string_view code;
    Severity severity; ///< the gravest it can have
    std::string_view meaning;
};

/// By code.
[[nodiscard]] std::span<const FindingKind> findingTable();

} // namespace rackwright
