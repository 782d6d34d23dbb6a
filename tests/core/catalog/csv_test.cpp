#include "core/catalog/csv.h"

#include <gtest/gtest.h>

#include <fstream>

namespace rackwright {
namespace {

struct Bad {
    const char* name;
    std::string text;
    const char* code;
    const char* line;
    const char* column;
};

void PrintTo(const Bad& bad, std::ostream* out)
{
    *out << bad.name;
}

class CsvRefuses : public testing::TestWithParam<Bad> { };

TEST_P(CsvRefuses, WithFileLineColumnFoundAndWanted)
{
    const auto table = parseCsv(GetParam().text, "t.csv");
    ASSERT_FALSE(table);
    const Error& error = table.error();
    EXPECT_EQ(error.code, GetParam().code);
    EXPECT_EQ(error.arg("file"), "t.csv");
    EXPECT_EQ(error.arg("line"), GetParam().line);
    EXPECT_EQ(error.arg("column"), GetParam().column);
    EXPECT_FALSE(error.arg("found").empty());
    EXPECT_FALSE(error.arg("wanted").empty());
}

INSTANTIATE_TEST_SUITE_P(Csv, CsvRefuses,
    testing::Values(Bad{"TooFewCells", "a,b\n1,2\n3\n", "CSV-CELL-COUNT", "3", ""}, //
        Bad{"TooManyCells", "a,b\n1,2,3\n", "CSV-CELL-COUNT", "2", ""}, //
        Bad{"BlankLine", "a,b\n1,2\n\n3,4\n", "CSV-CELL-COUNT", "3", ""}, //
        Bad{"CountAfterLongCell", "a,b\n\"x\ny\",2\n3\n", "CSV-CELL-COUNT", "4", ""}, //
        Bad{"QuoteInside", "a,b\n1,x\"y\n", "CSV-QUOTE", "2", "b"}, //
        Bad{"TextBehindQuote", "a,b\n\"x\"y,2\n", "CSV-QUOTE", "2", "a"}, //
        Bad{"NeverClosed", "a,b\n1,2\n3,\"x\n5,6\n", "CSV-QUOTE", "3", "b"}, //
        Bad{"LoneCarriageReturn", "a,b\r1,2\n", "CSV-LINE-END", "1", ""}, //
        Bad{"Latin1", "a,b\n1,caf\xE9\n", "CSV-NOT-UTF8", "2", ""}, //
        Bad{"Overlong", "a\n\xC0\xAF\n", "CSV-NOT-UTF8", "2", ""}, //
        Bad{"Surrogate", "a\n\xED\xA0\x80\n", "CSV-NOT-UTF8", "2", ""}, //
        Bad{"CutOff", "a\nx\xE2\x82", "CSV-NOT-UTF8", "2", ""}, //
        Bad{"AboveUnicode", "a\n\xF4\x90\x80\x80\n", "CSV-NOT-UTF8", "2", ""}, //
        Bad{"Nul", std::string{"a\nx\0y\n", 6}, "CSV-CONTROL", "2", ""}, //
        Bad{"Empty", "", "CSV-HEADER", "1", "1"}, //
        Bad{"NamelessColumn", "a,,c\n", "CSV-HEADER", "1", "2"}, //
        Bad{"ColumnTwice", "a,b,a\n", "CSV-HEADER", "1", "3"}),
    [](const auto& test) { return test.param.name; });

TEST(Csv, ReadsQuotesCommasAndLineBreaks)
{
    const auto table = parseCsv("a,b,c\n\"x,\"\"y\"\"\",,\"1\n2\"\n\"\",é,z", "t.csv");
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows(), 2u);
    EXPECT_EQ(table->cell(0, "a"), "x,\"y\"");
    EXPECT_EQ(table->cell(0, "b"), "");
    EXPECT_EQ(table->cell(0, "c"), "1\n2");
    EXPECT_EQ(table->cell(1, "a"), "");
    EXPECT_EQ(table->cell(1, "b"), "é");
    EXPECT_EQ(table->line(1), 4u);
    EXPECT_EQ(table->cell(0, "none"), "");
}

TEST(Csv, ReadsCrlfAndByteOrderMark)
{
    const auto table = parseCsv("\xEF\xBB\xBF"
                                "a,b\r\n1,2\r\n",
        "t.csv");
    ASSERT_TRUE(table);
    EXPECT_EQ(table->header().front(), "a");
    ASSERT_EQ(table->rows(), 1u);
    EXPECT_EQ(table->cell(0, "b"), "2");
}

TEST(Csv, CellsSurviveAMove)
{
    auto table = parseCsv("a\nx\n", "t.csv");
    ASSERT_TRUE(table);
    const std::string_view cell = table->cell(0, "a");
    const CsvTable moved = std::move(*table);
    EXPECT_EQ(moved.cell(0, "a"), "x");
    EXPECT_EQ(moved.cell(0, "a").data(), cell.data());
}

TEST(Csv, CapsSizeAndColumns)
{
    EXPECT_EQ(parseCsv("a,b\n1,2\n", "t.csv", {.maxBytes = 4}).error().code, "CSV-TOO-LARGE");
    EXPECT_EQ(parseCsv("a,b\n1,2\n", "t.csv", {.maxColumns = 1}).error().code, "CSV-HEADER");
}

TEST(Csv, NamesAFileThatCannotBeRead)
{
    const auto missing = readCsv("/no/such/file.csv", "file.csv");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, "CSV-CANNOT-READ");
    EXPECT_EQ(missing.error().arg("path"), "/no/such/file.csv");
    EXPECT_FALSE(readCsv("/tmp", "tmp")); // a folder
    EXPECT_FALSE(readCsv("/dev/zero", "zero")); // never ends
}

TEST(Csv, ChecksTheSizeBeforeReading)
{
    const std::string path = testing::TempDir() + "rackwright_csv_size.csv";
    std::ofstream{path} << "a\n1234567\n";
    EXPECT_EQ(readCsv(path, "t.csv", {.maxBytes = 5}).error().code, "CSV-TOO-LARGE");
    EXPECT_TRUE(readCsv(path, "t.csv"));
}

} // namespace
} // namespace rackwright
