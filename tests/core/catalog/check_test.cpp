#include "core/catalog/check.h"

#include "tests/core/catalog/catalog_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rackwright {
namespace {

using testing_support::CatalogFolder;
using testing_support::Cells;

void addAliases(CatalogFolder& folder)
{
    folder.add("accelerators", {{"id", "sxm"}, {"form_factor", "SXM5"}, {"memory_gb", "80"}, {"tdp_w", "700"}, {"kind", "spec"}})
        .add("aliases",
            {{"table", "cloud_instances"}, {"column", "accelerator_id"}, {"value", "h100"}, {"refers_to_file", "accelerators"},
                {"refers_to_id", "sxm"}, {"relation", "same"}});
}

Cells instance(Cells more)
{
    Cells cells{{"provider", "azure"}, {"instance_type", "nd96"}, {"accelerator_id", "h100"}, {"accelerators", "8"}, {"region", "global"},
        {"price_kind", "list_price"}, {"on_demand_usd_per_h", "98.32"}};
    for (auto& [column, value] : more) {
        std::erase_if(cells, [&](const auto& cell) { return cell.first == column; });
        if (!value.empty()) cells.emplace_back(column, value);
    }
    return cells;
}

Cells with(Cells cells, const Cells& more)
{
    cells.insert(cells.end(), more.begin(), more.end());
    return cells;
}

const Cells node{{"id", "node"}, {"accelerator_id", "sxm"}, {"accelerator_count", "8"}};
const Cells nodeBay{{"part", "node"}, {"name", "accelerator"}, {"form", "SXM5"}, {"kind", "derived"}, {"source", "s"}};
const Cells inlet{{"part", "node"}, {"connector", "C20"}, {"kind", "spec"}, {"source", "s"}};
const Cells port{{"part", "leaf"}, {"name", "fabric"}, {"form", "OSFP"}, {"role", "fabric"}, {"kind", "spec"}, {"source", "s"}};

struct Rule {
    const char* name;
    void (*spoil)(CatalogFolder&);
    bool isError;
    const char* file;
    const char* line;
    const char* column;
};

void PrintTo(const Rule& rule, std::ostream* out)
{
    *out << rule.name;
}

class CheckFinds : public testing::TestWithParam<Rule> { };

TEST_P(CheckFinds, AndSaysWhere)
{
    CatalogFolder folder;
    GetParam().spoil(folder);
    std::vector<Error> doubts;
    const std::vector<Error> errors = checkCatalog(folder.path(), &doubts);
    const std::vector<Error>& found = GetParam().isError ? errors : doubts;
    std::string told;
    for (const Error& error : found) told += error.code + ' ' + std::string{error.arg("column")} + '\n';
    ASSERT_EQ(found.size(), 1u) << told;
    EXPECT_EQ((GetParam().isError ? doubts : errors).size(), 0u);
    EXPECT_EQ(found[0].code, GetParam().isError ? "CATALOG-IMPLAUSIBLE" : "CATALOG-DOUBTFUL");
    EXPECT_EQ(found[0].arg("file"), GetParam().file);
    EXPECT_EQ(found[0].arg("line"), GetParam().line);
    EXPECT_EQ(found[0].arg("column"), GetParam().column);
    EXPECT_FALSE(found[0].arg("found").empty());
    EXPECT_FALSE(found[0].arg("wanted").empty());
}

INSTANTIATE_TEST_SUITE_P(Check, CheckFinds,
    testing::Values(Rule{"TypicalAboveMax",
                        [](CatalogFolder& f) {
                            f.add("servers", {{"id", "s"}, {"typical_power_w", "900"}, {"max_power_w", "800"}});
                        },
                        true, "servers.csv", "2", "typical_power_w"},
        Rule{"IdleAboveTypical",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "s"}, {"idle_power_w", "700"}, {"typical_power_w", "600"}});
            },
            true, "servers.csv", "2", "idle_power_w"},
        Rule{"MaxBelowAccelerators",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("servers", with(node, {{"max_power_w", "5599"}})).add("bays", with(nodeBay, {{"count", "8"}}));
            },
            true, "servers.csv", "2", "max_power_w"},
        Rule{"TooFewBays",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("servers", node).add("bays", with(nodeBay, {{"count", "4"}}));
            },
            true, "servers.csv", "2", "accelerator_count"},
        Rule{"BayTooWeak",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("servers", node).add("bays", with(nodeBay, {{"count", "8"}, {"max_w", "500"}}));
            },
            true, "bays.csv", "2", "max_w"},
        Rule{"CountOfNothing",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "s"}, {"accelerator_count", "8"}});
            },
            true, "servers.csv", "2", "accelerator_id"},
        Rule{"TallerThanAnyRack",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}, {"u_height", "42"}}).add("servers", {{"id", "s"}, {"u_height", "48"}});
            },
            true, "servers.csv", "2", "u_height"},
        Rule{"SparseFp8",
            [](CatalogFolder& f) {
                f.add("accelerators", {{"id", "a"}, {"bf16_tflops_dense", "400"}, {"fp8_tflops_dense", "3958"}});
            },
            true, "accelerators.csv", "2", "fp8_tflops_dense"},
        Rule{"OddFp8",
            [](CatalogFolder& f) {
                f.add("accelerators", {{"id", "a"}, {"bf16_tflops_dense", "400"}, {"fp8_tflops_dense", "1750"}});
            },
            false, "accelerators.csv", "2", "fp8_tflops_dense"},
        Rule{"SparseInt8",
            [](CatalogFolder& f) {
                f.add("accelerators", {{"id", "a"}, {"bf16_tflops_dense", "312"}, {"int8_tops_dense", "1312"}});
            },
            true, "accelerators.csv", "2", "int8_tops_dense"},
        Rule{"ReportedMemoryOfAnotherCard",
            [](CatalogFolder& f) {
                f.add("accelerators", {{"id", "a"}, {"memory_gb", "80"}, {"memory_reported_mib", "40537"}});
            },
            true, "accelerators.csv", "2", "memory_reported_mib"},
        Rule{"CapacityCountedTwice",
            [](CatalogFolder& f) {
                f.add("switches",
                    {{"id", "leaf"}, {"ports", "64"}, {"port_speed_gbps", "400"}, {"switching_capacity_tbps", "51.2"},
                        {"capacity_convention", "unidirectional"}});
            },
            true, "switches.csv", "2", "switching_capacity_tbps"},
        Rule{"PortsTwice",
            [](CatalogFolder& f) {
                f.add("switches", {{"id", "leaf"}, {"ports", "64"}, {"port_speed_gbps", "400"}, {"capacity_convention", "bidirectional"}})
                    .add("ports", with(port, {{"count", "32"}, {"speed_gbps", "400"}}));
            },
            true, "switches.csv", "2", "ports"},
        Rule{"MixedPortsAboveCapacity",
            [](CatalogFolder& f) {
                f.add("switches", {{"id", "leaf"}, {"switching_capacity_tbps", "1"}, {"capacity_convention", "mixed ports"}})
                    .add("ports", with(port, {{"count", "48"}, {"speed_gbps", "25"}}));
            },
            true, "switches.csv", "2", "switching_capacity_tbps"},
        Rule{"UsableAboveRaw",
            [](CatalogFolder& f) {
                f.add("storage", {{"id", "s"}, {"usable_tb", "500"}, {"raw_tb", "400"}});
            },
            true, "storage.csv", "2", "usable_tb"},
        Rule{"ThreePhasesCountedAsOne",
            [](CatalogFolder& f) {
                f.add("power_units", {{"id", "p"}, {"phases", "3"}, {"voltage_v", "415"}, {"current_a", "32"}, {"rated_kw", "13.3"}});
            },
            true, "power_units.csv", "2", "rated_kw"},
        Rule{"PriceBandUpsideDown",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}})
                    .add("prices",
                        {{"file", "racks"}, {"part_id", "r"}, {"price_usd_low", "3000"}, {"price_usd_typical", "2000"}, {"unit", "each"},
                            {"basis", "list"}});
            },
            true, "prices.csv", "2", "price_usd_low"},
        // t10: a row of prices without a price is no price of 0.
        Rule{"PriceRowWithoutPrice_t10",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}}).add("prices", {{"file", "racks"}, {"part_id", "r"}, {"unit", "each"}, {"basis", "list"}});
            },
            true, "prices.csv", "2", "price_usd_typical"},
        Rule{"FreePart",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}})
                    .add("prices", {{"file", "racks"}, {"part_id", "r"}, {"price_usd_typical", "0"}, {"unit", "each"}, {"basis", "list"}});
            },
            false, "prices.csv", "2", "price_usd_typical"},
        Rule{"SpotAboveOnDemand",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"spot_usd_per_h", "99"}}));
            },
            true, "cloud_instances.csv", "2", "spot_usd_per_h"},
        Rule{"ThreeYearsAboveOne",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"reserved_1y_usd_per_h", "60"}, {"reserved_3y_usd_per_h", "61"}}));
            },
            true, "cloud_instances.csv", "2", "reserved_3y_usd_per_h"},
        Rule{"OneYearAboveOnDemand",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"reserved_1y_usd_per_h", "99"}}));
            },
            true, "cloud_instances.csv", "2", "reserved_1y_usd_per_h"},
        // t05: a preview type has no price; 0 is wrong.
        Rule{"PreviewAtZero_t05",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"on_demand_usd_per_h", "0"}}));
            },
            true, "cloud_instances.csv", "2", "on_demand_usd_per_h"},
        Rule{"InstanceWithoutPrice_t05",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"on_demand_usd_per_h", ""}}));
            },
            false, "cloud_instances.csv", "2", "on_demand_usd_per_h"},
        // t05: a generated table gave an instance of eight modules twelve.
        Rule{"TwelveModules_t05",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"accelerators", "12"}}));
            },
            true, "cloud_instances.csv", "2", "accelerators"},
        // t09: the price of a month read as that of an hour (98.32 × 730).
        Rule{"MonthAsHour_t09",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"on_demand_usd_per_h", "71773.6"}}));
            },
            true, "cloud_instances.csv", "2", "on_demand_usd_per_h"},
        Rule{"OtherMemory",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"accelerator_memory_gb", "40"}}));
            },
            false, "cloud_instances.csv", "2", "accelerator_memory_gb"},
        Rule{"RegionWithoutPlace",
            [](CatalogFolder& f) {
                addAliases(f);
                f.add("cloud_instances", instance({{"region", "moon-1"}}));
            },
            false, "cloud_instances.csv", "2", "region"},
        Rule{"RedundancyThatDoesNotAddUp",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "node"}}).add("inlets", with(inlet, {{"count", "6"}, {"redundancy", "3+4"}, {"needed", "3"}}));
            },
            true, "inlets.csv", "2", "redundancy"},
        Rule{"SuppliesTooWeak",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "node"}, {"max_power_w", "10200"}})
                    .add("inlets", with(inlet, {{"count", "6"}, {"rated_w", "1600"}, {"needed", "4"}}));
            },
            true, "inlets.csv", "2", "rated_w"},
        Rule{"NeededSuppliesTooWeak",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "node"}, {"max_power_w", "10200"}})
                    .add("inlets", with(inlet, {{"count", "6"}, {"rated_w", "3300"}, {"needed", "3"}}));
            },
            false, "inlets.csv", "2", "needed"},
        Rule{"HeadsThatDoNotDivide",
            [](CatalogFolder& f) {
                f.add("models", {{"id", "m"}, {"heads", "32"}, {"kv_heads", "5"}});
            },
            true, "models.csv", "2", "kv_heads"},
        Rule{"CountThatDiffers",
            [](CatalogFolder& f) {
                f.add("models", {{"id", "m"}, {"params_b", "7.2"}, {"computed_params_b", "7.0"}});
            },
            true, "models.csv", "2", "params_b"},
        Rule{"EstimateOfNoColumn",
            [](CatalogFolder& f) {
                f.add("estimates",
                    {{"id", "e"}, {"table", "racks"}, {"column", "colour"}, {"per", "each"}, {"low", "1"}, {"typical", "2"}, {"high", "3"},
                        {"unit", "kg"}, {"count", "0"}, {"source", "s"}});
            },
            true, "estimates.csv", "2", "column"},
        Rule{"RegionWithoutCoordinates",
            [](CatalogFolder& f) {
                f.add("energy_regions", {{"region_id", "us-va"}});
            },
            true, "energy_regions.csv", "2", "region_id"},
        Rule{"SourceOfABlankCell",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}}).add("cell_sources", {{"file", "racks"}, {"part_id", "r"}, {"column", "model"}});
            },
            false, "cell_sources.csv", "2", "column"}),
    [](const auto& test) { return test.param.name; });

TEST(Check, EmptyTablesAreFine)
{
    std::vector<Error> doubts;
    const CatalogFolder folder;
    EXPECT_TRUE(checkCatalog(folder.path(), &doubts).empty());
    EXPECT_TRUE(doubts.empty());
}

TEST(Check, ListsAllProblemsNotOnlyTheFirst)
{
    CatalogFolder folder;
    folder.add("servers", {{"id", "a"}, {"typical_power_w", "900"}, {"max_power_w", "800"}})
        .add("servers", {{"id", "b"}, {"typical_power_w", "900"}, {"max_power_w", "nan"}})
        .add("servers", {{"id", "b"}, {"accelerator_id", "none"}})
        .add("storage", {{"id", "s"}, {"usable_tb", "500"}, {"raw_tb", "400"}});
    folder.remove("nics.csv");
    std::vector<std::string> codes;
    for (const Error& problem : checkCatalog(folder.path())) codes.push_back(problem.code);
    std::ranges::sort(codes);
    EXPECT_EQ(codes,
        (std::vector<std::string>{"CATALOG-BAD-NUMBER", "CATALOG-DUPLICATE", "CATALOG-IMPLAUSIBLE", "CATALOG-IMPLAUSIBLE",
            "CATALOG-IMPLAUSIBLE", "CATALOG-UNKNOWN-REFERENCE", "CSV-CANNOT-READ"}));
}

TEST(Check, MissingSchemaIsSaid)
{
    CatalogFolder folder;
    folder.remove("schema.csv");
    const std::vector<Error> problems = checkCatalog(folder.path());
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].arg("file"), "schema.csv");
}

} // namespace
} // namespace rackwright
