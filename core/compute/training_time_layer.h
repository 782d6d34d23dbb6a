// Time of the parts of one layer for one micro-batch on one accelerator: products, attention, memory-bound work and the
// collectives inside the layer. Used by training_time.cpp.
#pragma once

#include "core/cluster/collective.h"
#include "core/compute/training_time.h"

namespace rackwright::training {

/// Seconds by kind of work.
struct PassS {
    double matmul = 0, attention = 0, memory = 0, launch = 0, tensor = 0, expert = 0, context = 0;

    [[nodiscard]] double sum() const { return matmul + attention + memory + launch + tensor + expert + context; }
    PassS& operator+=(const PassS& other)
    {
        matmul += other.matmul, attention += other.attention, memory += other.memory, launch += other.launch;
        tensor += other.tensor, expert += other.expert, context += other.context;
        return *this;
    }
    friend PassS operator*(PassS pass, double factor)
    {
        pass.matmul *= factor, pass.attention *= factor, pass.memory *= factor, pass.launch *= factor;
        pass.tensor *= factor, pass.expert *= factor, pass.context *= factor;
        return pass;
    }
};

/// Forward, backward, and what recomputation runs again.
struct PartS {
    PassS forward, backward, again;

    PartS& operator+=(const PartS& other)
    {
        forward += other.forward, backward += other.backward, again += other.again;
        return *this;
    }
    friend PartS operator*(PartS part, double factor) { return {part.forward * factor, part.backward * factor, part.again * factor}; }
    [[nodiscard]] double sum() const { return forward.sum() + backward.sum() + again.sum(); }
};

/// Two tiers of a group whose ranks are `stride` accelerators apart.
struct GroupTiers {
    std::array<Tier, 2> tiers;
    [[nodiscard]] bool leavesDomain() const { return tiers[1].ranks > 1; }
};

/// Everything that the operators need, resolved to plain numbers.
struct Machine {
    explicit Machine(const TrainingTimeInput& input);

    const Architecture& model;
    const ParallelPlan& plan;
    const Calibration& calibration;
    double peakFlops = 0, halfPeakFlops = 0; ///< at the operating clock
    double memoryBytesPerS = 0; ///< reached
    double insideBytesPerS = 0, outsideBytesPerS = 0; ///< reached, per accelerator and direction
    double insideLatencyS = 0, outsideLatencyS = 0;
    int domain = 1;
    double inputBytes = 2; ///< of an element that enters a product
    double activationBytes = 2; ///< of an element kept between products
    double tokens = 0; ///< of a micro-batch on one rank: b · s / cp
    double sequence = 0;
    double tp = 1, normSplit = 1; ///< normSplit: TP with sequence parallelism, else 1
    double backwardProducts = 2; ///< per forward product; a frozen base needs no weight gradient: 1

    [[nodiscard]] GroupTiers group(double ranks, double stride) const;
    /// One product m × k by k × n, forward.
    [[nodiscard]] double productS(double m, double n, double k) const;
    /// Memory-bound work: bytes and kernels.
    [[nodiscard]] double streamS(double bytes, double kernels) const;
};

[[nodiscard]] PartS mixerS(const Machine& machine, bool window);
/// State-space and linear attention mixers: projections, and a state that is updated token by token.
[[nodiscard]] PartS linearMixerS(const Machine& machine, double layers);
[[nodiscard]] PartS denseFfnS(const Machine& machine);
[[nodiscard]] PartS expertFfnS(const Machine& machine);
/// Head and loss of the last stage; embedding of the first.
[[nodiscard]] PartS headS(const Machine& machine);
[[nodiscard]] PartS embeddingS(const Machine& machine);

/// Bytes that one accelerator sends in the collectives of one layer and micro-batch, all passes.
struct LayerTraffic {
    double tensor = 0, expert = 0, context = 0;
};
[[nodiscard]] LayerTraffic layerTraffic(const Machine& machine, bool experts);

} // namespace rackwright::training
