#include "core/fabric/cabling.h"

#include "core/assess/report_fabric.h"
#include "core/fabric/cable_route.h"
#include "core/fabric/fabric.h"
#include "core/fabric/media.h"
#include "core/fabric/ports.h"
#include "tests/core/build_maker.h"
#include "tests/source_folder.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using testing_support::BuildMaker;
using testing_support::makePart;

const Catalog& shipped()
{
    static const Catalog catalog = Catalog::load(sourceFolder() / "catalog").value();
    return catalog;
}

std::string nameOf(const char* stem, int i)
{
    return stem + std::to_string(i);
}

class CablingTest : public testing::Test {
protected:
    void SetUp() override
    {
        for (const char* id : {"apc-ar3300", "dgx-h100", "dell-xe9680-h100", "nv-qm9700", "nv-sn2201", "nv-sn5600"})
            maker.part(shipped().find(id));
    }

    FabricResult run()
    {
        inventory = maker.inventory();
        FabricResult result = assessFabric({inventory, shipped(), true});
        reportFabric(result, inventory, report);
        return result;
    }

    static std::map<std::pair<std::string, double>, std::int64_t> bill(const Cabling& cabling)
    {
        std::map<std::pair<std::string, double>, std::int64_t> counts;
        for (const CableLine& line : cabling.lines) counts[{line.part->id, line.lengthM}] = line.count;
        return counts;
    }

    BuildMaker maker;
    Inventory inventory;
    Report report;
};

TEST(PortForm, NamesFamilyAndSplit)
{
    EXPECT_EQ(parsePortForm("OSFP-2x400G").family, "OSFP");
    EXPECT_EQ(parsePortForm("OSFP-2x400G").portsPerCage, 2);
    EXPECT_EQ(parsePortForm("OSFP-2x400G").portGbps, 400);
    EXPECT_EQ(parsePortForm("OSFP-800G").portsPerCage, 1);
    EXPECT_EQ(parsePortForm("OSFP-800G").cageGbps(), 800);
    EXPECT_EQ(parsePortForm("QSFP28-4x25G").portsPerCage, 4);
    EXPECT_EQ(parsePortForm("QSFP-DD800").family, "QSFP-DD800");
    EXPECT_EQ(parsePortForm("QSFP112").family, "QSFP112");
    EXPECT_EQ(parsePortForm("OSFP flat-top").family, "OSFP"); // as a card's own column words it
    EXPECT_EQ(parsePortForm("").family, "");
}

TEST(CableLength, IsRoundedUpToWhatIsSold)
{
    EXPECT_EQ(soldLengthM(0.2), 0.5);
    EXPECT_EQ(soldLengthM(3), 3);
    EXPECT_EQ(soldLengthM(3.01), 4);
    EXPECT_EQ(soldLengthM(7.264), 10);
    EXPECT_EQ(soldLengthM(100.5), 110);
    // MCA4J80 comes in 3, 4 and 5 m; MFA7U10 in 3, 5, 10, 15, 20 and 30 m
    EXPECT_EQ(soldLengthM(2.5, *shipped().find("acc-800-mca4j80")), 3);
    EXPECT_EQ(soldLengthM(7, *shipped().find("aoc-400-mfa7u10")), 10);
    EXPECT_EQ(soldLengthM(2.5, *shipped().find("dac-800-mcp7y00-split")), 2.5);
}

TEST_F(CablingTest, LengthsFollowTheTray)
{
    Rack& first = maker.rack("R01", "apc-ar3300", 0, 0);
    Rack& second = maker.rack("R02", "apc-ar3300", 3, 1.2);
    maker.place(first, "dgx-h100", 0, 8, "node");
    maker.place(first, "nv-qm9700", 40, 1, "near");
    maker.place(second, "nv-qm9700", 40, 1, "far");
    maker.link("node", "compute", 0, "near", "fabric", 0);
    maker.link("node", "compute", 1, "far", "fabric", 0);
    const Cabling cabling = run().cabling;
    // node at 4 U = 0.1778 m, switches at 40.5 U = 1.800225 m; exits 2 * 0.5 m
    EXPECT_NEAR(cabling.links[0].routedM, 1.622425 + 1 + 0.5, 1e-9);
    EXPECT_EQ(cabling.links[0].orderM, 4);
    // tray 1.991 + 0.3 m: 2.1132 up, 0.490775 down, 3 + 1.2 along, exits; a tenth of 7.803975 m as slack
    EXPECT_NEAR(cabling.links[1].routedM, 7.803975 * 1.1, 1e-9);
    EXPECT_EQ(cabling.links[1].orderM, 10);
    EXPECT_NEAR(cabling.cableM.low, 2.622425 + 7.803975, 1e-9);
    EXPECT_EQ(cabling.cableM.high, 14);
    EXPECT_EQ(cabling.cableM.knowledge, Knowledge::estimated);
}

TEST_F(CablingTest, AStatedLengthCountsAsItIs)
{
    Rack& rack = maker.rack("R01", "apc-ar3300");
    maker.place(rack, "dgx-h100", 0, 8, "node");
    maker.place(rack, "nv-qm9700", 40, 1, "leaf");
    maker.link("node", "compute", 0, "leaf", "fabric", 0).lengthM = 6;
    const Cabling cabling = run().cabling;
    EXPECT_EQ(cabling.links[0].orderM, 6);
    EXPECT_EQ(cabling.cableM, Quantity<>::known(6));
}

TEST_F(CablingTest, RacksWithoutPlacesOrInOtherRoomsHaveNoLength)
{
    maker.place(maker.rack("R01", "apc-ar3300"), "dgx-h100", 0, 8, "node");
    maker.place(maker.rack("R02", "apc-ar3300"), "nv-qm9700", 40, 1, "leaf");
    maker.place(maker.rack("R03", "apc-ar3300", 5, 5, Id{77}), "nv-qm9700", 40, 1, "elsewhere");
    maker.link("node", "compute", 0, "leaf", "fabric", 0);
    maker.link("node", "compute", 1, "elsewhere", "fabric", 0);
    const Cabling cabling = run().cabling;
    EXPECT_EQ(cabling.linksWithoutLength, 2);
    EXPECT_LT(cabling.links[0].orderM, 0);
    EXPECT_FALSE(cabling.cableM.hasValue());
    EXPECT_TRUE(cabling.lines.empty());
}

TEST_F(CablingTest, RowsAndColumnsStandInForPlaces)
{
    Rack& first = maker.rack("R01", "apc-ar3300");
    Rack& second = maker.rack("R02", "apc-ar3300");
    first.row = second.row = 1;
    second.column = 3;
    maker.place(first, "dgx-h100", 0, 8, "node");
    maker.place(second, "nv-qm9700", 40, 1, "leaf");
    maker.link("node", "compute", 0, "leaf", "fabric", 0);
    EXPECT_NEAR(run().cabling.links[0].routedM, (2.1132 + 0.490775 + 3 * 0.8 + 1) * 1.1, 1e-9);
}

TEST_F(CablingTest, TwinPlugsServeTwoLinksEach)
{
    // 1 SU: every twin cage of a DGX H100 leads to two leafs, so no copper; 4 plugs for its 8 links
    Rack& rack = maker.rack("R01", "apc-ar3300");
    for (int n = 0; n < 31; ++n) maker.place(rack, "dgx-h100", 0, 8, nameOf("n", n));
    for (int l = 0; l < 8; ++l) maker.place(rack, "nv-qm9700", 40, 1, nameOf("leaf", l));
    for (int s = 0; s < 4; ++s) maker.place(rack, "nv-qm9700", 41, 1, nameOf("spine", s));
    for (int n = 0; n < 31; ++n)
        for (int r = 0; r < 8; ++r) maker.link(nameOf("n", n), "compute", r, nameOf("leaf", r), "fabric", n);
    for (int l = 0; l < 8; ++l)
        for (int u = 0; u < 32; ++u) maker.link(nameOf("leaf", l), "fabric", 32 + u, nameOf("spine", u % 4), "fabric", l * 8 + u / 4);
    const Cabling cabling = run().cabling;
    EXPECT_EQ(cabling.validLinks, 31 * 8 + 256);
    EXPECT_EQ(cabling.cables, 31 * 8 + 256); // one fibre a link
    EXPECT_EQ(cabling.plugs, 31 * 4 + 8 * (16 + 16) + 4 * 32);
    EXPECT_EQ(cabling.linksWithoutCable, 0);
    const auto lines = bill(cabling);
    EXPECT_EQ(lines.at({"xcvr-800-mms4x00-ns-flt", 0}), 31 * 4); // flat in the nodes
    EXPECT_EQ(lines.at({"xcvr-800-mms4x00-ns", 0}), 8 * 16); // finned in air-cooled switches, single mode as in the nodes
    EXPECT_EQ(lines.at({"xcvr-800-mma4z00-ns", 0}), 8 * 16 + 4 * 32); // between switches multimode reaches
    EXPECT_EQ(lines.at({"fibre-os2-mpo12", 4}), 31 * 8);
    EXPECT_EQ(lines.at({"fibre-om4-mpo12", 2}), 256);
}

TEST_F(CablingTest, BothFibresOfATwinPlugAreOfOneKind)
{
    Rack& rack = maker.rack("R01", "apc-ar3300", 0, 0);
    Rack& other = maker.rack("R02", "apc-ar3300", 20, 0);
    maker.place(rack, "dgx-h100", 0, 8, "node");
    maker.place(rack, "nv-qm9700", 40, 1, "leaf");
    maker.place(other, "nv-qm9700", 40, 1, "spine");
    maker.link("node", "compute", 0, "leaf", "fabric", 0); // flat plugs of a DGX H100: single mode only
    maker.link("leaf", "fabric", 1, "spine", "fabric", 0); // multimode would reach
    const Cabling cabling = run().cabling;
    EXPECT_EQ(cabling.links[0].plugB->id, "xcvr-800-mms4x00-ns");
    EXPECT_EQ(cabling.links[1].plugA->id, "xcvr-800-mms4x00-ns");
    EXPECT_EQ(cabling.links[1].plugB->id, "xcvr-800-mms4x00-ns");
    EXPECT_EQ(cabling.plugs, 3); // the leaf's cage needs one
}

TEST_F(CablingTest, PassiveCopperJoinsTwinCagesPairedWithEachOther)
{
    Rack& rack = maker.rack("R01", "apc-ar3300");
    maker.place(rack, "nv-qm9700", 40, 1, "a");
    maker.place(rack, "nv-qm9700", 41, 1, "b");
    for (int i = 0; i < 8; ++i) maker.link("a", "fabric", i, "b", "fabric", i);
    const Cabling cabling = run().cabling;
    EXPECT_EQ(bill(cabling).at({"dac-800-mcp4y10", 2}), 4); // eight links in four cages
    EXPECT_EQ(cabling.cables, 4);
    EXPECT_EQ(cabling.plugs, 0);
    EXPECT_EQ(cabling.reasons[static_cast<std::size_t>(cabling.links[0].reason)], "2 m: passive copper reaches 2 m");
}

TEST_F(CablingTest, ASplitCableServesTwoSinglePortCards)
{
    Rack& rack = maker.rack("R01", "apc-ar3300");
    maker.place(rack, "dell-xe9680-h100", 32, 6, "node");
    maker.place(rack, "nv-qm9700", 40, 1, "leaf");
    for (int i = 0; i < 8; ++i) maker.link("node", "compute", i, "leaf", "fabric", i);
    const Cabling cabling = run().cabling;
    // node at 35 U, leaf at 40.5 U: 0.244 + 1 + 0.5 = 1.74 m
    EXPECT_EQ(bill(cabling).at({"dac-800-mcp7y00-split", 2}), 4);
    EXPECT_EQ(cabling.cables, 4);
}

TEST_F(CablingTest, ACageIsAllCopperOrAllOptics)
{
    // The second port of each leaf cage goes to a far spine: the whole cage takes optics.
    Rack& rack = maker.rack("R01", "apc-ar3300", 0, 0);
    Rack& other = maker.rack("R02", "apc-ar3300", 20, 0);
    maker.place(rack, "dell-xe9680-h100", 32, 6, "node");
    maker.place(rack, "nv-qm9700", 40, 1, "leaf");
    maker.place(other, "nv-qm9700", 40, 1, "spine");
    maker.link("node", "compute", 0, "leaf", "fabric", 0);
    maker.link("leaf", "fabric", 1, "spine", "fabric", 0);
    const Cabling cabling = run().cabling;
    ASSERT_NE(cabling.links[0].plugA, nullptr);
    ASSERT_NE(cabling.links[1].plugA, nullptr);
    EXPECT_EQ(cabling.links[0].plugB, cabling.links[1].plugA); // one plug in the shared cage
    EXPECT_EQ(cabling.plugs, 3);
}

TEST_F(CablingTest, TwistedPairForManagement)
{
    Rack& rack = maker.rack("R01", "apc-ar3300");
    maker.place(rack, "dgx-h100", 0, 8, "node");
    maker.place(rack, "nv-sn2201", 41, 1, "oob");
    maker.link("node", "bmc", 0, "oob", "fabric", 0);
    const Cabling cabling = run().cabling;
    EXPECT_EQ(cabling.links[0].cable->id, "cat6-1-rj45");
    EXPECT_EQ(cabling.cables, 1);
}

TEST_F(CablingTest, NoPlugJoinsTwistedPairWithACage)
{
    Rack& rack = maker.rack("R01", "apc-ar3300");
    maker.place(rack, "dgx-h100", 0, 8, "node");
    maker.place(rack, "nv-qm9700", 41, 1, "leaf");
    maker.link("node", "bmc", 0, "leaf", "fabric", 0);
    const FabricResult result = run();
    EXPECT_EQ(result.faults.formConflict, std::vector<int>{0});
    EXPECT_TRUE(result.faults.noCable.empty());
    const auto found = std::ranges::find(report.findings, "FABRIC-PORT-FORM", &Finding::code);
    ASSERT_NE(found, report.findings.end());
    EXPECT_EQ(found->severity, Severity::error);
    EXPECT_FALSE(std::ranges::find(report.figures, "fabric.cables", &Figure::id)->value.hasValue());
}

TEST_F(CablingTest, AStatedCableThatDoesNotReachIsAnError)
{
    Rack& rack = maker.rack("R01", "apc-ar3300", 0, 0);
    Rack& other = maker.rack("R02", "apc-ar3300", 20, 0);
    maker.place(rack, "nv-qm9700", 40, 1, "a");
    maker.place(other, "nv-qm9700", 40, 1, "b");
    maker.link("a", "fabric", 0, "b", "fabric", 0).cablePartId = "dac-800-mcp4y10"; // 2 m at most
    const FabricResult result = run();
    EXPECT_EQ(result.faults.beyondReach, std::vector<int>{0});
    EXPECT_EQ(result.cabling.links[0].cable->id, "dac-800-mcp4y10");
}

TEST_F(CablingTest, PlugRulesOfTwinCages)
{
    const auto end = [](const char* part, const char* form, PartKind kind) {
        static std::vector<std::unique_ptr<PortType>> keep;
        static std::vector<PartPtr> parts;
        parts.push_back(makePart(kind, part, {{"cooling", "air"}}));
        keep.push_back(
            std::make_unique<PortType>(PortType{parts.back().get(), {"p", 2, 400, form, PortRole::fabric}, parsePortForm(form), 0, 0}));
        return cableEndOf(*keep.back());
    };
    const CableEnd twinSwitch = end("sw", "OSFP-2x400G", PartKind::switchUnit);
    const CableEnd wideSwitch = end("sw8", "OSFP-800G", PartKind::switchUnit);
    const CableEnd card = end("card", "OSFP-400G", PartKind::nic);
    const CableEnd dgx = end("dgx", "OSFP-2x400G", PartKind::server);
    // A single-port 400G plug never goes into a twin-port switch cage, nor a twin plug into a card.
    EXPECT_FALSE(plugFits(parsePortForm("OSFP-400G"), "flat", twinSwitch));
    EXPECT_FALSE(plugFits(parsePortForm("OSFP-2x400G"), "flat", card));
    EXPECT_TRUE(plugFits(parsePortForm("OSFP-400G"), "flat", card));
    EXPECT_TRUE(plugFits(parsePortForm("OSFP-2x400G"), "finned", twinSwitch));
    EXPECT_TRUE(plugFits(parsePortForm("OSFP-2x400G"), "finned", wideSwitch));
    // Finned tops only in air-cooled switches.
    EXPECT_FALSE(plugFits(parsePortForm("OSFP-2x400G"), "flat", twinSwitch));
    EXPECT_FALSE(plugFits(parsePortForm("OSFP-2x400G"), "finned", dgx));
    EXPECT_TRUE(plugFits(parsePortForm("OSFP-2x400G"), "flat", dgx));
    // QSFP plugs go upwards.
    const CableEnd quad = end("q", "QSFP112", PartKind::nic);
    EXPECT_TRUE(plugFits(parsePortForm("QSFP56"), "", quad));
    EXPECT_FALSE(plugFits(parsePortForm("QSFP112"), "", end("q28", "QSFP28", PartKind::nic)));
}

TEST(Media, InfinibandTakesNoActiveElectricalCableOrEthernetOptics)
{
    BuildMaker maker;
    maker.part(shipped().find("nv-qm9700"));
    maker.place(maker.rack("R", "none"), "nv-qm9700", 0, 1, "s");
    const Inventory inventory = maker.inventory();
    const PortTable ports{inventory};
    const MediaBook book{inventory, shipped()};
    MediumQuery query;
    query.a = query.b = cableEndOf(ports.type(0));
    query.gbps = 400;
    query.cagePair = true;
    query.infiniband = true;
    query.lengthM = 4;
    EXPECT_EQ(book.cableFor(query).cable->id, "acc-800-mca4j80"); // linear active copper to 5 m
    query.lengthM = 7;
    EXPECT_EQ(book.cableFor(query).cable, nullptr);
    query.lengthM = 50;
    EXPECT_EQ(book.opticsFor(query).plugA->id, "xcvr-800-mma4z00-ns"); // multimode to 50 m
    query.lengthM = 60;
    EXPECT_EQ(book.opticsFor(query).plugA->id, "xcvr-800-mms4x00-ns"); // single mode to 100 m
    query.lengthM = 101;
    EXPECT_EQ(book.opticsFor(query).plugA->id, "xcvr-800-mms4x00-nm"); // 500 m
}

} // namespace
} // namespace rackwright
