// The table of all codes with their sentences.
#pragma once

#include <span>
#include <string_view>

namespace rackwright {

/// `pattern` names arguments in braces; what stands in square brackets is left out when one of its arguments is missing.
struct SentenceRow {
    std::string_view code;
    const char* pattern;
};

[[nodiscard]] std::span<const SentenceRow> sentenceTable();

} // namespace rackwright
