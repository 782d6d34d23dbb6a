#include "core/catalog/cell.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace rackwright {

namespace {

template <class T>
std::optional<T> whole(std::string_view cell)
{
    T value{};
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return error == std::errc{} && stop == cell.data() + cell.size() ? std::optional{value} : std::nullopt;
}

bool isDigits(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<double> numberIn(std::string_view cell)
{
    const std::optional<double> value = whole<double>(cell);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> integerIn(std::string_view cell)
{
    return whole<std::int64_t>(cell);
}

bool isDate(std::string_view cell)
{
    if (cell.size() != 4 && cell.size() != 7 && cell.size() != 10) return false;
    const bool shaped = isDigits(cell.substr(0, 4)) && (cell.size() < 7 || (cell[4] == '-' && isDigits(cell.substr(5, 2))))
        && (cell.size() < 10 || (cell[7] == '-' && isDigits(cell.substr(8, 2))));
    if (!shaped) return false;
    const auto part = [&](std::size_t from, std::size_t size) {
        return cell.size() < from + size ? 1U : whole<unsigned>(cell.substr(from, size)).value_or(0);
    };
    const std::chrono::year_month_day day{
        std::chrono::year{static_cast<int>(part(0, 4))}, std::chrono::month{part(5, 2)}, std::chrono::day{part(8, 2)}};
    return day.ok() && day.year() >= std::chrono::year{1900} && day.year() < std::chrono::year{2200};
}

std::vector<std::string_view> piecesIn(std::string_view cell, char separator)
{
    std::vector<std::string_view> pieces;
    while (!cell.empty()) {
        const std::size_t end = cell.find(separator);
        pieces.push_back(cell.substr(0, end));
        cell = end == std::string_view::npos ? std::string_view{} : cell.substr(end + 1);
    }
    return pieces;
}

} // namespace rackwright
