#include "core/catalog/schema.h"

#include "core/catalog/cell.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

const std::string schemaText = "table,column,type,unit,required,min,max,refers_to,choices\n"
                               "things,id,id,,1,,,,\n"
                               "things,watts,number,W,0,1,1000,,\n"
                               "things,count,integer,,0,0,,,\n"
                               "things,on,flag,,0,,,,\n"
                               "things,date,date,,0,,,,\n"
                               "things,size,choice,,0,,,,small;large\n"
                               "things,note,text,,0,,,,\n"
                               "links,file,text,,1,,,schema,\n"
                               "links,part,id,,1,,,@file,\n"
                               "links,word,text,,0,,,aliases,\n";

CsvTable table(const std::string& text, const std::string& file = "things.csv")
{
    auto parsed = parseCsv(text, file);
    EXPECT_TRUE(parsed);
    return std::move(*parsed);
}

Schema schema()
{
    auto read = Schema::read(table(schemaText, "schema.csv"));
    EXPECT_TRUE(read);
    return std::move(*read);
}

std::vector<Error> problemsOf(const std::string& row)
{
    std::vector<Error> problems;
    checkCells(table("id,watts,count,on,date,size,note\n" + row + "\n"), *schema().find("things"), problems);
    return problems;
}

TEST(Schema, AcceptsWhatFitsAndBlanks)
{
    EXPECT_TRUE(problemsOf("a-1,1000,7,1,2026-02-28,small,two words").empty());
    EXPECT_TRUE(problemsOf("a-1,,,,,,").empty());
}

TEST(Schema, NamesEachCellThatDoesNotFit)
{
    const std::vector<std::tuple<std::string, std::string, std::string>> cases{
        {",,,,,,", "id", "CATALOG-BLANK"},
        {"a b,,,,,,", "id", "CATALOG-BAD-ID"},
        {"a,many,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,nan,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,inf,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,1e999,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,\"1,5\",,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a, 5,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,0x10,,,,,", "watts", "CATALOG-BAD-NUMBER"},
        {"a,0.5,,,,,", "watts", "CATALOG-OUT-OF-RANGE"},
        {"a,1001,,,,,", "watts", "CATALOG-OUT-OF-RANGE"},
        {"a,,1.5,,,,", "count", "CATALOG-BAD-INTEGER"},
        {"a,,-1,,,,", "count", "CATALOG-OUT-OF-RANGE"},
        {"a,,,yes,,,", "on", "CATALOG-BAD-FLAG"},
        {"a,,,,2026-13,,", "date", "CATALOG-BAD-DATE"},
        {"a,,,,2025-02-29,,", "date", "CATALOG-BAD-DATE"},
        {"a,,,,12/2026,,", "date", "CATALOG-BAD-DATE"},
        {"a,,,,,huge,", "size", "CATALOG-BAD-CHOICE"},
        {"a,,,,,,\" x\"", "note", "CATALOG-BAD-TEXT"},
    };
    for (const auto& [row, column, code] : cases) {
        const std::vector<Error> problems = problemsOf(row);
        ASSERT_EQ(problems.size(), 1u) << row;
        EXPECT_EQ(problems[0].code, code) << row;
        EXPECT_EQ(problems[0].arg("column"), column) << row;
        EXPECT_EQ(problems[0].arg("file"), "things.csv");
        EXPECT_EQ(problems[0].arg("line"), "2");
        EXPECT_FALSE(problems[0].arg("wanted").empty());
    }
}

TEST(Schema, ListsAllProblems)
{
    EXPECT_EQ(problemsOf("a,x,1.5,2,now,huge,").size(), 5u);
}

TEST(Schema, HeaderMustHaveExactlyTheColumns)
{
    std::vector<Error> problems;
    EXPECT_FALSE(checkCells(table("id,watts,count,on,date,size,colour\n"), *schema().find("things"), problems));
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_EQ(problems[0].arg("column"), "colour");
    EXPECT_EQ(problems[1].arg("column"), "note");
}

// t02: a duplicate is an error that names both rows.
TEST(Schema, DuplicateNamesBothRows_t02)
{
    std::vector<Error> problems;
    checkUnique(table("sku,region,price\nx,west,0.178\ny,west,1\nx,west,0.086\n"), {"sku", "region"}, problems);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].code, "CATALOG-DUPLICATE");
    EXPECT_EQ(problems[0].arg("line"), "4");
    EXPECT_EQ(problems[0].arg("other_line"), "2");
    EXPECT_EQ(problems[0].arg("found"), "x, west");
}

TEST(Schema, ReferencesMustLeadSomewhere)
{
    const Schema rules = schema();
    ReferenceTargets targets;
    targets.idsOfTable["things"] = {"a"};
    targets.aliases = {"links\nword\nfoo"};
    std::vector<Error> problems;
    checkReferences(
        table("file,part,word\nthings,a,foo\nthings,b,\nothers,a,bar\n", "links.csv"), *rules.find("links"), rules, targets, problems);
    ASSERT_EQ(problems.size(), 4u);
    std::vector<std::pair<std::string, std::string>> where;
    for (const Error& problem : problems) {
        EXPECT_EQ(problem.code, "CATALOG-UNKNOWN-REFERENCE");
        where.emplace_back(problem.arg("line"), problem.arg("column"));
    }
    const std::vector<std::pair<std::string, std::string>> expected{{"4", "file"}, {"3", "part"}, {"4", "part"}, {"4", "word"}};
    EXPECT_EQ(where, expected);
}

TEST(Schema, RefusesRulesThatMakeNoSense)
{
    const std::string header = "table,column,type,unit,required,min,max,refers_to,choices\n";
    for (const std::string row :
        {"t,c,colour,,0,,,,", "t,c,text,,maybe,,,,", "t,c,number,,0,5,1,,", "t,c,number,,0,x,,,", "t,c,choice,,0,,,,", ",c,text,,0,,,,",
            "t,,text,,0,,,,", "t,c,text,,0,,,,\nt,c,text,,0,,,,", "t,c,text,,0,,,,\nu,c,text,,0,,,,\nt,d,text,,0,,,,"}) {
        const auto read = Schema::read(table(header + row + "\n", "schema.csv"));
        ASSERT_FALSE(read) << row;
        EXPECT_EQ(read.error().code, "SCHEMA-BAD-ROW") << row;
        EXPECT_FALSE(read.error().arg("line").empty());
    }
}

TEST(Cell, ReadsNumbersDatesAndPiecesStrictly)
{
    EXPECT_EQ(numberIn("-2.5e3"), -2500);
    EXPECT_FALSE(numberIn("+1"));
    EXPECT_FALSE(numberIn(""));
    EXPECT_EQ(integerIn("42"), 42);
    EXPECT_FALSE(integerIn("4.0"));
    EXPECT_TRUE(isDate("2024-02-29"));
    EXPECT_TRUE(isDate("2024"));
    EXPECT_FALSE(isDate("2024-2"));
    EXPECT_FALSE(isDate("202-01"));
    EXPECT_EQ(piecesIn("a;b;"), (std::vector<std::string_view>{"a", "b"}));
    EXPECT_TRUE(piecesIn("").empty());
}

} // namespace
} // namespace rackwright
