// US dollars as an integer of cents: sums are exact, and parts always add up to their total.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

namespace rackwright {

class Money {
public:
    constexpr Money() = default;
    static constexpr Money cents(std::int64_t value) { return Money{value}; }
    /// Rounded half away from zero to the cent.
    static Money usd(double value) { return Money{std::llround(value * 100.0)}; }

    [[nodiscard]] constexpr std::int64_t inCents() const { return cents_; }
    [[nodiscard]] constexpr double inUsd() const { return static_cast<double>(cents_) / 100.0; }

    friend constexpr auto operator<=>(Money, Money) = default;
    friend constexpr Money operator+(Money a, Money b) { return Money{a.cents_ + b.cents_}; }
    friend constexpr Money operator-(Money a, Money b) { return Money{a.cents_ - b.cents_}; }
    friend constexpr Money operator*(Money a, std::int64_t count) { return Money{a.cents_ * count}; }
    friend Money operator*(Money a, double factor) { return Money{std::llround(static_cast<double>(a.cents_) * factor)}; }
    constexpr Money& operator+=(Money other)
    {
        cents_ += other.cents_;
        return *this;
    }

private:
    explicit constexpr Money(std::int64_t value) : cents_{value} { }
    std::int64_t cents_ = 0;
};

} // namespace rackwright
