// Checkpoints of a training job: how big, how often, and what share of the time they and the stops cost.
#pragma once

#include "core/workload/precision.h"

namespace rackwright {

/// Bytes of one checkpoint: weights, master copy and moments of every trained parameter (no gradients, no frozen base).
/// BF16 with FP32 master and Adam: 14 bytes a parameter (GPT-3 175B: 2.53 TB published, Azure AMLFS guide, is 14.5).
[[nodiscard]] double checkpointBytes(double trainedParameters, const TrainingRecipe& recipe);

/// Accelerator-hours between two unexpected stops: 419 stops of 16,384 H100 in 54 days (Llama 3, arXiv:2407.21783, 3.3.4).
[[nodiscard]] double acceleratorHoursPerStop();
/// Mean time between unexpected stops of a job on that many accelerators, in s.
[[nodiscard]] double meanTimeBetweenStopsS(double accelerators);

/// Time from one checkpoint to the next that loses least, in s: J. T. Daly, "A higher order estimate of the optimum checkpoint
/// interval for restart dumps", FGCS 22 (2006), eq. 37; the mean time itself where writing takes twice as long and more.
[[nodiscard]] double bestIntervalS(double writeS, double meanTimeBetweenStopsS);

/// Share of the time lost to writing, to work done again and to starting again, at most 1: write/tau + tau/(2 M) + restart/M.
[[nodiscard]] double lostShare(double writeS, double intervalS, double meanTimeBetweenStopsS, double restartS);

} // namespace rackwright
