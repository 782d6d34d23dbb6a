#include "core/storage/checkpoint.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

double checkpointBytes(double trainedParameters, const TrainingRecipe& recipe)
{
    return trainedParameters * (recipe.weightBytes + recipe.masterBytes + recipe.momentBytes);
}

double acceleratorHoursPerStop()
{
    return 54.0 * 24 * 16384 / 419;
}

double meanTimeBetweenStopsS(double accelerators)
{
    return acceleratorHoursPerStop() * 3600 / accelerators;
}

double bestIntervalS(double writeS, double meanTimeS)
{
    if (writeS >= 2 * meanTimeS) return meanTimeS;
    const double ratio = writeS / (2 * meanTimeS);
    return std::sqrt(2 * writeS * meanTimeS) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - writeS;
}

double lostShare(double writeS, double intervalS, double meanTimeS, double restartS)
{
    return std::min(1.0, writeS / intervalS + intervalS / (2 * meanTimeS) + restartS / meanTimeS);
}

} // namespace rackwright
