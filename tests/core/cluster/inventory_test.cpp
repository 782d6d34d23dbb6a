#include "core/cluster/inventory.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

Part server(std::string id, std::vector<BayGroup> bays)
{
    Part part;
    part.kind = PartKind::server;
    part.id = std::move(id);
    part.values = {{"accelerator_count", "8", 0}, {"max_power_w", "10200", 0}};
    part.provenances = {{"spec", "a document", "2024"}};
    part.bays = std::move(bays);
    return part;
}

Placement placed(int id, std::string label, std::string part)
{
    Placement placement;
    placement.id = Id{id};
    placement.label = std::move(label);
    placement.partId = std::move(part);
    placement.anchor = InRack{};
    return placement;
}

Inventory inventoryOf(const Part& part, std::vector<Placement> placements)
{
    Project project;
    project.parts = std::make_shared<const PartSnapshot>(PartSnapshot{{{part.kind, part.id}, std::make_shared<const Part>(part)}});
    Rack rack;
    rack.id = Id{100};
    rack.placements = std::move(placements);
    auto build = std::make_shared<Build>();
    build->racks.push_back(std::make_shared<const Rack>(rack));
    Scenario scenario;
    scenario.build = build;
    return takeInventory(project, scenario, std::nullopt);
}

TEST(Inventory, BaysForNicsDoNotMakeAnSxmServerAHostOfCards)
{
    const Part sxm = server("sxm", {{"accelerator", 8, "SXM5"}, {"nic", 10, "PCIe HHHL NIC"}});
    const Part pcie = server("pcie", {{"accelerator", 8, "PCIe FHFL dual-slot"}});
    EXPECT_FALSE(bringsCardsInBays(sxm));
    EXPECT_TRUE(bringsCardsInBays(pcie));
    EXPECT_EQ(acceleratorsOf(inventoryOf(sxm, {placed(1, "a", "sxm")}), 0), 8);
    EXPECT_EQ(acceleratorsOf(inventoryOf(pcie, {placed(1, "a", "pcie")}), 0), 0);
}

TEST(Inventory, ADeviceHasThePartAsTheUserSetIt)
{
    Placement capped = placed(2, "b", "sxm");
    capped.overrides = {{"max_power_w", "9000"}, {"idle_power_w", "1500"}, {"accelerator_count", ""}};
    Placement cappedToo = placed(3, "c", "sxm");
    cappedToo.overrides = capped.overrides;
    const Inventory inventory = inventoryOf(server("sxm", {}), {placed(1, "a", "sxm"), capped, cappedToo});

    ASSERT_EQ(inventory.devices.size(), 3U);
    EXPECT_EQ(inventory.parts.size(), 2U);
    EXPECT_EQ(inventory.devices[0].part->number("max_power_w"), 10200);
    const Part& own = *inventory.devices[1].part;
    EXPECT_EQ(own.number("max_power_w"), 9000);
    EXPECT_EQ(own.number("idle_power_w"), 1500);
    EXPECT_FALSE(own.number("accelerator_count"));
    EXPECT_EQ(own.provenanceOf("max_power_w")->kind, "user");
    EXPECT_EQ(inventory.devices[2].part, &own);
}

} // namespace
} // namespace rackwright
