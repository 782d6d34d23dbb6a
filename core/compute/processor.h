// Processors that do the work of accelerators: a language model or a vision job on servers without cards. Their speed is not
// computed: measured runs reach 0.38 to 0.93 of the memory bandwidth, too wide apart for a figure. Every answer is unknown.
#pragma once

#include "core/quantity/explanation.h"

#include <string>

namespace rackwright {

struct ProcessorAnswer {
    Quantity<> memoryBytes, stepS, tokensPerS, ttftS, tpotS;
};

/// With a trace, records why for each figure of the workload.
[[nodiscard]] ProcessorAnswer answerOnProcessors(int hosts, const std::string& workload, Trace* trace);

} // namespace rackwright
