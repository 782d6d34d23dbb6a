// The assessment and explanations as JSON, in the shape that scripts rely on.
#pragma once

#include "core/assess/assessment.h"

#include <string>

namespace rackwright {

/// `{"project", "as_of", "engine_version", "scenarios": [{"name", "kind", "figures", "workloads", "findings"}]}`.
/// Unknown values are null; knowledge says why.
[[nodiscard]] std::string assessmentJson(const Assessment& assessment);
/// `{"name", "value", "unit", "formula", "origin", "source", "date", "inputs": […]}`.
[[nodiscard]] std::string explanationJson(const Explanation& explanation);

} // namespace rackwright
