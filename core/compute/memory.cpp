#include "core/compute/memory.h"

#include <cmath>

namespace rackwright {

namespace {

/// Share of the label that is left for software when the driver's figure is not known; a cautious floor.
constexpr double labelShare = 0.93;
constexpr double mib = 1048576;

Explanation leaf(const Part& part, const Quantity<>& value, std::string_view column, std::string formula)
{
    Explanation why;
    why.name = part.displayName() + " usable memory";
    why.value = value;
    why.unit = "bytes";
    why.formula = std::move(formula);
    why.origin = value.knowledge == Knowledge::known ? Origin::catalog : Origin::estimate;
    if (const Provenance* from = part.provenanceOf(column)) why.source = from->source, why.date = from->date;
    return why;
}

} // namespace

std::string_view toText(Fits fits)
{
    switch (fits) {
    case Fits::yes: return "yes";
    case Fits::shortened: return "short";
    case Fits::tight: return "tight";
    case Fits::no: return "no";
    case Fits::unknown: return "unknown";
    }
    return "unknown";
}

std::string_view toText(Instant instant)
{
    switch (instant) {
    case Instant::forwardEnd: return "end of forward";
    case Instant::loss: return "loss";
    case Instant::backward: return "backward";
    case Instant::optimizerStep: return "optimizer step";
    }
    return "backward";
}

Quantity<> usableMemoryBytes(const Part& accelerator, Explanation* why)
{
    if (const std::optional<double> reported = accelerator.number("memory_reported_mib")) {
        const Quantity<> usable = Quantity<>::known(*reported * mib);
        if (why) *why = leaf(accelerator, usable, "memory_reported_mib", "memory_reported_mib * 2^20");
        return usable;
    }
    if (const std::optional<double> label = accelerator.number("memory_gb")) {
        // Labels mean 10^9 bytes on some parts and 2^30 on others, before what driver and error correction take.
        const double floor = *label * 1e9 * labelShare;
        const Quantity<> usable = Quantity<>::estimated(floor, floor, *label * 1073741824.0);
        if (why) *why = leaf(accelerator, usable, "memory_gb", "memory_gb * 10^9 * 0.93, up to memory_gb * 2^30");
        return usable;
    }
    const Quantity<> unknown = Quantity<>::unknown("memory_gb");
    if (why) *why = leaf(accelerator, unknown, "memory_gb", "memory_gb is not stated");
    return unknown;
}

Fits trainingFits(double peakBytes, double usableBytes)
{
    if (!std::isfinite(usableBytes) || usableBytes <= 0) return Fits::unknown;
    if (peakBytes <= comfortableShare * usableBytes) return Fits::yes;
    return peakBytes <= largestShare * usableBytes ? Fits::tight : Fits::no;
}

PersistentBytes persistentBytesPerParameter(const TrainingRecipe& recipe, int zeroStage, double shards)
{
    PersistentBytes bytes{recipe.weightBytes, recipe.gradientBytes, recipe.masterBytes + recipe.momentBytes};
    if (zeroStage >= 1) bytes.optimizer /= shards;
    if (zeroStage >= 2) bytes.gradients /= shards;
    if (zeroStage >= 3) bytes.weights /= shards;
    return bytes;
}

} // namespace rackwright
