// How a figure and what it is about are named: `power.typical_w@rack:R07`. The ids are a contract.
#pragma once

#include <string>
#include <string_view>

namespace rackwright {

/// "kind:name" with odd characters %XX-escaped, e.g. `rack:R07`.
[[nodiscard]] std::string subjectOf(std::string_view kind, std::string_view name);
/// "power.typical_w@rack:R07"; an empty kind is the scenario itself.
[[nodiscard]] std::string figureId(std::string_view figure, std::string_view kind = {}, std::string_view name = {});

} // namespace rackwright
