// Watts of the IT equipment and watts of the whole facility as types that do not mix: PUE is applied once.
#pragma once

#include "core/quantity/quantity.h"

#include <compare>

namespace rackwright {

/// Watts drawn by information technology, before any overhead of the building.
struct ItWatts {
    double w = 0;
    friend constexpr auto operator<=>(ItWatts, ItWatts) = default;
    friend constexpr ItWatts operator+(ItWatts a, ItWatts b) { return {a.w + b.w}; }
};

/// Watts at the meter of the facility: IT and all that serves it. Has no way back into a product with PUE.
struct FacilityWatts {
    double w = 0;
    friend constexpr auto operator<=>(FacilityWatts, FacilityWatts) = default;
    friend constexpr FacilityWatts operator+(FacilityWatts a, FacilityWatts b) { return {a.w + b.w}; }
};

[[nodiscard]] constexpr FacilityWatts facilityPower(ItWatts it, double pue)
{
    return {it.w * pue};
}

/// IT x PUE; unknown when either is.
[[nodiscard]] Quantity<FacilityWatts> facilityPower(const Quantity<ItWatts>& it, const Quantity<>& pue);
[[nodiscard]] Quantity<ItWatts> asIt(const Quantity<>& watts);
/// The bare figure for reports.
[[nodiscard]] Quantity<> plain(const Quantity<ItWatts>& watts);
[[nodiscard]] Quantity<> plain(const Quantity<FacilityWatts>& watts);

} // namespace rackwright
