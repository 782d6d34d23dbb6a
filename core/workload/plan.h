// How a job is spread over accelerators, and constants fitted on measurements.
#pragma once

#include <cstdint>
#include <string>

namespace rackwright {

enum class Recompute { none, selective, full };

/// A parallel plan: accelerators = tp × pp × dp × cp; EP inside DP.
struct ParallelPlan {
    int tp = 1, pp = 1, dp = 1, cp = 1, ep = 1, vpp = 1;
    int microBatch = 1;
    int zeroStage = 1;
    Recompute recompute = Recompute::none;
    bool sequenceParallel = false;

    [[nodiscard]] std::int64_t accelerators() const { return std::int64_t{tp} * pp * dp * cp; }
    friend bool operator==(const ParallelPlan&, const ParallelPlan&) = default;
};

[[nodiscard]] std::string toText(const ParallelPlan& plan); ///< "TP8 PP4 DP8 mb1 zero1 selective"

/// Layers [first, last) of one part (stage, or chunk of an interleaved stage): dealt out evenly, those left over go to the
/// middle, because the ends carry embedding and head.
struct LayerRange {
    std::int64_t first = 0, last = 0;
    friend bool operator==(const LayerRange&, const LayerRange&) = default;
};
[[nodiscard]] LayerRange stageLayers(std::int64_t layers, int parts, int part);

/// Experts are split over TP as well where EP stays within the data-parallel ranks; else EP takes the tensor ranks too.
[[nodiscard]] int expertTensorParallel(const ParallelPlan& plan);

/// Reachable shares of peak of one accelerator and precision, with the rows they were fitted on.
struct Calibration {
    double matmulShare = 0.65; ///< e0: of dense peak for large products
    double halfShareGflop = 20; ///< x0: product size at which half of e0 is reached
    double memoryShare = 0.80; ///< of peak memory bandwidth
    double fabricShare = 0.80; ///< of link rate in collectives
    double hopS = 1.9e-6; ///< latency of a hop on the scale-up links, in collectives of medium size
    double kernelLaunchS = 10e-6; ///< fixed time of a kernel on the accelerator
    double hostLaunchS = 0; ///< time of the host to start a kernel; 0: never the limit (CUDA graphs)
    double attentionShare = 0.50; ///< of the 16-bit peak in attention kernels
    bool scoresInMemory = false; ///< attention without flash kernels: scores are written and read back
    double hiddenTensorShare = 0; ///< of tensor- and expert-parallel collectives behind products
    double hiddenDataShare = 0.9; ///< of the gradient synchronisation behind the backward pass
    double bandShare = 0.5; ///< ± of a step time that holds 90 % of the fit rows
    std::string state = "none"; ///< measured, fitted, scaled, none
    std::string id; ///< row of catalog/calibrations.csv
    std::string fitRows; ///< published results that the constants were fitted on
    std::string source, date;
};

} // namespace rackwright
