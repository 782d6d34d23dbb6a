#include "core/quantity/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::size_t longestText = 256;
constexpr int deepestNesting = 32;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isPure(Dimension dimension)
{
    return dimension == Dimension::count || dimension == Dimension::share;
}

bool mayBeNegative(Dimension dimension)
{
    return isPure(dimension) || dimension == Dimension::temperature || dimension == Dimension::temperatureDifference
        || dimension == Dimension::money;
}

/// Are these whole groups of three, the first of one to three?
bool areGroups(std::string_view digits, char separator)
{
    std::size_t run = 0;
    bool first = true;
    for (std::size_t i = 0; i <= digits.size(); ++i) {
        if (i < digits.size() && digits[i] != separator) {
            if (!isDigit(digits[i])) return false;
            ++run;
            continue;
        }
        if (first ? run < 1 || run > 3 : run != 3) return false;
        first = false, run = 0;
    }
    return true;
}

enum class Mantissa { good, bad, ambiguous };

/// "1 234,5" → "1234.5". `commaGroups`: a lone comma before three digits is a thousands separator (prices).
Mantissa cleanMantissa(std::string_view text, bool commaGroups, std::string& clean)
{
    const auto dots = std::ranges::count(text, '.'), commas = std::ranges::count(text, ',');
    const char blank = text.find('\'') != std::string_view::npos ? '\'' : ' ';
    const bool blanks = text.find(blank) != std::string_view::npos;
    char decimal = 0;
    if (dots > 0 && commas > 0)
        decimal = text.rfind('.') > text.rfind(',') ? '.' : ',';
    else if (dots == 1)
        decimal = '.';
    else if (commas == 1) {
        const std::size_t comma = text.find(',');
        const bool grouped = !blanks && text.size() - comma == 4 && comma >= 1 && comma <= 3 && text.front() != '0';
        if (grouped && !commaGroups) return Mantissa::ambiguous;
        if (!grouped) decimal = ',';
    }
    const std::size_t point = decimal ? text.find(decimal) : text.size();
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction = decimal ? text.substr(point + 1) : std::string_view{};
    if (decimal && (fraction.empty() || !std::ranges::all_of(fraction, isDigit))) return Mantissa::bad;
    if (!std::ranges::all_of(whole, isDigit)) {
        const auto separator = std::ranges::find_if_not(whole, isDigit);
        if (!areGroups(whole, *separator)) return Mantissa::bad;
    }
    clean.clear();
    std::ranges::copy_if(whole, std::back_inserter(clean), isDigit);
    if (clean.empty()) clean = "0";
    if (decimal) clean += '.', clean += fraction;
    return !decimal && whole.empty() ? Mantissa::bad : Mantissa::good;
}

struct Value {
    double number = 0;
    bool hasUnit = false;
};

/// expression = term {(+|-) term}; term = factor {(*|x|/) factor}; factor = ['-'] (number [unit] | '(' expression ')').
class UnitParser {
public:
    UnitParser(std::string_view text, Dimension dimension, std::string_view defaultUnit)
        : ascii_{toAsciiUnits(text)}, text_{ascii_.text}, dimension_{dimension}, defaultUnit_{defaultUnit}
    {
    }

    Result<double> parse()
    {
        skipBlanks();
        if (atEnd()) return problem("UNITS-EMPTY", at_, 0, wantedText());
        if (text_.size() > longestText) return problem("UNITS-TOO-LONG", 0, 0, fmt::format("at most {} characters", longestText));
        auto value = expression(0);
        if (!value) return tl::unexpected{value.error()};
        if (!atEnd()) return problem("UNITS-SYNTAX", at_, 1, "an operator or the end");
        if (dimension_ == Dimension::temperature && operations_ > 0)
            return problem("UNITS-BAD-ARITHMETIC", 0, text_.size(), "one temperature, no arithmetic");
        if (!value->hasUnit && !isPure(dimension_)) {
            if (defaultUnit_.empty()) return problem("UNITS-NO-UNIT", 0, text_.size(), wantedText());
            value = withUnit(value->number, 0, defaultUnit_);
            if (!value) return tl::unexpected{value.error()};
        }
        if (!std::isfinite(value->number)) return problem("UNITS-OUT-OF-RANGE", 0, text_.size(), "a number within reach");
        if (value->number < 0 && !mayBeNegative(dimension_))
            return problem("UNITS-OUT-OF-RANGE", 0, text_.size(), fmt::format("a {} that is not negative", nameOf(dimension_)));
        return value->number;
    }

private:
    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] char here(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    void skipBlanks()
    {
        while (here() == ' ' || here() == '\t') ++at_;
    }
    bool take(char c)
    {
        if (here() != c) return false;
        ++at_;
        return true;
    }

    [[nodiscard]] std::string wantedText() const
    {
        return fmt::format("a number with a unit of {}: {}", nameOf(dimension_), commonUnitsOf(dimension_));
    }

    Unexpected problem(std::string code, std::size_t from, std::size_t size, std::string wanted) const
    {
        const std::string found = from < text_.size() && size > 0 ? text_.substr(from, size)
            : from >= text_.size()                                ? "the end"
                                                                  : text_.substr(0, 40);
        return fail(std::move(code),
            {{"what", std::string{nameOf(dimension_)}}, {"where", std::to_string(ascii_.where[std::min(from, text_.size())])},
                {"found", found}, {"wanted", std::move(wanted)}});
    }

    Result<Value> expression(int depth)
    {
        auto sum = term(depth);
        while (sum) {
            skipBlanks();
            const std::size_t operatorAt = at_;
            const bool minus = here() == '-';
            if (!take('+') && !take('-')) break;
            ++operations_;
            auto next = term(depth);
            if (!next) return next;
            if (sum->hasUnit != next->hasUnit)
                return problem("UNITS-BAD-ARITHMETIC", operatorAt, 1, "a unit on both sides of + and -, or on neither");
            sum->number += minus ? -next->number : next->number;
        }
        return sum;
    }

    Result<Value> term(int depth)
    {
        auto product = factor(depth);
        while (product) {
            skipBlanks();
            const std::size_t operatorAt = at_;
            const bool divide = here() == '/';
            if (!take('*') && !take('/') && !take('x') && !take('X')) break;
            ++operations_;
            auto next = factor(depth);
            if (!next) return next;
            if (divide) {
                if (next->hasUnit && !product->hasUnit) return problem("UNITS-BAD-ARITHMETIC", operatorAt, 1, "no unit behind /");
                if (next->number == 0) return problem("UNITS-BAD-ARITHMETIC", operatorAt, 1, "a divisor that is not 0");
                product = Value{product->number / next->number, product->hasUnit && !next->hasUnit};
            } else {
                if (next->hasUnit && product->hasUnit)
                    return problem("UNITS-BAD-ARITHMETIC", operatorAt, 1, "a unit on one side of * only");
                product = Value{product->number * next->number, product->hasUnit || next->hasUnit};
            }
        }
        return product;
    }

    Result<Value> factor(int depth)
    {
        skipBlanks();
        const bool negative = take('-');
        skipBlanks();
        if (here() == '(') {
            if (depth >= deepestNesting) return problem("UNITS-SYNTAX", at_, 1, fmt::format("at most {} nested brackets", deepestNesting));
            ++at_;
            auto inner = expression(depth + 1);
            if (!inner) return inner;
            skipBlanks();
            if (!take(')')) return problem("UNITS-SYNTAX", at_, 1, "a closing bracket");
            if (negative) inner->number = -inner->number, ++operations_;
            return inner;
        }
        return literal(negative);
    }

    Result<Value> literal(bool negative)
    {
        const bool currency = takeCurrency();
        skipBlanks();
        auto number = readNumber();
        if (!number) return tl::unexpected{number.error()};
        if (negative) number = -*number;
        const std::size_t afterNumber = at_;
        skipBlanks();
        const std::size_t unitAt = at_;
        std::string unit = readUnit(currency);
        if (currency && unit.starts_with('/')) unit = "USD" + unit;
        if (unit.empty() && !currency) {
            at_ = afterNumber;
            return Value{*number, false};
        }
        return withUnit(*number, unitAt, unit);
    }

    /// "$", "US$" or "USD" in front of a number.
    bool takeCurrency()
    {
        for (const std::string_view sign : {"US$", "USD", "$"})
            if (std::string_view{text_}.substr(at_).starts_with(sign)) {
                at_ += sign.size();
                return true;
            }
        return false;
    }

    Result<double> readNumber()
    {
        const std::size_t start = at_;
        while (isDigit(here()) || here() == '.' || here() == ',' || here() == '\'' || isGroupBlank()) ++at_;
        if (at_ == start) return problem("UNITS-BAD-NUMBER", start, 1, "a number");
        const std::string_view written = std::string_view{text_}.substr(start, at_ - start);
        std::string clean;
        switch (cleanMantissa(written, dimension_ == Dimension::money, clean)) {
        case Mantissa::good: break;
        case Mantissa::bad: return problem("UNITS-BAD-NUMBER", start, written.size(), "a number, such as 1234.5");
        case Mantissa::ambiguous: {
            std::string decimal{written}, whole{written};
            decimal[decimal.find(',')] = '.';
            std::erase(whole, ',');
            return problem("UNITS-AMBIGUOUS-NUMBER", start, written.size(), fmt::format("{} or {}", decimal, whole));
        }
        }
        if ((here() == 'e' || here() == 'E') && (isDigit(here(1)) || ((here(1) == '-' || here(1) == '+') && isDigit(here(2))))) {
            clean += 'e';
            ++at_;
            if (!take('+') && take('-')) clean += '-';
            while (isDigit(here())) clean += text_[at_++];
        }
        double value = 0;
        const auto [stop, error] = std::from_chars(clean.data(), clean.data() + clean.size(), value);
        if (error != std::errc{} || stop != clean.data() + clean.size())
            return problem("UNITS-BAD-NUMBER", start, at_ - start, "a number within reach");
        return value;
    }

    /// A blank between a digit and exactly three digits separates thousands.
    [[nodiscard]] bool isGroupBlank() const
    {
        return here() == ' ' && at_ > 0 && isDigit(text_[at_ - 1]) && isDigit(here(1)) && isDigit(here(2)) && isDigit(here(3))
            && !isDigit(here(4));
    }

    /// Letters and signs of a unit, with one "/unit" behind: "kW", "m3/h", "%". An x alone is an operator.
    std::string readUnit(bool afterCurrency)
    {
        const std::size_t start = at_;
        readUnitWord();
        const std::size_t wordEnd = at_;
        const std::string_view word = std::string_view{text_}.substr(start, wordEnd - start);
        if (word == "x" || word == "X") {
            at_ = start;
            return {};
        }
        if (here() == '/' && isLetter(here(1)) && (wordEnd > start || afterCurrency)) {
            ++at_;
            readUnitWord();
        }
        return text_.substr(start, at_ - start);
    }

    void readUnitWord()
    {
        const std::size_t start = at_;
        while (isLetter(here()) || here() == '%' || here() == '$') ++at_;
        const std::string_view word = std::string_view{text_}.substr(start, at_ - start);
        if (word == "m" && (here() == '2' || here() == '3') && !isDigit(here(1))) ++at_;
    }

    Result<Value> withUnit(double number, std::size_t unitAt, std::string_view unit) const
    {
        const std::vector<UnitMeaning> meanings = meaningsOf(unit, dimension_);
        if (meanings.empty())
            return problem("UNITS-BAD-UNIT", unitAt, std::max<std::size_t>(unit.size(), 1),
                fmt::format("a unit of {}: {}", nameOf(dimension_), commonUnitsOf(dimension_)));
        if (meanings.size() > 1)
            return problem("UNITS-AMBIGUOUS-UNIT", unitAt, unit.size(), fmt::format("the right capitals: {}", commonUnitsOf(dimension_)));
        return Value{number * meanings.front().factor + meanings.front().offset, !isPure(dimension_)};
    }

    AsciiText ascii_;
    const std::string& text_;
    Dimension dimension_;
    std::string_view defaultUnit_;
    std::size_t at_ = 0;
    int operations_ = 0;
};

} // namespace

Result<double> parseQuantity(std::string_view text, Dimension dimension, std::string_view defaultUnit)
{
    return UnitParser{text, dimension, defaultUnit}.parse();
}

} // namespace rackwright
