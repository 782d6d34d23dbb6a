#include "core/exchange/node.h"

#include <gtest/gtest.h>
#include <limits>

namespace rackwright {
namespace {

const Node table = Node::Array{Node::Object{{"id", "a,b"}, {"power_w", 10200.0}}, Node::Object{{"id", "=cmd()"}, {"note", nullptr}}};

TEST(Node, CsvQuotesAndNeutralisesTextButNotNumbers)
{
    EXPECT_EQ(toCsv(table), "id,power_w,note\n\"a,b\",10200,\n'=cmd(),,\n");
    EXPECT_EQ(toCsv(Node::Object{{"loss", -5.0}}), "name,value\nloss,-5\n");
}

TEST(Node, JsonHasNoNaN)
{
    EXPECT_EQ(toJson(Node::Object{{"x", std::numeric_limits<double>::quiet_NaN()}, {"y", 1}}), "{\n  \"x\": null,\n  \"y\": 1\n}\n");
}

TEST(Node, UnknownQuantityIsNullNotZero)
{
    EXPECT_EQ(toJson(Node{Quantity<>::unknown("price")}), "null\n");
}

TEST(Node, TextAlignsNumbersRight)
{
    EXPECT_EQ(toPlainText(Node::Array{Node::Object{{"id", "x"}, {"n", 5}}, Node::Object{{"id", "long"}, {"n", 12345}}}),
        "id    n\nx         5\nlong  12345\n");
}

} // namespace
} // namespace rackwright
