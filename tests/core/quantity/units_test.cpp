#include "core/quantity/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rackwright {
namespace {

using enum Dimension;

struct Valid {
    const char* text;
    Dimension dimension;
    double value;
};

void PrintTo(const Valid& valid, std::ostream* out)
{
    *out << valid.text;
}

class UnitsRead : public testing::TestWithParam<Valid> { };

TEST_P(UnitsRead, AsMeant)
{
    const auto& [text, dimension, value] = GetParam();
    const auto read = parseQuantity(text, dimension);
    ASSERT_TRUE(read) << text << ": " << read.error().code << ' ' << read.error().arg("wanted");
    EXPECT_NEAR(*read, value, std::abs(value) * 1e-12 + 1e-12) << text;
}

INSTANTIATE_TEST_SUITE_P(Units, UnitsRead,
    testing::Values(Valid{"17 kW", power, 17000}, Valid{"17kW", power, 17000}, Valid{" 17 kw ", power, 17000},
        Valid{"0.7 MW", power, 700000}, Valid{"10,2 kW", power, 10200}, Valid{"17.5 kW", power, 17500}, Valid{"17,5 kW", power, 17500},
        Valid{"1,234.5 W", power, 1234.5}, Valid{"1.234,5 W", power, 1234.5}, Valid{"1,234,567 W", power, 1234567},
        Valid{"1.234.567 W", power, 1234567}, Valid{"1 234 567 W", power, 1234567}, Valid{"1'234'567.8 W", power, 1234567.8},
        Valid{"1\u202F234 W", power, 1234}, Valid{"0,125 kW", power, 125}, Valid{"1234,567 W", power, 1234.567}, Valid{".5 kW", power, 500},
        Valid{"1e3 W", power, 1000}, Valid{"1.5E-3 MW", power, 1500}, Valid{"12 kVA", apparentPower, 12000}, Valid{"1 kWh", energy, 3.6e6},
        // Arithmetic.
        Valid{"2*17 kW", power, 34000}, Valid{"2 x 17 kW", power, 34000}, Valid{"2x17 kW", power, 34000},
        Valid{"2 \u00D7 17 kW", power, 34000}, Valid{"17 kW * 2", power, 34000}, Valid{"17 kW/2", power, 8500},
        Valid{"1 kW + 500 W", power, 1500}, Valid{"1 kW - 200 W", power, 800}, Valid{"(40+2)*1.5 kW", power, 63000},
        Valid{"2+3*4", count, 14}, Valid{"10 kW / 2 kW * 3 W", power, 15}, Valid{"-2*-3 W", power, 6},
        // Memory: decimal and binary.
        Valid{"80 GB", memory, 80e9}, Valid{"80 GiB", memory, 85899345920.0}, Valid{"81559 MiB", memory, 81559.0 * 1048576},
        Valid{"3.2 TB", memory, 3.2e12}, Valid{"512 B", memory, 512}, Valid{"512 bytes", memory, 512}, Valid{"1 KiB", memory, 1024},
        Valid{"8*80 GB", memory, 640e9},
        // Rates: b is a bit, B a byte.
        Valid{"400G", bitRate, 400e9}, Valid{"400 Gb/s", bitRate, 400e9}, Valid{"400 Gbps", bitRate, 400e9},
        Valid{"400gbps", bitRate, 400e9}, Valid{"50 GB/s", bitRate, 400e9}, Valid{"1.6T", bitRate, 1.6e12},
        Valid{"8x400G", bitRate, 3.2e12}, Valid{"3.35 TB/s", byteRate, 3.35e12}, Valid{"1 GiB/s", byteRate, 1073741824.0},
        Valid{"989 TFLOPS", computeRate, 989e12}, Valid{"2.4 GHz", frequency, 2.4e9},
        // Lengths, masses, times.
        Valid{"6 ft", length, 1.8288}, Valid{"897 mm", length, 0.897}, Valid{"42 U", length, 1.8669}, Valid{"19 in", length, 0.4826},
        Valid{"287.6 lbs", mass, 130.453165612}, Valid{"1.36 t", mass, 1360}, Valid{"1.5 h", time, 5400},
        Valid{"200 \u00B5s", time, 200e-6}, Valid{"90 days", time, 7776000}, Valid{"1 month", time, 2628000},
        // Temperatures and differences.
        Valid{"25 \u00B0C", temperature, 25}, Valid{"77 \u00B0F", temperature, 25}, Valid{"-5 C", temperature, -5},
        Valid{"300 K", temperature, 26.85}, Valid{"-40 F", temperature, -40}, Valid{"10 K", temperatureDifference, 10},
        Valid{"2*5 K", temperatureDifference, 10},
        // Electricity, flows, pressure.
        Valid{"415 V", voltage, 415}, Valid{"13.8 kV", voltage, 13800}, Valid{"32 A", current, 32}, Valid{"120 l/min", liquidFlow, 120},
        Valid{"2 l/s", liquidFlow, 120}, Valid{"10 gpm", liquidFlow, 37.85411784}, Valid{"6 m\u00B3/h", liquidFlow, 100},
        Valid{"1105 CFM", airFlow, 1105}, Valid{"1105 cfm", airFlow, 1105}, Valid{"0.0004719474432 m3/s", airFlow, 1},
        Valid{"2 bar", pressure, 200000}, Valid{"115 kPa", pressure, 115000},
        // Money.
        Valid{"$1,234,567", money, 1234567}, Valid{"$1,234", money, 1234}, Valid{"1,234 USD", money, 1234}, Valid{"$1.2M", money, 1.2e6},
        Valid{"USD 400k", money, 400000}, Valid{"400 k$", money, 400000}, Valid{"-$5.50", money, -5.5}, Valid{"8 * $30,000", money, 240000},
        Valid{"$98.32/h", pricePerHour, 98.32}, Valid{"2.49 USD/h", pricePerHour, 2.49}, Valid{"0,09 USD/kWh", pricePerEnergy, 0.09},
        Valid{"9 ct/kWh", pricePerEnergy, 0.09}, Valid{"$90/MWh", pricePerEnergy, 0.09}, Valid{"369.5 g/kWh", carbonPerEnergy, 369.5},
        // Pure numbers.
        Valid{"4096", count, 4096}, Valid{"7B", count, 7e9}, Valid{"1.5M", count, 1.5e6}, Valid{"12 %", share, 0.12},
        Valid{"0.12", share, 0.12}));

struct Invalid {
    const char* text;
    Dimension dimension;
    const char* code;
    const char* where;
    const char* found;
};

void PrintTo(const Invalid& invalid, std::ostream* out)
{
    *out << invalid.text;
}

class UnitsRefuse : public testing::TestWithParam<Invalid> { };

TEST_P(UnitsRefuse, SayingWhatWhereFoundAndWanted)
{
    const auto& [text, dimension, code, where, found] = GetParam();
    const auto read = parseQuantity(text, dimension);
    ASSERT_FALSE(read) << text << " = " << *read;
    EXPECT_EQ(read.error().code, code) << text;
    EXPECT_EQ(read.error().arg("what"), nameOf(dimension));
    EXPECT_EQ(read.error().arg("where"), where) << text;
    EXPECT_EQ(read.error().arg("found"), found) << text;
    EXPECT_FALSE(read.error().arg("wanted").empty());
}

INSTANTIATE_TEST_SUITE_P(Units, UnitsRefuse,
    testing::Values(Invalid{"", power, "UNITS-EMPTY", "1", "the end"}, Invalid{"   ", power, "UNITS-EMPTY", "4", "the end"},
        Invalid{"kW", power, "UNITS-BAD-NUMBER", "1", "k"}, Invalid{"seventeen", power, "UNITS-BAD-NUMBER", "1", "s"},
        Invalid{"17", power, "UNITS-NO-UNIT", "1", "17"}, Invalid{"17 kg", power, "UNITS-BAD-UNIT", "4", "kg"},
        Invalid{"17 kWh", power, "UNITS-BAD-UNIT", "4", "kWh"}, Invalid{"5 mw", power, "UNITS-AMBIGUOUS-UNIT", "3", "mw"},
        Invalid{"1,234 kW", power, "UNITS-AMBIGUOUS-NUMBER", "1", "1,234"},
        Invalid{"1,23,456 W", power, "UNITS-BAD-NUMBER", "1", "1,23,456"}, Invalid{"1.2.3 W", power, "UNITS-BAD-NUMBER", "1", "1.2.3"},
        Invalid{"1,2 3.5 W", power, "UNITS-SYNTAX", "5", "3"}, Invalid{"5. W", power, "UNITS-BAD-NUMBER", "1", "5."},
        Invalid{". W", power, "UNITS-BAD-NUMBER", "1", "."}, Invalid{"nan W", power, "UNITS-BAD-NUMBER", "1", "n"},
        Invalid{"inf W", power, "UNITS-BAD-NUMBER", "1", "i"}, Invalid{"1e999 W", power, "UNITS-BAD-NUMBER", "1", "1e999"},
        Invalid{"-17 kW", power, "UNITS-OUT-OF-RANGE", "1", "-17 kW"},
        Invalid{"1e300 * 1e300 W", power, "UNITS-OUT-OF-RANGE", "1", "1e300 * 1e300 W"},
        Invalid{"2 kW * 3 kW", power, "UNITS-BAD-ARITHMETIC", "6", "*"}, Invalid{"2 + 3 kW", power, "UNITS-BAD-ARITHMETIC", "3", "+"},
        Invalid{"2 / 3 kW", power, "UNITS-BAD-ARITHMETIC", "3", "/"}, Invalid{"2 kW / 0", power, "UNITS-BAD-ARITHMETIC", "6", "/"},
        Invalid{"(2 kW", power, "UNITS-SYNTAX", "6", "the end"}, Invalid{"2 kW)", power, "UNITS-SYNTAX", "5", ")"},
        Invalid{"2 kW 3 kW", power, "UNITS-SYNTAX", "6", "3"}, Invalid{"2 *", power, "UNITS-BAD-NUMBER", "4", "the end"},
        Invalid{"80 G", memory, "UNITS-BAD-UNIT", "4", "G"}, Invalid{"80 Gb", memory, "UNITS-BAD-UNIT", "4", "Gb"},
        Invalid{"80 gb", memory, "UNITS-BAD-UNIT", "4", "gb"}, Invalid{"400 Gb/s", byteRate, "UNITS-BAD-UNIT", "5", "Gb/s"},
        Invalid{"25 \u00B0C", temperatureDifference, "UNITS-BAD-UNIT", "4", "degC"},
        Invalid{"20 C + 5 C", temperature, "UNITS-BAD-ARITHMETIC", "1", "20 C + 5 C"},
        Invalid{"$5/month", pricePerHour, "UNITS-BAD-UNIT", "3", "/month"}, Invalid{"$5", pricePerHour, "UNITS-BAD-UNIT", "3", "the end"},
        Invalid{"$5", power, "UNITS-BAD-UNIT", "3", "the end"}, Invalid{"\u00B5\u00B5 17", length, "UNITS-BAD-NUMBER", "1", "u"}));

TEST(Units, TooLongOrTooDeepIsRefused)
{
    EXPECT_EQ(parseQuantity(std::string(300, '1') + " W", power).error().code, "UNITS-TOO-LONG");
    EXPECT_EQ(parseQuantity(std::string(100, '(') + "1 W" + std::string(100, ')'), power).error().code, "UNITS-SYNTAX");
}

TEST(Units, AmbiguousNumberOffersBothReadings)
{
    EXPECT_EQ(parseQuantity("1,234 kW", power).error().arg("wanted"), "1.234 or 1234");
}

TEST(Units, WhereCountsCharactersNotBytes)
{
    EXPECT_EQ(parseQuantity("2\u00D73 \u00B5g", power).error().arg("where"), "5");
}

TEST(Units, DefaultUnitServesABareNumber)
{
    EXPECT_EQ(*parseQuantity("2*17", power, "kW"), 34000);
    EXPECT_EQ(*parseQuantity("2*17 W", power, "kW"), 34);
    EXPECT_NEAR(*parseQuantity("77", temperature, "degF"), 25, 1e-9);
    EXPECT_EQ(parseQuantity("17", power, "kg").error().code, "UNITS-BAD-UNIT");
}

struct Printed {
    double value;
    const char* unit;
    const char* text;
};

TEST(Units, PrintsInASuitableUnit)
{
    for (const auto& [value, unit, text] :
        {Printed{17000, "W", "17.0 kW"}, Printed{10200, "W", "10.2 kW"}, Printed{75, "W", "75 W"}, Printed{0.4, "W", "0.4 W"},
            Printed{999.96, "W", "1.0 kW"}, Printed{1.25e6, "W", "1.25 MW"}, Printed{0, "W", "0 W"}, Printed{3.2e12, "bytes", "3.2 TB"},
            Printed{80, "GB", "80.0 GB"}, Printed{1234567, "USD", "$1,234,567"}, Printed{98.32, "USD/h", "$98.32/h"},
            Printed{0.0899, "USD/kWh", "$0.0899/kWh"}, Printed{0.09, "USD/kWh", "$0.09/kWh"}, Printed{-1500, "USD", "-$1,500"},
            Printed{0, "USD", "$0.00"}, Printed{999.999, "USD", "$1,000"}, Printed{25, "degC", "25.0 \u00B0C"},
            Printed{-0.01, "degC", "0.0 \u00B0C"}, Printed{10, "K", "10.0 K"}, Printed{897, "mm", "897 mm"}, Printed{130.5, "kg", "130 kg"},
            Printed{1360, "kg", "1360 kg"}, Printed{400e9, "bits/s", "400 Gb/s"}, Printed{400, "Gb/s", "400 Gb/s"},
            Printed{1.79, "TFLOPS", "1.79 TFLOPS"}, Printed{1979, "TOPS", "1979 TOPS"}, Printed{1105, "cfm", "1105 CFM"},
            Printed{0.1234, "%", "0.123 %"}, Printed{8, "U", "8 U"}, Printed{4096, "", "4096"}, Printed{0.5123, "1", "0.512"},
            Printed{12.5, "tokens/s", "12.5 tokens/s"}, Printed{200e-6, "s", "200 \u00B5s"}, Printed{7776000, "s", "90.0 days"}})
        EXPECT_EQ(formatQuantity(value, unit), text) << value << ' ' << unit;
    EXPECT_EQ(formatQuantity(512.0 * 1048576, "bytes", {.binaryBytes = true}), "512 MiB");
    EXPECT_EQ(formatQuantity(1.8288, "m", {.usUnits = true}), "6.0 ft");
    EXPECT_EQ(formatQuantity(25, "degC", {.usUnits = true}), "77.0 \u00B0F");
    EXPECT_EQ(formatQuantity(10234.5, "W", {.digits = 6}), "10.2345 kW");
}

TEST(Units, PrintsExtremes)
{
    EXPECT_EQ(formatQuantity(std::numeric_limits<double>::denorm_min(), "W"), "0.0 W");
    EXPECT_TRUE(formatQuantity(std::numeric_limits<double>::max(), "W").ends_with(" GW"));
    EXPECT_EQ(formatQuantity(-0.0, "W"), "0 W");
}

TEST(Units, NeverPrintsNanOrInfinity)
{
    EXPECT_EQ(formatQuantity(std::numeric_limits<double>::quiet_NaN(), "W"), "unknown");
    EXPECT_EQ(formatQuantity(std::numeric_limits<double>::infinity(), "USD"), "unknown");
}

TEST(Units, WhatIsPrintedReadsBackAsPrinted)
{
    for (const Dimension dimension :
        {power, apparentPower, energy, memory, byteRate, bitRate, computeRate, frequency, length, mass, time, temperatureDifference,
            voltage, current, liquidFlow, airFlow, pressure, carbonPerEnergy, money, pricePerHour, pricePerEnergy, share, count})
        for (const bool us : {false, true})
            for (const bool binary : {false, true})
                for (int i = 0; i < 120; ++i) {
                    const UnitStyle style{.digits = 3 + i % 4, .binaryBytes = binary, .usUnits = us};
                    // Mantissas and magnitudes spread by irrational steps.
                    const double value = (1 + std::fmod(i * 0.6180339887, 1.0) * 8.999) * std::pow(10, i % 12 - 1);
                    const std::string unit = dimension == share ? "%" : std::string{baseUnitOf(dimension)};
                    const double inside = dimension == share ? value / 100 : value;
                    const std::string printed = formatQuantity(value, unit, style);
                    const auto read = parseQuantity(printed, dimension);
                    ASSERT_TRUE(read) << printed << ' ' << read.error().code;
                    const double again = dimension == share ? *read * 100 : *read;
                    EXPECT_EQ(formatQuantity(again, unit, style), printed) << value;
                    // Money keeps cents or dollars, the smallest step of others may hold fewer digits than asked for.
                    EXPECT_NEAR(*read, inside,
                        inside * 0.5001 * std::pow(10, 1 - style.digits) + (nameOf(dimension).starts_with("price") ? 0.5 : 0))
                        << printed;
                }
}

TEST(Units, TemperaturesReadBackAsPrinted)
{
    for (double celsius = -40; celsius <= 110; celsius += 0.37)
        for (const bool us : {false, true}) {
            const std::string printed = formatQuantity(celsius, "degC", {.usUnits = us});
            const auto read = parseQuantity(printed, temperature);
            ASSERT_TRUE(read) << printed;
            EXPECT_EQ(formatQuantity(*read, "degC", {.usUnits = us}), printed);
            EXPECT_NEAR(*read, celsius, 0.0501);
        }
}

} // namespace
} // namespace rackwright
