#include "core/thermal/air.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

double airDensityRatio(double altitudeM)
{
    return std::pow(std::max(0.0, 1 - 2.2558e-5 * altitudeM), 5.2559);
}

double airflowCfm(double powerW, double riseK, double densityRatio)
{
    return powerW / (wattsPerCfmK * densityRatio * riseK);
}

double airRiseK(double powerW, double flowCfm, double densityRatio)
{
    return powerW / (wattsPerCfmK * densityRatio * flowCfm);
}

double intakeC(double supplyC, double riseK, double recirculated)
{
    return supplyC + recirculated * riseK / (1 - recirculated);
}

double liquidFlowLpm(double powerW, double riseK, const Coolant& coolant)
{
    return 60 * powerW / (1000 * coolant.densityKgPerL * coolant.heatKjPerKgK * riseK);
}

double liquidRiseK(double powerW, double flowLpm, const Coolant& coolant)
{
    return 60 * powerW / (1000 * coolant.densityKgPerL * coolant.heatKjPerKgK * flowLpm);
}

double liquidHeatW(double flowLpm, double riseK, const Coolant& coolant)
{
    return flowLpm / 60 * 1000 * coolant.densityKgPerL * coolant.heatKjPerKgK * riseK;
}

double coolantUnitCapacityKw(double ratedKw, double ratedAtdK, double atdK)
{
    return ratedKw / ratedAtdK * std::max(0.0, atdK);
}

double clockFractionAt(double chipC, double warnC, double slowC)
{
    if (chipC <= warnC) return 1;
    if (chipC >= slowC) return 0.5;
    return 1 - 0.5 * (chipC - warnC) / (slowC - warnC);
}

} // namespace rackwright
