#include "core/catalog/estimate.h"
#include "tests/core/catalog/catalog_folder.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using testing_support::CatalogFolder;
using testing_support::Cells;

Cells port(std::string part, std::string name)
{
    return {{"part", std::move(part)}, {"name", std::move(name)}, {"count", "8"}, {"speed_gbps", "400"}, {"form", "OSFP"},
        {"role", "compute"}, {"rail", "index"}, {"kind", "spec"}, {"source", "sheet"}};
}

Cells instance(std::string region, std::string usdPerHour, Cells more = {})
{
    Cells cells{{"provider", "aws"}, {"instance_type", "p5"}, {"accelerator_id", "h100"}, {"accelerators", "8"},
        {"region", std::move(region)}, {"price_kind", "list_price"}, {"price_date", "2026"}, {"source", "s"}};
    if (!usdPerHour.empty()) cells.emplace_back("on_demand_usd_per_h", std::move(usdPerHour));
    for (auto& [column, value] : more) {
        std::erase_if(cells, [&](const auto& cell) { return cell.first == column; });
        cells.emplace_back(column, value);
    }
    return cells;
}

/// One server with everything that the side tables can say of it.
void addServer(CatalogFolder& folder)
{
    folder.add("accelerators", {{"id", "card"}, {"tdp_w", "700"}, {"kind", "spec"}, {"source", "sheet"}})
        .add("servers",
            {{"id", "node"}, {"vendor", "Acme"}, {"model", "N8"}, {"accelerator_id", "card"}, {"max_power_w", "10200"},
                {"weight_kg", "130.5"}, {"max_power_basis", "derived: 1.8 x sum(TDP)"}, {"kind", "spec+estimate"},
                {"source", "Acme sheet"}})
        .add("ports", port("node", "compute"))
        .add("bays",
            {{"part", "node"}, {"name", "nic"}, {"count", "10"}, {"form", "PCIe"}, {"lanes", "16"}, {"max_w", "75"}, {"kind", "derived"},
                {"source", "s"}})
        .add("inlets",
            {{"part", "node"}, {"count", "6"}, {"connector", "C20"}, {"rated_w", "3300"}, {"needed", "4"}, {"kind", "spec"},
                {"source", "s"}})
        .add("attributes",
            {{"file", "servers"}, {"part_id", "node"}, {"attribute", "fan_count"}, {"value", "12"}, {"kind", "measured"},
                {"source", "bench"}})
        .add("cell_sources", {{"file", "servers"}, {"part_id", "node"}, {"column", "weight_kg"}, {"kind", "estimate"}, {"source", "scale"}})
        .add("prices",
            {{"file", "servers"}, {"part_id", "node"}, {"price_usd_typical", "400000"}, {"unit", "each"}, {"basis", "planning-estimate"},
                {"price_date", "2026-12"}})
        .add("prices",
            {{"file", "servers"}, {"part_id", "node"}, {"price_usd_typical", "300000"}, {"unit", "each"}, {"basis", "street"},
                {"price_date", "2025-05"}});
}

TEST(Loader, JoinsAllTablesInOnePart)
{
    CatalogFolder folder;
    addServer(folder);
    const auto catalog = folder.load();
    ASSERT_TRUE(catalog) << catalog.error().code;
    const PartPtr node = catalog->find("node");
    ASSERT_TRUE(node);
    EXPECT_EQ(node->displayName(), "Acme N8");
    EXPECT_EQ(node->number("max_power_w"), 10200);
    EXPECT_EQ(node->number("fan_count"), 12);
    ASSERT_EQ(node->ports.size(), 1u);
    EXPECT_EQ(node->ports[0], (PortGroup{"compute", 8, 400, "OSFP", PortRole::compute, true}));
    ASSERT_EQ(node->bays.size(), 1u);
    EXPECT_EQ(node->bays[0], (BayGroup{"nic", 10, "PCIe", {}, 16, 75.0}));
    ASSERT_EQ(node->inlets.size(), 1u);
    EXPECT_EQ(node->inlets[0], (InletGroup{6, "C20", 3300.0, 4}));
    ASSERT_EQ(node->prices.size(), 2u);
    EXPECT_EQ(node->prices[0].basis, "street");
}

TEST(Loader, BlankCellHasNoValue)
{
    CatalogFolder folder;
    addServer(folder);
    const PartPtr node = folder.load()->find("node");
    EXPECT_EQ(node->find("u_height"), nullptr);
    EXPECT_FALSE(node->number("typical_power_w"));
    EXPECT_TRUE(std::ranges::is_sorted(node->values, {}, &PartValue::column));
}

TEST(Loader, EachCellKnowsItsSource)
{
    CatalogFolder folder;
    addServer(folder);
    const PartPtr node = folder.load()->find("node");
    EXPECT_EQ(*node->provenanceOf("model"), (Provenance{"spec+estimate", "Acme sheet", ""}));
    EXPECT_EQ(*node->provenanceOf("weight_kg"), (Provenance{"estimate", "scale", ""}));
    EXPECT_EQ(*node->provenanceOf("fan_count"), (Provenance{"measured", "bench", ""}));
    EXPECT_EQ(node->sourceOf("weight_kg"), "scale");
    EXPECT_EQ(node->sourceOf("u_height"), "");
    EXPECT_EQ(*node->provenanceOf("max_power_w"), (Provenance{"derived", "derived: 1.8 x sum(TDP) | Acme sheet", ""}));
}

TEST(Loader, UnsourcedColumnsAreSaidToBe)
{
    CatalogFolder folder;
    folder.add("nics",
        {{"id", "cx7"}, {"ports", "1"}, {"max_power_w", "25"}, {"kind", "spec"}, {"source", "sheet"},
            {"unsourced_columns", "ports;max_power_w"}});
    const PartPtr nic = folder.load()->find("cx7");
    EXPECT_EQ(nic->provenanceOf("ports")->kind, "unsourced");
    EXPECT_EQ(nic->provenanceOf("max_power_w")->kind, "unsourced");
}

TEST(Loader, EnergyPriceAndCarbonHaveTheirOwnDates)
{
    CatalogFolder folder;
    folder
        .add("energy_regions",
            {{"region_id", "us-va"}, {"industrial_price_usd_per_kwh", "0.0899"}, {"price_date", "2024"}, {"grid_g_co2_per_kwh", "369.5"},
                {"carbon_date", "2023"}, {"source", "EIA"}})
        .add("places",
            {{"kind", "energy_region"}, {"region", "us-va"}, {"latitude", "37.5"}, {"longitude", "-78.5"}, {"energy_region", "us-va"}});
    const auto catalog = folder.load();
    ASSERT_TRUE(catalog);
    const PartPtr region = catalog->find(PartKind::region, "us-va");
    EXPECT_EQ(region->provenanceOf("industrial_price_usd_per_kwh")->date, "2024");
    EXPECT_EQ(region->provenanceOf("grid_g_co2_per_kwh")->date, "2023");
    ASSERT_TRUE(catalog->energyRegionPlace("us-va"));
    EXPECT_EQ(catalog->energyRegionPlace("us-va")->longitudeDeg, -78.5);
    EXPECT_FALSE(catalog->energyRegionPlace("us-tx"));
}

TEST(Loader, MeasurementsAmongProductsKeepTheirRecordType)
{
    CatalogFolder folder;
    folder.add("cxl_memory", {{"id", "m1"}, {"record_type", "measured"}, {"kind", "measured"}, {"source", "paper"}});
    EXPECT_EQ(folder.load()->find("m1")->text("record_type"), "measured");
}

TEST(Loader, AliasesLeadToTheirTargets)
{
    CatalogFolder folder;
    addServer(folder);
    folder
        .add("aliases",
            {{"table", "t"}, {"column", "gpu"}, {"value", "Card 700"}, {"refers_to_file", "accelerators"}, {"refers_to_id", "card"},
                {"relation", "same"}, {"shape_in_row", "1"}, {"count", "2"}})
        .add("aliases", {{"table", "t"}, {"column", "gpu"}, {"value", "TPU"}, {"relation", "missing"}});
    const auto catalog = folder.load();
    ASSERT_TRUE(catalog);
    const std::vector<Alias> found = catalog->resolve("t", "gpu", "Card 700");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].targetId, "card");
    EXPECT_TRUE(found[0].shapeInRow);
    EXPECT_EQ(found[0].count, 2);
    EXPECT_EQ(catalog->resolve("t", "gpu", "TPU").at(0).targetId, "");
    EXPECT_TRUE(catalog->resolve("t", "gpu", "none").empty());
}

// t05: a preview type has no price: blank, not 0.
TEST(Loader, CloudInstanceWithoutPriceHasNone_t05)
{
    CatalogFolder folder;
    folder.add("aliases", {{"table", "cloud_instances"}, {"column", "accelerator_id"}, {"value", "h100"}, {"relation", "missing"}})
        .add("cloud_instances", instance("us-east-1", ""));
    const auto catalog = folder.load();
    ASSERT_TRUE(catalog);
    const PartPtr part = catalog->find(PartKind::cloudInstance, "aws/p5/us-east-1");
    ASSERT_TRUE(part);
    EXPECT_EQ(part->find("on_demand_usd_per_h"), nullptr);
    EXPECT_FALSE(valueOf(*part, "on_demand_usd_per_h", *catalog, true).hasValue());
    EXPECT_EQ(part->provenances[0], (Provenance{"list_price", "s", "2026"}));
}

TEST(Loader, CloudIdsSayWhatSetsRowsApart_t14)
{
    const auto idsOf = [](const std::vector<Cells>& rows) {
        CatalogFolder folder;
        folder.add("aliases", {{"table", "cloud_instances"}, {"column", "accelerator_id"}, {"value", "h100"}, {"relation", "missing"}});
        for (const Cells& row : rows) folder.add("cloud_instances", row);
        const auto catalog = folder.load();
        EXPECT_TRUE(catalog);
        std::map<std::string, double> prices;
        for (const PartPtr& part : catalog->parts(PartKind::cloudInstance)) prices[part->id] = *part->number("on_demand_usd_per_h");
        return prices;
    };
    const std::vector<Cells> rows{instance("us-east-1", "98"), instance("eu-west-1", "110"),
        instance("eu-west-1", "60", {{"accelerators", "4"}}), instance("eu-west-1", "95", {{"price_kind", "street_price"}})};
    const std::map<std::string, double> expected{{"aws/p5/us-east-1", 98}, {"aws/p5/eu-west-1/4/h100", 60},
        {"aws/p5/eu-west-1/8/h100/list_price", 110}, {"aws/p5/eu-west-1/8/h100/street_price", 95}};
    EXPECT_EQ(idsOf(rows), expected);
    EXPECT_EQ(idsOf({rows[3], rows[2], rows[1], rows[0]}), expected);
}

// t02: the same instance twice with two prices is an error that names both lines, not a guess.
TEST(Loader, SameCloudRowTwiceIsRefused_t02)
{
    CatalogFolder folder;
    folder.add("aliases", {{"table", "cloud_instances"}, {"column", "accelerator_id"}, {"value", "h100"}, {"relation", "missing"}})
        .add("cloud_instances", instance("westus3", "0.178"))
        .add("cloud_instances", instance("westus3", "0.086"));
    const auto catalog = folder.load();
    ASSERT_FALSE(catalog);
    EXPECT_EQ(catalog.error().code, "CATALOG-DUPLICATE");
    EXPECT_EQ(catalog.error().arg("line"), "3");
    EXPECT_EQ(catalog.error().arg("other_line"), "2");
}

struct BadFolder {
    const char* name;
    void (*spoil)(CatalogFolder&);
    const char* code;
    const char* file;
    const char* line;
    const char* column;
};

void PrintTo(const BadFolder& bad, std::ostream* out)
{
    *out << bad.name;
}

class LoaderRefuses : public testing::TestWithParam<BadFolder> { };

TEST_P(LoaderRefuses, WithOneErrorThatSaysWhere)
{
    CatalogFolder folder;
    addServer(folder);
    GetParam().spoil(folder);
    const auto catalog = folder.load();
    ASSERT_FALSE(catalog);
    const Error& error = catalog.error();
    EXPECT_EQ(error.code, GetParam().code);
    EXPECT_EQ(error.arg("file"), GetParam().file);
    EXPECT_EQ(error.arg("line"), GetParam().line);
    EXPECT_EQ(error.arg("column"), GetParam().column);
    EXPECT_FALSE(error.arg("found").empty());
    EXPECT_FALSE(error.arg("wanted").empty());
}

INSTANTIATE_TEST_SUITE_P(Loader, LoaderRefuses,
    testing::Values(BadFolder{"MissingFile", [](CatalogFolder& f) { f.remove("switches.csv"); }, "CSV-CANNOT-READ", "switches.csv", "", ""},
        BadFolder{"MissingSchema", [](CatalogFolder& f) { f.remove("schema.csv"); }, "CSV-CANNOT-READ", "schema.csv", "", ""},
        BadFolder{"CutSchema",
            [](CatalogFolder& f) { f.write("schema.csv", "table,column,type,unit,required,min,max,refers_to,choices\n"); },
            "CATALOG-NO-TABLE", "schema.csv", "", ""},
        BadFolder{
            "CutFile", [](CatalogFolder& f) { f.write("racks.csv", "id,vendor\n"); }, "CATALOG-BAD-HEADER", "racks.csv", "1", "model"},
        BadFolder{"SameIdTwice",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "node"}});
            },
            "CATALOG-DUPLICATE", "servers.csv", "3", "id"},
        BadFolder{"SameIdInTwoTables",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "node"}});
            },
            "CATALOG-DUPLICATE", "racks.csv", "2", "id"},
        BadFolder{"NotANumber",
            [](CatalogFolder& f) {
                f.add("racks", {{"id", "r"}, {"u_height", "nan"}});
            },
            "CATALOG-BAD-NUMBER", "racks.csv", "2", "u_height"},
        BadFolder{"UnknownAccelerator",
            [](CatalogFolder& f) {
                f.add("servers", {{"id", "n2"}, {"accelerator_id", "none"}});
            },
            "CATALOG-UNKNOWN-REFERENCE", "servers.csv", "3", "accelerator_id"},
        BadFolder{"PortOfNothing", [](CatalogFolder& f) { f.add("ports", port("none", "compute")); }, "CATALOG-UNKNOWN-REFERENCE",
            "ports.csv", "3", "part"},
        BadFolder{"SamePortTwice", [](CatalogFolder& f) { f.add("ports", port("node", "compute")); }, "CATALOG-DUPLICATE", "ports.csv", "3",
            "part"},
        BadFolder{"PriceOfNothing",
            [](CatalogFolder& f) {
                f.add("prices", {{"file", "racks"}, {"part_id", "node"}, {"basis", "list"}, {"unit", "each"}});
            },
            "CATALOG-UNKNOWN-REFERENCE", "prices.csv", "4", "part_id"},
        BadFolder{"SourceOfNoColumn",
            [](CatalogFolder& f) {
                f.add("cell_sources", {{"file", "servers"}, {"part_id", "node"}, {"column", "colour"}});
            },
            "CATALOG-UNKNOWN-REFERENCE", "cell_sources.csv", "3", "column"},
        BadFolder{"AttributeThatIsAColumn",
            [](CatalogFolder& f) {
                f.add("attributes", {{"file", "servers"}, {"part_id", "node"}, {"attribute", "u_height"}, {"value", "8"}});
            },
            "CATALOG-ATTRIBUTE-IS-COLUMN", "attributes.csv", "3", "attribute"},
        BadFolder{"EstimateUpsideDown",
            [](CatalogFolder& f) {
                f.add("estimates",
                    {{"id", "e"}, {"table", "servers"}, {"column", "weight_kg"}, {"per", "each"}, {"low", "3"}, {"typical", "2"},
                        {"high", "4"}, {"unit", "kg"}, {"count", "0"}, {"source", "s"}});
            },
            "CATALOG-BAD-BAND", "estimates.csv", "2", "typical"},
        BadFolder{"EstimateClassWithoutValue",
            [](CatalogFolder& f) {
                f.add("estimates",
                    {{"id", "e"}, {"table", "cables"}, {"class_column", "kind;speed_gbps"}, {"class_value", "DAC"}, {"column", "price_usd"},
                        {"per", "each"}, {"low", "1"}, {"typical", "2"}, {"high", "4"}, {"unit", "USD"}, {"count", "0"}, {"source", "s"}});
            },
            "CATALOG-BAD-CLASS", "estimates.csv", "2", "class_value"}),
    [](const auto& test) { return test.param.name; });

} // namespace
} // namespace rackwright
