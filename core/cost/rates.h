// Prices per time as types that do not mix: per hour and per month (factor 730), per instance and per accelerator (factor 8).
#pragma once

#include <compare>

namespace rackwright {

/// Hours of a year as prices count them; a month is a twelfth (some published studies use 720: pass it where it is asked for).
inline constexpr double hoursPerYear = 8760;
inline constexpr double hoursPerMonth = hoursPerYear / 12;

/// USD for one hour of one whole instance, whatever number of accelerators it has.
struct UsdPerInstanceHour {
    explicit constexpr UsdPerInstanceHour(double value) : usd{value} { }
    double usd;
    friend constexpr auto operator<=>(UsdPerInstanceHour, UsdPerInstanceHour) = default;
};

/// USD for one hour of one accelerator.
struct UsdPerAcceleratorHour {
    explicit constexpr UsdPerAcceleratorHour(double value) : usd{value} { }
    double usd;
    friend constexpr auto operator<=>(UsdPerAcceleratorHour, UsdPerAcceleratorHour) = default;
};

/// USD for one month.
struct UsdPerMonth {
    explicit constexpr UsdPerMonth(double value) : usd{value} { }
    double usd;
    friend constexpr auto operator<=>(UsdPerMonth, UsdPerMonth) = default;
};

/// A count of accelerators times hours.
struct AcceleratorHours {
    explicit constexpr AcceleratorHours(double value) : hours{value} { }
    double hours;
};

/// `accelerators` of one instance > 0; a fraction is a shared accelerator.
[[nodiscard]] constexpr UsdPerAcceleratorHour perAccelerator(UsdPerInstanceHour price, double accelerators)
{
    return UsdPerAcceleratorHour{price.usd / accelerators};
}

[[nodiscard]] constexpr UsdPerInstanceHour perInstance(UsdPerAcceleratorHour price, double accelerators)
{
    return UsdPerInstanceHour{price.usd * accelerators};
}

/// One instance that runs all month.
[[nodiscard]] constexpr UsdPerMonth perMonth(UsdPerInstanceHour price, double monthHours = hoursPerMonth)
{
    return UsdPerMonth{price.usd * monthHours};
}

/// USD of so many accelerator-hours. A price per instance does not fit here.
[[nodiscard]] constexpr double costUsd(AcceleratorHours work, UsdPerAcceleratorHour price)
{
    return work.hours * price.usd;
}

} // namespace rackwright
