// What the cluster is for: a training job or an inference service.
#pragma once

#include "core/workload/plan.h"

#include <optional>
#include <string>
#include <variant>

namespace rackwright {

struct TrainingJob {
    std::string modelId;
    std::string recipe = "bf16"; ///< TrainingRecipe
    int sequence = 8192;
    int globalBatch = 512; ///< sequences
    double totalTokens = 0; ///< 0: not stated; time to train is then unknown
    friend bool operator==(const TrainingJob&, const TrainingJob&) = default;
};

struct InferenceService {
    std::string modelId;
    std::string weightFormat = "bf16"; ///< StorageFormat
    std::string kvFormat = "bf16";
    std::string engine = "vllm";
    int inputTokens = 1024, outputTokens = 256;
    int concurrency = 64; ///< sequences in flight over the service
    std::optional<double> tpotLimitS, ttftLimitS;
    friend bool operator==(const InferenceService&, const InferenceService&) = default;
};

/// Vision, recommendation and real-time jobs: their engine answers "unknown" until it comes.
struct VisionJob {
    std::string modelId;
    int streams = 1;
    double framesPerS = 30;
    friend bool operator==(const VisionJob&, const VisionJob&) = default;
};

using Job = std::variant<TrainingJob, InferenceService, VisionJob>;

} // namespace rackwright
