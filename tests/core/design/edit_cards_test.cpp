#include "design_fixture.h"

namespace rackwright::testing {
namespace {

using EditCards = DesignTest;

TEST_F(EditCards, ACardGoesIntoTheFirstFreeBay)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "bare-1");
    apply(tryPlace("pcie-card", inHost(id("bare-1"))));
    const auto& bay = std::get<InDevice>(device("pcie-card-1").anchor);
    EXPECT_EQ(bay.host, id("bare-1"));
    EXPECT_EQ(bay.bay, "accelerator");
    EXPECT_EQ(bay.index, 0);
    const Error full = errorOf(tryPlace("pcie-card", inHost(id("bare-1"))));
    EXPECT_EQ(full.code, "EDIT-BAYS-FULL");
    EXPECT_EQ(full.arg("bays"), "1 x PCIe FHFL dual-slot");
}

TEST_F(EditCards, ASmallCardFitsABiggerBayButNoNicBay)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "bare-1");
    apply(tryPlace("slim-card", inHost(id("bare-1"))));
    EXPECT_EQ(errorOf(tryPlace("slim-card", inHost(id("bare-1")))).code, "EDIT-BAYS-FULL");
    apply(tryPlace("nic2", inHost(id("bare-1"))));
    EXPECT_EQ(std::get<InDevice>(device("nic2-1").anchor).bay, "nic");
}

TEST_F(EditCards, FormWattsAndLanesAreReasons)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "bare-1");
    const Error hot = errorOf(tryPlace("hot-card", inHost(id("bare-1"))));
    EXPECT_EQ(hot.code, "EDIT-BAY-POWER");
    EXPECT_EQ(hot.arg("found"), "600 W");
    EXPECT_EQ(hot.arg("wanted"), "at most 350 W");
    const Error wide = errorOf(tryPlace("wide-card", inHost(id("bare-1"))));
    EXPECT_EQ(wide.code, "EDIT-NO-BAY");
    EXPECT_EQ(wide.arg("wanted"), "PCIe FHFL triple-slot");
    PartSnapshot parts = *project.parts;
    Part narrow;
    narrow.bays = {{"accelerator", 1, "PCIe FHFL dual-slot", 5, 8, 350}};
    const PartPtr host = makePart(PartKind::server, "narrow1", {{"u_height", "1"}}, narrow);
    parts.emplace(std::pair{host->kind, host->id}, host);
    project.parts = std::make_shared<const PartSnapshot>(parts);
    place("narrow1", "R01", 5, "narrow");
    EXPECT_EQ(errorOf(tryPlace("pcie-card", inHost(id("narrow")))).code, "EDIT-BAY-LANES");
}

TEST_F(EditCards, ACardOnARackPlaceNamesHosts)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "bare-1");
    place("leaf1", "R01", 9, "leaf-1");
    const Error error = errorOf(tryPlace("pcie-card", inRack("R01", 20)));
    EXPECT_EQ(error.code, "EDIT-NEEDS-HOST");
    EXPECT_EQ(error.arg("hosts"), "bare-1");
}

TEST_F(EditCards, AnSxmAcceleratorNeedsItsSystem)
{
    addRacks({"R01"});
    place("bare2", "R01", 1, "bare-1");
    EXPECT_EQ(errorOf(tryPlace("sxm-card", inRack("R01", 20))).code, "EDIT-NEEDS-SYSTEM");
    EXPECT_EQ(errorOf(tryPlace("sxm-card", inHost(id("bare-1")))).code, "EDIT-NEEDS-SYSTEM");
}

TEST_F(EditCards, ACloudOnlyPartIsRefused)
{
    addRacks({"R01"});
    EXPECT_EQ(errorOf(tryPlace("tpu", inRack("R01"))).code, "EDIT-CLOUD-ONLY");
    EXPECT_EQ(errorOf(tryPlace("tpu", {})).code, "EDIT-CLOUD-ONLY");
}

TEST_F(EditCards, AHostComesWithTheCardsItIsSoldWith)
{
    addRacks({"R01"});
    place("host4", "R01", 1, "host-1");
    EXPECT_EQ(build().racks[0]->placements.size(), 5u);
    EXPECT_EQ(device("host-1/accelerator-4").partId, "pcie-card");
    EXPECT_EQ(errorOf(tryPlace("pcie-card", inHost(id("host-1")))).code, "EDIT-BAYS-FULL");
    edit::Place empty{.partId = "host4", .where = inRack("R01", 5), .label = "host-2"};
    empty.filled = false;
    apply(edit::place(project, empty, catalog));
    EXPECT_EQ(build().racks[0]->placements.size(), 6u);
    apply(tryPlace("slim-card", inHost(id("host-2"))));
}

TEST_F(EditCards, AFreedBayIsTakenAgain)
{
    addRacks({"R01"});
    place("host4", "R01", 1, "host-1");
    apply(edit::remove(project, {{}, {id("host-1/accelerator-2")}}, catalog));
    apply(tryPlace("slim-card", inHost(id("host-1"))));
    EXPECT_EQ(std::get<InDevice>(device("slim-card-1").anchor).index, 1);
}

TEST_F(EditCards, ACardMovesToAnotherHostWithItsLinks)
{
    addRacks({"R01", "R02"});
    place("bare2", "R01", 1, "bare-1");
    place("bare2", "R02", 1, "bare-2");
    place("leaf1", "R01", 40, "leaf-1");
    apply(tryPlace("nic2", inHost(id("bare-1"))));
    apply(edit::connect(project, {.from = {id("bare-1")}, .to = {id("leaf-1")}, .count = 2, .role = PortRole::compute}, catalog));
    EXPECT_EQ(linkCount(), 2u); // over the card's ports: the host has no compute ports itself
    apply(edit::move(project, {{}, id("nic2-1"), inHost(id("bare-2"))}, catalog));
    EXPECT_EQ(linkCount(), 2u);
    EXPECT_EQ(build().links[0].rackB, rackId("R02"));
    apply(edit::move(project, {{}, id("bare-2"), inRack("R01", 9)}, catalog)); // the card goes along
    EXPECT_TRUE(build().racks[1]->placements.empty());
}

} // namespace
} // namespace rackwright::testing
