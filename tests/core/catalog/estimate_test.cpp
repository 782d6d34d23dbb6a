#include "core/catalog/estimate.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

Part makePart(PartKind kind, std::string id, std::vector<std::pair<std::string, std::string>> cells, std::string source = "data sheet")
{
    Part part;
    part.kind = kind;
    part.id = std::move(id);
    part.provenances.push_back({"spec", std::move(source), "2025-05"});
    for (auto& [column, value] : cells) part.values.push_back({column, value, 0});
    std::ranges::sort(part.values, {}, &PartValue::column);
    return part;
}

EstimateRule rule(
    PartKind kind, std::string classes, std::string values, std::string column, std::string per, double low, double typical, double high)
{
    EstimateRule made;
    made.id = column + '-' + per + '-' + values;
    made.kind = kind;
    made.classColumn = std::move(classes), made.classValue = std::move(values);
    made.column = std::move(column), made.per = std::move(per);
    made.low = low, made.typical = typical, made.high = high;
    made.basis = "p10/median/p90 of stated rows", made.date = "2026-12", made.source = "rows of the table";
    return made;
}

Catalog catalogOf(std::vector<EstimateRule> rules)
{
    std::vector<Part> parts;
    parts.push_back(makePart(PartKind::accelerator, "card", {{"form_factor", "SXM5"}, {"tdp_w", "700"}}));
    parts.back().prices = {{25000, 30000, 40000, "each", "street", "2026-05", "medium", "broker"}};
    return Catalog::fromParts(std::move(parts), std::move(rules));
}

const Part node = makePart(PartKind::server, "node",
    {{"vendor", "Acme"}, {"model", "N8"}, {"u_height", "8"}, {"accelerator_id", "card"}, {"accelerator_count", "8"},
        {"max_power_w", "10200"}});

TEST(Estimate, StatedCellIsKnownWithItsSource)
{
    const SourcedFigure figure = figureOf(node, "max_power_w", catalogOf({}), true);
    EXPECT_EQ(figure.value, Quantity<>::known(10200));
    EXPECT_EQ(figure.explanation.name, "Acme N8 max_power_w");
    EXPECT_EQ(figure.explanation.unit, "W");
    EXPECT_EQ(figure.explanation.origin, Origin::catalog);
    EXPECT_EQ(figure.explanation.source, "data sheet");
    EXPECT_EQ(figure.explanation.date, "2025-05");
}

TEST(Estimate, CellThatItsSourceCallsAnEstimateIsEstimated)
{
    Part part = node;
    part.provenances[0].kind = "estimate";
    EXPECT_EQ(valueOf(part, "max_power_w", catalogOf({}), true), Quantity<>::estimated(10200, 10200, 10200));
}

TEST(Estimate, BlankWithoutRuleIsUnknownAndNamesPartAndColumn)
{
    const Quantity<> value = valueOf(node, "weight_kg", catalogOf({}), true);
    EXPECT_FALSE(value.hasValue());
    EXPECT_EQ(value.missing, std::vector<std::string>{"node weight_kg"});
}

TEST(Estimate, RulesAreNotUsedWhenGapsStayOpen)
{
    const Catalog catalog = catalogOf({rule(PartKind::server, "", "", "weight_kg", "per_u", 10, 14, 20)});
    EXPECT_FALSE(valueOf(node, "weight_kg", catalog, false).hasValue());
    EXPECT_EQ(valueOf(node, "weight_kg", catalog, true), Quantity<>::estimated(80, 112, 160));
}

TEST(Estimate, RuleIsExplainedWithItsIdBasisDateAndBase)
{
    const Catalog catalog = catalogOf({rule(PartKind::server, "", "", "weight_kg", "per_u", 10, 14, 20)});
    const Explanation told = figureOf(node, "weight_kg", catalog, true).explanation;
    EXPECT_EQ(told.origin, Origin::estimate);
    EXPECT_EQ(told.source, "class rule weight_kg-per_u-: p10/median/p90 of stated rows; rows of the table");
    EXPECT_EQ(told.date, "2026-12");
    ASSERT_EQ(told.inputs.size(), 2u);
    EXPECT_EQ(told.inputs[0].value, Quantity<>::estimated(10, 14, 20));
    EXPECT_EQ(told.inputs[1].name, "Acme N8 u_height");
    EXPECT_EQ(told.inputs[1].value.value, 8);
}

TEST(Estimate, ClassRuleComesBeforeTheClassless)
{
    const Catalog catalog = catalogOf({rule(PartKind::server, "", "", "idle_power_w", "share", 0.2, 0.2, 0.2),
        rule(PartKind::server, "class", "accelerated", "idle_power_w", "share", 0.1, 0.25, 0.5),
        rule(PartKind::server, "class", "cpu", "idle_power_w", "share", 0.4, 0.4, 0.4)});
    EXPECT_EQ(valueOf(node, "idle_power_w", catalog, true), Quantity<>::estimated(1020, 2550, 5100));
}

TEST(Estimate, AllColumnsOfAClassMustMatch)
{
    const Catalog catalog = catalogOf({rule(PartKind::cable, "kind;speed_gbps", "DAC;400", "power_w_per_end", "each", 0, 0.1, 0.1),
        rule(PartKind::cable, "kind;speed_gbps", "AOC;400", "power_w_per_end", "each", 3, 4, 5)});
    const Part cable = makePart(PartKind::cable, "aoc", {{"kind", "AOC"}, {"speed_gbps", "400"}});
    EXPECT_EQ(valueOf(cable, "power_w_per_end", catalog, true), Quantity<>::estimated(3, 4, 5));
    EXPECT_FALSE(
        valueOf(makePart(PartKind::cable, "x", {{"kind", "AOC"}, {"speed_gbps", "200"}}), "power_w_per_end", catalog, true).hasValue());
}

TEST(Estimate, AmongEqualRulesTheNarrowestBandWins)
{
    const EstimateRule wide = rule(PartKind::storage, "", "", "price_usd", "each", 100, 200, 900);
    const EstimateRule narrow = rule(PartKind::storage, "", "", "price_usd", "per_tb", 2, 3, 4);
    const Part box = makePart(PartKind::storage, "box", {{"raw_tb", "100"}});
    for (const auto& rules : {std::vector{wide, narrow}, std::vector{narrow, wide}})
        EXPECT_EQ(priceOf(box, catalogOf(rules), true).value, Quantity<>::estimated(200, 300, 400));
    const Part unsized = makePart(PartKind::storage, "unsized", {});
    EXPECT_EQ(priceOf(unsized, catalogOf({narrow, wide}), true).value, Quantity<>::estimated(100, 200, 900));
}

TEST(Estimate, BasesAreReadFromThePart)
{
    const Catalog catalog = catalogOf({rule(PartKind::server, "", "", "airflow_cfm", "per_kw", 100, 110, 150),
        rule(PartKind::cooling, "", "", "power_w", "per_kw", 10, 20, 30),
        rule(PartKind::powerUnit, "", "", "price_usd", "per_kw", 300, 500, 700),
        rule(PartKind::switchUnit, "", "", "max_power_w", "per_port", 10, 12, 14),
        rule(PartKind::cpu, "", "", "price_usd", "per_core", 90, 100, 200),
        rule(PartKind::storage, "", "", "usable_tb", "share", 0.5, 0.8, 1),
        rule(PartKind::cxlMemory, "", "", "price_usd", "per_gb", 5, 10, 20),
        rule(PartKind::accelerator, "", "", "price_usd", "per_tdp", 10, 20, 30)});
    EXPECT_NEAR(valueOf(node, "airflow_cfm", catalog, true).value, 1122, 1e-9);
    EXPECT_EQ(valueOf(makePart(PartKind::cooling, "cdu", {{"capacity_kw", "100"}}), "power_w", catalog, true).value, 2000);
    EXPECT_EQ(valueOf(makePart(PartKind::powerUnit, "ups", {{"rated_kw", "250"}}), "price_usd", catalog, true).value, 125000);
    EXPECT_EQ(valueOf(makePart(PartKind::switchUnit, "leaf", {{"ports", "64"}}), "max_power_w", catalog, true).value, 768);
    EXPECT_EQ(valueOf(makePart(PartKind::cpu, "cpu", {{"cores", "96"}}), "price_usd", catalog, true).value, 9600);
    EXPECT_EQ(valueOf(makePart(PartKind::storage, "nas", {{"raw_tb", "500"}}), "usable_tb", catalog, true).value, 400);
    EXPECT_EQ(valueOf(makePart(PartKind::cxlMemory, "cxl", {{"capacity_gb", "128"}}), "price_usd", catalog, true).value, 1280);
    EXPECT_EQ(valueOf(makePart(PartKind::accelerator, "npu", {{"tdp_w", "75"}}), "price_usd", catalog, true).value, 1500);
}

TEST(Estimate, AcceleratorsInsideAServerAreABase)
{
    const Catalog catalog = catalogOf({rule(PartKind::server, "accelerator_form", "sxm", "price_usd", "multiple", 1.2, 1.5, 2),
        rule(PartKind::server, "class", "accelerated", "max_power_w", "per_tdp", 1.4, 1.8, 1.9)});
    // 8 cards of 25,000/30,000/40,000 USD, times 1.2/1.5/2.
    EXPECT_EQ(priceOf(node, catalog, true).value, Quantity<>::estimated(240000, 360000, 640000));
    Part unrated = node;
    std::erase_if(unrated.values, [](const PartValue& value) { return value.column == "max_power_w"; });
    EXPECT_DOUBLE_EQ(valueOf(unrated, "max_power_w", catalog, true).value, 1.8 * 8 * 700);
}

TEST(Estimate, RulesThatLeanOnEachOtherEndUnknown)
{
    const Catalog catalog = catalogOf(
        {rule(PartKind::storage, "", "", "usable_tb", "share", 1, 1, 1), rule(PartKind::storage, "", "", "raw_tb", "per_tb", 1, 1, 1)});
    EXPECT_FALSE(valueOf(makePart(PartKind::storage, "loop", {}), "usable_tb", catalog, true).hasValue());
}

TEST(Estimate, UnitsAreReadFromTheColumn)
{
    EXPECT_EQ(unitOfColumn("max_power_w"), "W");
    EXPECT_EQ(unitOfColumn("read_gb_per_s"), "GB/s");
    EXPECT_EQ(unitOfColumn("memory_gb"), "GB");
    EXPECT_EQ(unitOfColumn("u_height"), "U");
    EXPECT_EQ(unitOfColumn("bf16_tflops_dense"), "TFLOPS");
    EXPECT_EQ(unitOfColumn("efficiency_pct_at_50"), "%");
    EXPECT_EQ(unitOfColumn("power_w_per_end"), "W");
    EXPECT_EQ(unitOfColumn("count_a"), "");
    EXPECT_EQ(unitOfColumn("layers"), "");
}

// t10: what has no price is never free.
TEST(Price, MissingPriceIsUnknownNeverZero_t10)
{
    const SourcedFigure price = priceOf(node, catalogOf({}), true);
    EXPECT_FALSE(price.value.hasValue());
    EXPECT_EQ(price.value.missing, std::vector<std::string>{"node price_usd"});
    const Quantity<> sum = Quantity<>::known(355) + price.value;
    EXPECT_EQ(sum.knowledge, Knowledge::atLeast);
    EXPECT_EQ(sum.value, 355);
}

TEST(Price, TypicalOfTheBestRowAndBandOverAllRows)
{
    Part part = node;
    part.prices = {{280000, 300000, 320000, "each", "list", "2026-05", "high", "shop"},
        {250000, 350000, 450000, "each", "planning-estimate", "2026-12", "low", "sheet"}};
    const SourcedFigure price = priceOf(part, catalogOf({}), true);
    EXPECT_EQ(price.value, (Quantity<>{300000, 250000, 450000, Knowledge::known, {}}));
    EXPECT_EQ(price.explanation.origin, Origin::catalog);
    EXPECT_EQ(price.explanation.date, "2026-05");
    ASSERT_EQ(price.explanation.inputs.size(), 2u);
    EXPECT_EQ(price.explanation.inputs[1].origin, Origin::estimate);
}

TEST(Price, EstimatesAreNeverKnown)
{
    for (const char* basis : {"analyst-estimate", "planning-estimate"}) {
        Part part = node;
        part.prices = {{1, 2, 3, "each", basis, "2026-05", "medium", "report"}};
        EXPECT_EQ(priceOf(part, catalogOf({}), true).value, Quantity<>::estimated(1, 2, 3)) << basis;
    }
}

// t06: what the user entered wins over everything and is shown as the user's.
TEST(Price, UserPriceWinsAndIsShownAsSuch_t06)
{
    Part part = node;
    part.prices = {{{}, 1, {}, "each", "user-quote", "2025-01", "high", "entered"},
        {280000, 300000, 320000, "each", "quote", "2026-05", "high", "shop"}};
    const SourcedFigure price = priceOf(part, catalogOf({}), true);
    EXPECT_EQ(price.value.value, 1);
    EXPECT_EQ(price.explanation.origin, Origin::user);
}

// t08: the class rule of its own class prices a part, with its source; no average over different models.
TEST(Price, ClassRuleNamesItsSource_t08)
{
    const Catalog catalog = catalogOf({rule(PartKind::nic, "port_speed_gbps", "400", "price_usd", "each", 1550, 1950, 4776),
        rule(PartKind::nic, "port_speed_gbps", "100", "price_usd", "each", 680, 797, 918)});
    const SourcedFigure price = priceOf(makePart(PartKind::nic, "cx7", {{"port_speed_gbps", "400"}}), catalog, true);
    EXPECT_EQ(price.value, Quantity<>::estimated(1550, 1950, 4776));
    EXPECT_NE(price.explanation.source.find("price_usd-each-400"), std::string::npos);
    EXPECT_FALSE(priceOf(makePart(PartKind::nic, "cx5", {{"port_speed_gbps", "50"}}), catalog, true).value.hasValue());
}

TEST(Price, RackPricesDoNotMixWithPiecePrices)
{
    Part part = node;
    part.prices = {{1000, 1000, 1000, "per_rack", "list", "2026-05", "high", "a"}, {7, 8, 9, "each", "street", "2025-05", "low", "b"}};
    EXPECT_EQ(priceOf(part, catalogOf({}), true).value, (Quantity<>{8, 7, 9, Knowledge::known, {}}));
    part.prices.pop_back();
    const SourcedFigure perRack = priceOf(part, catalogOf({}), true);
    EXPECT_EQ(perRack.value.value, 1000);
    EXPECT_EQ(perRack.explanation.unit, "USD/rack");
}

} // namespace
} // namespace rackwright
