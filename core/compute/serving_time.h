// Time of serving: prefill, one decode step, latency under load and throughput.
#pragma once

#include "core/compute/accelerator_figures.h"
#include "core/compute/calibration.h"
#include "core/quantity/error.h"
#include "core/workload/architecture.h"
#include "core/workload/plan.h"
#include "core/workload/precision.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

struct ServingTimeInput {
    const Architecture* architecture = nullptr;
    StorageFormat weights;
    double kvElementBytes = 2;
    ParallelPlan plan; ///< tp × pp accelerators a replica, dp replicas
    double concurrency = 64; ///< sequences in flight over the service
    double inputTokens = 1024, outputTokens = 256;
    double prefixHitShare = 0; ///< of the input that is already cached
    double memoryBatch = std::numeric_limits<double>::infinity(); ///< B_mem: sequences that fit a replica
    double engineMaxSequences = std::numeric_limits<double>::infinity(); ///< per replica
    std::optional<double> tpotLimitS;
    AcceleratorFigures accelerator;
    Interconnect links;
    ServingCalibration calibration;
};

/// The untraced kernel's answer for one replica.
struct ServingCost {
    double batch = 0; ///< sequences decoded together in a replica
    double prefillS = 0; ///< of one prompt
    double decodeMemoryS = 0, decodeComputeS = 0, decodeLayerS = 0, decodeCommS = 0;
    double decodeStepS = 0;
    double tpotS = 0; ///< with the prefills of the others in between
    double ttftS = 0;
    double outputTokensPerS = 0; ///< of one replica
    double weightReadBytes = 0, cacheReadBytes = 0; ///< per decode step and replica
};

struct ServingTime {
    Quantity<> tpotS = Quantity<>::unknown("time"), ttftS = Quantity<>::unknown("time");
    Quantity<> decodeStepS = Quantity<>::unknown("time"), prefillS = Quantity<>::unknown("time");
    Quantity<> tokensPerS = Quantity<>::unknown("time"); ///< output tokens of the whole service
    Quantity<> requestsPerS = Quantity<>::unknown("time");
    double batch = 0; ///< per replica, as served
    double computeBatch = 0; ///< B*: where decoding turns compute-bound
    std::optional<double> latencyBatch; ///< B_sla: largest batch that holds the TPOT limit; 0: none does
    std::string batchLimitedBy; ///< concurrency, memory, engine, latency
    std::string calibrationState;
    std::string limitedBy;
    std::vector<std::pair<std::string, double>> causes; ///< seconds of TPOT by cause, largest first
    ServingCost cost;
};

[[nodiscard]] Result<void> checkServingPlan(const ServingTimeInput& input);
/// One replica with `batch` sequences in flight.
[[nodiscard]] ServingCost servingCost(const ServingTimeInput& input, double batch);
/// B*: sequences at which decoding turns compute-bound.
[[nodiscard]] double servingComputeBatch(const ServingTimeInput& input);
/// B_sla: most sequences of a replica whose TPOT holds the limit; 0: none.
[[nodiscard]] double servingLatencyBatch(const ServingTimeInput& input, double tpotLimitS);
/// Figures `compute.tpot_s`, `.ttft_s`, `.decode_step_s`, `.prefill_s`, `.tokens_per_s` of the workload.
[[nodiscard]] Result<ServingTime> servingTime(const ServingTimeInput& input, std::string_view workload = {}, Trace* trace = nullptr);

// ---- users and queues --------------------------------------------------------------------------------------------

/// M/M/c with the slots of all replicas as servers (Erlang C); Allen-Cunneen for other service times.
struct Waiting {
    double utilisation = 0;
    double probability = 0; ///< that a request waits
    double meanS = 0;
    bool stable = false; ///< false: the queue grows without end, the rest is meaningless
    double tailS = 0; ///< P(wait > x) = probability · exp(-x / tail)
    /// Time that the share `p` of requests does not exceed.
    [[nodiscard]] double percentileS(double p) const;
};
[[nodiscard]] Waiting waiting(double requestsPerS, double serviceS, double slots, double serviceCv = 1);
/// Users × active share × requests per user and hour / 3600.
[[nodiscard]] double requestRate(double users, double activeShare, double requestsPerUserHour);
/// Smallest whole number of replicas whose utilisation stays at or below `utilisation`.
[[nodiscard]] double replicasNeeded(double requestsPerS, double serviceS, double slotsPerReplica, double utilisation = 0.7);

} // namespace rackwright
