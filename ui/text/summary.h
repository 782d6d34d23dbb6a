// The assessment as a page of text, and an explanation as an indented tree.
#pragma once

#include "core/assess/assessment.h"
#include "core/design/project.h"

#include <string>

namespace rackwright {

/// Per scenario: what fits, how fast, fabric, power, heat, space, cost, then the findings as sentences.
[[nodiscard]] std::string summaryText(const Project& project, const Assessment& assessment);
/// One line a node: name, value, formula or source, indented by depth.
[[nodiscard]] std::string explanationText(const Explanation& explanation);

} // namespace rackwright
