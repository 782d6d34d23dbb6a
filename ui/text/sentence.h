// Turns the core's codes into sentences that a person understands.
#pragma once

#include "core/assess/assessment.h"
#include "core/quantity/error.h"

#include <string>
#include <string_view>

namespace rackwright {

/// "design.edits line 4: 'rakc' is no edit (found rakc; wanted one of …)": where, what, found, wanted. UTF-8, translated.
[[nodiscard]] std::string sentenceOf(const Error& error);
/// The sentence of a finding with its figures filled in.
[[nodiscard]] std::string sentenceOf(const Finding& finding);
/// Is there a sentence for this code?
[[nodiscard]] bool hasSentence(std::string_view code);

} // namespace rackwright
