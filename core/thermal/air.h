// Air and liquid as carriers of heat: flow for watts, temperature rise, altitude, recirculation, coolant-unit capacity.
#pragma once

namespace rackwright {

/// 1 W = 3.412142 BTU/h (3600 s / 1055.05585 J).
[[nodiscard]] constexpr double btuPerHour(double powerW)
{
    return powerW * 3600.0 / 1055.05585;
}

/// p / p0 = (1 - 2.2558e-5 z)^5.2559 (ISO 2533 standard atmosphere): density at the height over that at sea level.
[[nodiscard]] double airDensityRatio(double altitudeM);

/// W per CFM and kelvin of standard air: 1.08 BTU/h per CFM and degree F, that is CFM = 3.16 W / dT_F.
inline constexpr double wattsPerCfmK = 1.08 * 1.8 / (3600.0 / 1055.05585);
[[nodiscard]] double airflowCfm(double powerW, double riseK, double densityRatio = 1);
[[nodiscard]] double airRiseK(double powerW, double flowCfm, double densityRatio = 1);

/// Intake of uniform racks of which the share `recirculated` (below 1) of the intake is exhaust:
/// T_in = T_supply + r dT / (1 - r).
[[nodiscard]] double intakeC(double supplyC, double riseK, double recirculated);

/// A liquid by kg/l times kJ/(kg K).
struct Coolant {
    double densityKgPerL;
    double heatKjPerKgK;
};
/// 25 % propylene glycol in water near 40 degrees C.
inline constexpr Coolant pg25{1.013, 3.94};
inline constexpr Coolant water{0.992, 4.18};

/// l/min = 60 W / (1000 rho cp dT).
[[nodiscard]] double liquidFlowLpm(double powerW, double riseK, const Coolant& coolant = pg25);
[[nodiscard]] double liquidRiseK(double powerW, double flowLpm, const Coolant& coolant = pg25);

/// W = 1000 / 60 rho cp dT l/min.
[[nodiscard]] double liquidHeatW(double flowLpm, double riseK, const Coolant& coolant = pg25);

/// Heat that a coolant unit carries at another approach than its rating's: with balanced flows ATD = Q / UA, so capacity goes
/// as the approach (counterflow effectiveness method). Flow and return temperature limit it in turn.
[[nodiscard]] double coolantUnitCapacityKw(double ratedKw, double ratedAtdK, double atdK);

/// 1 up to `warnC`, falling in a line to 0.5 at `slowC`, 0.5 beyond (NVIDIA H100 PCIe product brief: 87, 89 and shutdown at 92 C).
[[nodiscard]] double clockFractionAt(double chipC, double warnC, double slowC);

} // namespace rackwright
