#include "design_fixture.h"

namespace rackwright::testing {
namespace {

class EditLinks : public DesignTest {
protected:
    EditLinks()
    {
        addRacks({"R01"});
        place("box8", "R01", 1, "node-1");
        place("box8", "R01", 9, "node-2");
        for (int i = 1; i <= 8; ++i) place("leaf1", "R01", 16 + i, fmt::format("leaf-{}", i));
        for (int i = 1; i <= 4; ++i) place("leaf1", "R01", 30 + i, fmt::format("spine-{}", i));
        place("copper4", "R01", 40, "oob");
    }
    std::vector<Id> all(const std::string& stem, int count) const
    {
        std::vector<Id> ids;
        for (int i = 1; i <= count; ++i) ids.push_back(id(fmt::format("{}-{}", stem, i)));
        return ids;
    }
    std::vector<Link> links() const
    {
        std::vector<Link> found;
        for (const LinkChunk& chunk : build().links) found.insert(found.end(), chunk.links->begin(), chunk.links->end());
        return found;
    }
};

TEST_F(EditLinks, RailPortGoesToTheLeafOfItsNumber)
{
    apply(edit::connect(
        project, {.from = all("node", 2), .to = all("leaf", 8), .pattern = edit::LinkPattern::rail, .role = PortRole::compute}, catalog));
    ASSERT_EQ(linkCount(), 16u);
    for (const Link& link : links()) {
        EXPECT_EQ(link.a.port, "compute");
        EXPECT_EQ(link.b.device, id(fmt::format("leaf-{}", link.a.index + 1)));
    }
    const Error error = errorOf(edit::connect(
        project, {.from = {id("node-1")}, .to = all("leaf", 8), .pattern = edit::LinkPattern::rail, .role = PortRole::compute}, catalog));
    EXPECT_EQ(error.code, "EDIT-PORT-TAKEN");
    EXPECT_EQ(error.arg("port"), "compute 1");
    EXPECT_EQ(error.arg("by"), "leaf-1");
}

TEST_F(EditLinks, MeshGivesEveryPairItsCount)
{
    apply(edit::connect(project,
        {.from = all("leaf", 8), .to = all("spine", 4), .pattern = edit::LinkPattern::mesh, .count = 8, .role = PortRole::fabric},
        catalog));
    EXPECT_EQ(linkCount(), 8u * 4u * 8u);
    std::map<std::pair<Id, Id>, int> perPair;
    for (const Link& link : links()) ++perPair[{link.a.device, link.b.device}];
    for (const auto& [pair, count] : perPair) EXPECT_EQ(count, 8);
    const Error full = errorOf(edit::connect(project, {.from = {id("node-1")}, .to = {id("spine-1")}, .role = PortRole::compute}, catalog));
    EXPECT_EQ(full.code, "EDIT-NO-PORT"); // 64 of 64 in use
    EXPECT_EQ(full.arg("device"), "spine-1");
}

TEST_F(EditLinks, SpreadDealsTheLinksInTurn)
{
    apply(edit::connect(
        project, {.from = all("node", 2), .to = {id("leaf-1"), id("leaf-2")}, .count = 2, .role = PortRole::inBand}, catalog));
    std::map<Id, int> perSwitch;
    for (const Link& link : links()) ++perSwitch[link.b.device];
    EXPECT_EQ(perSwitch[id("leaf-1")], 2);
    EXPECT_EQ(perSwitch[id("leaf-2")], 2);
}

TEST_F(EditLinks, TwistedPairDoesNotGoIntoACage)
{
    apply(edit::connect(project, {.from = all("node", 2), .to = {id("oob")}, .role = PortRole::outOfBand}, catalog));
    EXPECT_EQ(linkCount(), 2u);
    EXPECT_EQ(links()[0].b.port, "fabric");
    EXPECT_EQ(errorOf(edit::connect(project, {.from = {id("node-1")}, .to = {id("leaf-1")}, .role = PortRole::outOfBand}, catalog)).code,
        "EDIT-NO-PORT");
    apply(edit::connect(project, {.from = all("leaf", 2), .to = {id("oob")}, .role = PortRole::outOfBand}, catalog));
    EXPECT_EQ(links()[2].a.port, "mgmt"); // a switch is managed through its own port
    EXPECT_EQ(
        errorOf(edit::connect(project, {.from = {id("leaf-3")}, .to = {id("oob")}, .role = PortRole::outOfBand}, catalog)).arg("device"),
        "oob");
}

TEST_F(EditLinks, GivenPortsAreCheckedForUse)
{
    const edit::Connect request{
        .from = {id("node-1")}, .to = {id("leaf-1")}, .fromPort = "compute", .toPort = "fabric", .fromIndex = 3, .toIndex = 5};
    apply(edit::connect(project, request, catalog));
    EXPECT_EQ(links()[0].a.index, 3);
    EXPECT_EQ(links()[0].b.index, 5);
    EXPECT_EQ(errorOf(edit::connect(project, request, catalog)).code, "EDIT-PORT-TAKEN");
    EXPECT_EQ(errorOf(edit::connect(project, {.from = {id("node-1")}, .to = {id("node-1")}}, catalog)).code, "EDIT-SAME-DEVICE");
}

TEST_F(EditLinks, ACardIsNotLinkedToItsOwnHost)
{
    place("bare2", "R01", 26, "bare");
    apply(tryPlace("nic2", inHost(id("bare"))));
    for (const auto& [from, to] : {std::pair{"bare", "nic2-1"}, std::pair{"nic2-1", "bare"}})
        EXPECT_EQ(errorOf(edit::connect(project, {.from = {id(from)}, .to = {id(to)}, .role = PortRole::compute}, catalog)).code,
            "EDIT-SAME-DEVICE");
    apply(edit::connect(project, {.from = {id("bare"), id("nic2-1")}, .to = {id("leaf-1")}, .role = PortRole::compute}, catalog));
    EXPECT_EQ(linkCount(), 2u); // the card's two ports, each once
}

TEST_F(EditLinks, DisconnectTakesOnlyTheLinksMeant)
{
    apply(edit::connect(
        project, {.from = all("node", 2), .to = all("leaf", 8), .pattern = edit::LinkPattern::rail, .role = PortRole::compute}, catalog));
    apply(edit::disconnect(project, {{}, {}, {id("node-1")}, {id("leaf-2")}}, catalog));
    EXPECT_EQ(linkCount(), 15u);
    apply(edit::disconnect(project, {{}, {links()[0].id}, {}, {}}, catalog));
    EXPECT_EQ(linkCount(), 14u);
    const Project before = project;
    apply(edit::disconnect(project, {{}, {}, {id("node-1")}, {id("spine-1")}}, catalog)); // none there
    EXPECT_EQ(project.scenarios[0], before.scenarios[0]);
    apply(edit::disconnect(project, {{}, {}, {id("node-2")}, {}}, catalog));
    EXPECT_EQ(linkCount(), 6u);
}

class EditCords : public DesignTest {
protected:
    EditCords()
    {
        addRacks({"R01"});
        place("pdu0", "R01", 1, "pdu-a");
        place("pdu0", "R01", 1, "pdu-b");
        apply(edit::cord(project, {.devices = {id("pdu-a")}, .feeds = {"A"}}, catalog));
        apply(edit::cord(project, {.devices = {id("pdu-b")}, .feeds = {"B"}}, catalog));
    }
    int cordsTo(const std::string& device, const std::string& pdu) const
    {
        int count = 0;
        for (const CordChunk& chunk : build().cords)
            for (const Cord& cord : *chunk.cords)
                if (const Id* to = std::get_if<Id>(&cord.to)) count += cord.device == id(device) && *to == id(pdu);
        return count;
    }
};

TEST_F(EditCords, InletsAlternateBetweenTheSides)
{
    place("box8", "R01", 1, "node-1");
    place("leaf1", "R01", 20, "leaf-1");
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog));
    EXPECT_EQ(cordsTo("node-1", "pdu-a"), 3);
    EXPECT_EQ(cordsTo("node-1", "pdu-b"), 3);
    EXPECT_EQ(cordsTo("leaf-1", "pdu-a"), 1);
    EXPECT_EQ(cordsTo("leaf-1", "pdu-b"), 1);
    EXPECT_EQ(cordCount(), 2u + 6u + 2u);
}

TEST_F(EditCords, OutletsAreCountedByConnector)
{
    place("box8", "R01", 1, "node-1");
    place("box8", "R01", 9, "node-2");
    place("box8", "R01", 17, "node-3");
    const Error error = errorOf(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog)); // 9 C19 a side, 6 there
    EXPECT_EQ(error.code, "EDIT-NO-OUTLET");
    EXPECT_EQ(error.arg("device"), "node-3");
    place("pdu0", "R01", 1, "pdu-a2");
    place("pdu0", "R01", 1, "pdu-b2");
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog)); // two PDUs a side share the load
    EXPECT_EQ(cordsTo("node-1", "pdu-a") + cordsTo("node-1", "pdu-a2"), 3);
    int onFirst = 0;
    for (const char* node : {"node-1", "node-2", "node-3"}) onFirst += cordsTo(node, "pdu-a");
    EXPECT_TRUE(onFirst == 4 || onFirst == 5);
}

TEST_F(EditCords, ACombinationOutletTakesEitherPlug)
{
    PartSnapshot parts = *project.parts;
    Part combined;
    combined.outlets = {{"C13", 1}, {"C13/C19", 3}};
    const PartPtr pdu = makePart(PartKind::powerUnit, "pdu-combi", {{"mount", "zeroU"}}, combined);
    parts.emplace(std::pair{pdu->kind, pdu->id}, pdu);
    project.parts = std::make_shared<const PartSnapshot>(parts);
    addRacks({"R02"});
    place("pdu-combi", "R02", 1, "combi");
    place("leaf1", "R02", 1, "leaf-1"); // two C13 plugs: one in its own kind, one in a combination
    place("host4", "R02", 5, "host-1"); // two C19 plugs
    apply(edit::cordRacks(project, {}, std::array{rackId("R02")}, catalog));
    place("host4", "R02", 9, "host-2");
    EXPECT_EQ(errorOf(edit::cord(project, {.devices = {id("host-2")}}, catalog)).code, "EDIT-NO-OUTLET");
}

TEST_F(EditCords, CordingAgainChangesNothing)
{
    place("box8", "R01", 1, "node-1");
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog));
    const Project before = project;
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog));
    apply(edit::cord(project, {.devices = {id("pdu-a")}, .feeds = {"A"}}, catalog));
    EXPECT_EQ(project.scenarios[0], before.scenarios[0]);
    EXPECT_EQ(project.nextId, before.nextId);
}

TEST_F(EditCords, WhatCannotBeCordedIsSaid)
{
    place("heavy4", "R01", 1, "no-inlets");
    EXPECT_EQ(errorOf(edit::cord(project, {.devices = {id("no-inlets")}}, catalog)).code, "EDIT-NO-INLET");
    EXPECT_EQ(errorOf(edit::cord(project, {.devices = {id("pdu-a")}, .feeds = {"C"}}, catalog)).code, "EDIT-NO-FEED");
    addRacks({"R02"});
    place("box8", "R02", 1, "node-1");
    EXPECT_EQ(errorOf(edit::cord(project, {.devices = {id("node-1")}}, catalog)).code, "EDIT-NO-PDU");
}

TEST_F(EditCords, APduReplacedBySomethingElseLosesItsCords)
{
    place("box8", "R01", 1, "node-1");
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog));
    PartSnapshot parts = *project.parts;
    const PartPtr kit = makePart(PartKind::cooling, "kit", {{"kind", "rack-liquid-kit"}});
    parts.emplace(std::pair{kit->kind, kit->id}, kit);
    project.parts = std::make_shared<const PartSnapshot>(parts);
    EXPECT_EQ(errorOf(edit::replace(project, {{}, {id("pdu-b")}, "kit", false}, catalog)).code, "EDIT-LINKS-LOST");
    apply(edit::replace(project, {{}, {id("pdu-b")}, "kit", true}, catalog));
    EXPECT_EQ(cordCount(), 1u + 3u); // pdu-a on its feed, three inlets on pdu-a
}

TEST_F(EditCords, RemovingAPduFreesItsInlets)
{
    place("box8", "R01", 1, "node-1");
    apply(edit::cordRacks(project, {}, std::array{rackId("R01")}, catalog));
    apply(edit::remove(project, {{}, {id("pdu-b")}}, catalog));
    EXPECT_EQ(cordCount(), 1u + 3u);
    apply(edit::cord(project, {.devices = {id("node-1")}, .off = true}, catalog));
    EXPECT_EQ(cordCount(), 1u);
}

} // namespace
} // namespace rackwright::testing
