#include "core/exchange/csv_writer.h"

#include <gtest/gtest.h>
#include <limits>

namespace rackwright {
namespace {

std::string cell(CsvCell value)
{
    CsvWriter csv{{"c"}};
    csv.addRow({std::move(value)});
    const std::string& text = csv.text();
    return text.substr(3, text.size() - 5); // between "c\r\n" and the last "\r\n"
}

TEST(CsvWriter, EndsLinesWithCrLf)
{
    CsvWriter csv{{"part", "quantity"}};
    csv.addRow({std::string{"dgx-h100"}, std::int64_t{31}});
    EXPECT_EQ(csv.text(), "part,quantity\r\ndgx-h100,31\r\n");
}

TEST(CsvWriter, QuotesWhatRfc4180Asks)
{
    EXPECT_EQ(cell(std::string{"a,b"}), "\"a,b\"");
    EXPECT_EQ(cell(std::string{"say \"x\""}), "\"say \"\"x\"\"\"");
    EXPECT_EQ(cell(std::string{"two\nlines"}), "\"two\nlines\"");
    EXPECT_EQ(cell(std::string{"plain"}), "plain");
}

TEST(CsvWriter, NoTextIsRunAsAFormula)
{
    EXPECT_EQ(cell(std::string{"=1+1"}), "'=1+1");
    EXPECT_EQ(cell(std::string{"+1"}), "'+1");
    EXPECT_EQ(cell(std::string{"-1"}), "'-1");
    EXPECT_EQ(cell(std::string{"@SUM(A1)"}), "'@SUM(A1)");
    EXPECT_EQ(cell(std::string{"\t=1"}), "'\t=1");
    EXPECT_EQ(cell(std::string{"\r=1"}), "\"'\r=1\"");
    EXPECT_EQ(cell(std::string("\0=1", 3)), std::string("'\0=1", 4));
    EXPECT_EQ(cell(std::string{"=HYPERLINK(\"x\",\"y\")"}), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    EXPECT_EQ(cell(std::string{"1=1"}), "1=1");
}

TEST(CsvWriter, NumbersStayNumbers)
{
    EXPECT_EQ(cell(std::int64_t{-5}), "-5");
    EXPECT_EQ(cell(-2.5), "-2.5");
    EXPECT_EQ(cell(Money::cents(-123456)), "-1234.56");
    EXPECT_EQ(cell(Money::cents(5)), "0.05");
    EXPECT_EQ(cell(std::numeric_limits<double>::quiet_NaN()), "");
    EXPECT_EQ(cell(std::monostate{}), "");
}

} // namespace
} // namespace rackwright
