#include "core/compute/processor.h"

#include "core/quantity/figure_id.h"

#include <array>

namespace rackwright {

ProcessorAnswer answerOnProcessors(int hosts, const std::string& workload, Trace* trace)
{
    const Quantity<> unknown = Quantity<>::unknown("a model of processors");
    const ProcessorAnswer answer{unknown, unknown, unknown, unknown, unknown};
    if (!trace) return answer;
    struct Row {
        const char *figure, *name, *unit, *formula;
    };
    constexpr std::array rows{
        Row{"memory.peak_bytes", "memory per host", "bytes", "not computed: weights and cache in the memory of the hosts"},
        Row{"compute.step_s", "time of a step", "s", "not computed: FLOPs / (reached share x matrix rate of the processors)"},
        Row{"compute.tokens_per_s", "tokens per second", "tokens/s",
            "not computed: reached share x memory bandwidth / bytes read per token"},
        Row{"compute.ttft_s", "time to the first token", "s", "not computed: FLOPs of the prompt / (reached share x matrix rate)"},
        Row{"compute.tpot_s", "time per token", "s", "not computed: bytes read per token / (reached share x memory bandwidth)"},
    };
    const Explanation count = explainInput("hosts without accelerators", Quantity<>::known(hosts), "", Origin::user, "placed");
    for (const Row& row : rows)
        trace->record(figureId(row.figure, "workload", workload), explainDerived(row.name, unknown, row.unit, row.formula, {count}));
    return answer;
}

} // namespace rackwright
