// Small types for figures that were confused before and cost money. Each is made and read by name, and only sensible arithmetic
// compiles. Line volts live in power/electrical.h, IT and facility watts in power/facility.h, prices per time in cost/rates.h.
#pragma once

#include <compare>

namespace rackwright {

/// An amount of memory. A GB is 10^9 bytes and a GiB 2^30: say which, going in and coming out.
class Bytes {
public:
    constexpr Bytes() = default;
    static constexpr Bytes bytes(double count) { return Bytes{count}; }
    static constexpr Bytes gigabytes(double count) { return Bytes{count * 1e9}; }
    static constexpr Bytes terabytes(double count) { return Bytes{count * 1e12}; }
    static constexpr Bytes mebibytes(double count) { return Bytes{count * 1048576.0}; }
    static constexpr Bytes gibibytes(double count) { return Bytes{count * 1073741824.0}; }

    [[nodiscard]] constexpr double inBytes() const { return bytes_; }
    [[nodiscard]] constexpr double inGigabytes() const { return bytes_ / 1e9; }
    [[nodiscard]] constexpr double inGibibytes() const { return bytes_ / 1073741824.0; }

    friend constexpr auto operator<=>(Bytes, Bytes) = default;
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes{a.bytes_ + b.bytes_}; }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes{a.bytes_ - b.bytes_}; }
    friend constexpr Bytes operator*(Bytes a, double factor) { return Bytes{a.bytes_ * factor}; }
    /// How many times one fits into the other.
    friend constexpr double operator/(Bytes a, Bytes b) { return a.bytes_ / b.bytes_; }

private:
    explicit constexpr Bytes(double count) : bytes_{count} { }
    double bytes_ = 0;
};

/// The most that a device can draw (max_power_w): what breakers and cooling are sized for.
struct NameplateWatts {
    explicit constexpr NameplateWatts(double watts) : w{watts} { }
    double w;
    friend constexpr auto operator<=>(NameplateWatts, NameplateWatts) = default;
    friend constexpr NameplateWatts operator+(NameplateWatts a, NameplateWatts b) { return NameplateWatts{a.w + b.w}; }
    friend constexpr NameplateWatts operator*(NameplateWatts a, double count) { return NameplateWatts{a.w * count}; }
};

/// The label sum of power supplies: sizes cords and inlets, and is never a load.
struct PsuWatts {
    explicit constexpr PsuWatts(double watts) : w{watts} { }
    double w;
    friend constexpr auto operator<=>(PsuWatts, PsuWatts) = default;
    friend constexpr PsuWatts operator+(PsuWatts a, PsuWatts b) { return PsuWatts{a.w + b.w}; }
    friend constexpr PsuWatts operator*(PsuWatts a, double count) { return PsuWatts{a.w * count}; }
};

/// Can these supplies carry that load?
[[nodiscard]] constexpr bool carry(PsuWatts supplies, NameplateWatts load)
{
    return supplies.w >= load.w;
}

/// A rise, an approach, a difference of two temperatures.
struct KelvinDifference {
    explicit constexpr KelvinDifference(double kelvin) : k{kelvin} { }
    double k;
    friend constexpr auto operator<=>(KelvinDifference, KelvinDifference) = default;
    friend constexpr KelvinDifference operator+(KelvinDifference a, KelvinDifference b) { return KelvinDifference{a.k + b.k}; }
    friend constexpr KelvinDifference operator-(KelvinDifference a, KelvinDifference b) { return KelvinDifference{a.k - b.k}; }
    friend constexpr KelvinDifference operator*(KelvinDifference a, double factor) { return KelvinDifference{a.k * factor}; }
};

/// A temperature as a thermometer shows it. Two of them have a difference, but no sum.
struct DegreesCelsius {
    explicit constexpr DegreesCelsius(double degrees) : c{degrees} { }
    double c;
    friend constexpr auto operator<=>(DegreesCelsius, DegreesCelsius) = default;
    friend constexpr DegreesCelsius operator+(DegreesCelsius a, KelvinDifference b) { return DegreesCelsius{a.c + b.k}; }
    friend constexpr DegreesCelsius operator-(DegreesCelsius a, KelvinDifference b) { return DegreesCelsius{a.c - b.k}; }
    friend constexpr KelvinDifference operator-(DegreesCelsius a, DegreesCelsius b) { return KelvinDifference{a.c - b.c}; }
};

} // namespace rackwright
