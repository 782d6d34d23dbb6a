#include "core/exchange/bom_csv.h"
#include "core/exchange/bom_json.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

Bom sample()
{
    Bom bom;
    const auto usd = [](double value) { return PriceBand{Money::usd(value), Money::usd(value), Money::usd(value)}; };
    BomLine node{
        .group = BomGroup::compute, .partId = "node", .table = "servers", .name = "=Node", .quantity = 2, .state = PriceState::priced};
    node.unitPrice = usd(1000.5), node.extended = usd(2001);
    node.basis = "list", node.date = "2026-05", node.confidence = "high", node.source = "price list, page 3";
    BomLine array{
        .group = BomGroup::storage, .partId = "array", .table = "storage", .name = "Array", .quantity = 1, .state = PriceState::noPrice};
    BomLine dac{
        .group = BomGroup::cables, .partId = "dac", .table = "cables", .name = "DAC", .quantity = 10, .state = PriceState::estimated};
    dac.unitPrice = usd(12), dac.extended = usd(120);
    dac.lengths = {{1.5, 4}, {3, 6}};
    bom.lines = {node, array, dac};
    bom.total = usd(2121);
    bom.noPrice = {"array"};
    bom.unpricedShare = Quantity<>::unknown("array");
    return bom;
}

TEST(BomCsv, StatedAndEstimatedPricesAreInColumnsOfTheirOwn)
{
    const std::string csv = bomCsv(sample());
    EXPECT_NE(csv.find("\r\ncompute,node,'=Node,2,priced,1000.50,2001.00,,,2001.00,2001.00,list,2026-05,high,,\"price list, page 3\"\r\n"),
        std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\r\ncables,dac,DAC,10,estimated,,,12.00,120.00,120.00,120.00,,,,1.5 m: 4; 3 m: 6,\r\n"), std::string::npos) << csv;
}

TEST(BomCsv, MissingPriceIsEmptyAndTheTotalSaysSo)
{
    const std::string csv = bomCsv(sample());
    EXPECT_NE(csv.find("\r\nstorage,array,Array,1,no_price,,,,,,,,,,,\r\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\r\nall,,total,13,at least: 1 lines have no price,,2001.00,,120.00,2121.00,2121.00,,,,,\r\n"), std::string::npos)
        << csv;
}

TEST(BomJson, KeysCarryUnitsAndUnknownIsNull)
{
    const std::string json = bomJson(sample());
    EXPECT_NE(json.find("\"unit_price_usd\": 1000.5"), std::string::npos) << json;
    EXPECT_NE(json.find("\"unit_price_usd\": null"), std::string::npos) << json;
    EXPECT_NE(json.find("\"length_m\": 1.5"), std::string::npos) << json;
    EXPECT_NE(json.find("\"unpriced_share\": null"), std::string::npos) << json;
    EXPECT_NE(json.find("\"knowledge\": \"at_least\""), std::string::npos) << json;
}

} // namespace
} // namespace rackwright
