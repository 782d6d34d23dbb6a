#include "core/design/edit_script.h"
#include "design_fixture.h"

#include "core/design/templates.h"

#include <fstream>
#include <iterator>
#include <set>

namespace rackwright::testing {
namespace {

class EditScript : public DesignTest {
protected:
    void run(std::string_view script) { apply(applyScript(project, script, catalog)); }
    Error errorIn(std::string_view script) { return errorOf(applyScript(project, script, catalog)); }
};

TEST(ScriptText, WordsQuotesAndComments)
{
    const auto lines = parseScript("# a template\n\nrack name=R01 part=frame42   # the first\r\nscenario name=\"AWS \\\"p5\\\" # 1\"\n");
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 2u);
    EXPECT_EQ((*lines)[0].number, 3);
    EXPECT_EQ((*lines)[0].verb, "rack");
    EXPECT_EQ(*(*lines)[0].find("part"), "frame42");
    EXPECT_EQ(*(*lines)[1].find("name"), "AWS \"p5\" # 1");
}

TEST(ScriptText, WhatIsWrongIsNamedWithItsLine)
{
    const auto errorOf = [](std::string_view text) {
        const auto lines = parseScript(text);
        EXPECT_FALSE(lines) << text;
        return lines ? Error{} : lines.error();
    };
    const Error verb = errorOf("site name=X\nrak name=R01");
    EXPECT_EQ(verb.code, "SCRIPT-UNKNOWN-VERB");
    EXPECT_EQ(verb.arg("line"), "2");
    EXPECT_EQ(verb.arg("found"), "rak");
    EXPECT_EQ(verb.arg("nearest"), "rack");
    const Error key = errorOf("place part=x labell=y");
    EXPECT_EQ(key.code, "SCRIPT-UNKNOWN-KEY");
    EXPECT_EQ(key.arg("nearest"), "label");
    EXPECT_EQ(errorOf("place rack=R01").code, "SCRIPT-MISSING-KEY");
    EXPECT_EQ(errorOf("place part=a part=b").code, "SCRIPT-REPEATED-KEY");
    EXPECT_EQ(errorOf("place part").code, "SCRIPT-SYNTAX");
    EXPECT_EQ(errorOf("place =x").code, "SCRIPT-SYNTAX");
    EXPECT_EQ(errorOf("place part=\"x").code, "SCRIPT-SYNTAX");
}

TEST(ScriptText, NamesExpand)
{
    const auto names = [](std::string_view text) { return expandNames(text).value_or(std::vector<std::string>{"error"}); };
    EXPECT_EQ(names("R08..R11"), (std::vector<std::string>{"R08", "R09", "R10", "R11"}));
    EXPECT_EQ(names("R1..3,X"), (std::vector<std::string>{"R1", "R2", "R3", "X"}));
    EXPECT_EQ(names("R05..R03"), std::vector<std::string>{"error"});
    EXPECT_EQ(names("R01..S03"), std::vector<std::string>{"error"});
    EXPECT_EQ(names("a..b"), std::vector<std::string>{"error"});
}

TEST(ScriptText, PatternsMatch)
{
    EXPECT_TRUE(matchesPattern("dgx-*", "dgx-01"));
    EXPECT_TRUE(matchesPattern("pdu-R*-a?", "pdu-R07-a2"));
    EXPECT_FALSE(matchesPattern("dgx-*", "leaf-01"));
    EXPECT_FALSE(matchesPattern("host-*", "host-1/accelerator-1")); // cards are named with their host
    EXPECT_TRUE(matchesPattern("host-*/*", "host-1/accelerator-1"));
    EXPECT_TRUE(matchesPattern("*", ""));
    EXPECT_FALSE(matchesPattern("?", ""));
}

TEST_F(EditScript, ASmallClusterInAFewLines)
{
    run(R"(
        rack name=R01..R03 part=frame42 spacing=0.8 power-limit=40
        place part=box8 rack=R01..R02 u=1,9,17 label=node-{n:02} count=5
        place part=leaf1 rack=R03 u=1..8 label=leaf-{n}
        place part=leaf1 rack=R03 u=20..23 label=spine-{n}
        place part=pdu0 rack=R01..R03 each=2 label=pdu-{n}
        connect from=node-* to=leaf-* role=compute pattern=rail
        connect from=leaf-* to=spine-* role=fabric pattern=mesh count=8
        cord device=pdu-1,pdu-3,pdu-5 feed=A
        cord device=pdu-2,pdu-4,pdu-6 feed=B
    )");
    EXPECT_DOUBLE_EQ(findRack(build(), "R02")->xM, 0.8);
    EXPECT_EQ(findDevice(build(), std::string_view{"node-04"}).rack->name, "R02");
    EXPECT_EQ(linkCount(), 5u * 8u + 8u * 4u * 8u);
    const Link& link = build().links[0].links->front(); // from R01 or R02 to R03
    EXPECT_EQ(link.a.device, id("node-01"));
    EXPECT_EQ(link.b.device, id("leaf-1"));
    run("cord rack=R03");
    EXPECT_EQ(cordCount(), 6u + 12u * 2u);
}

TEST_F(EditScript, AllOrNothing)
{
    const Project before = project;
    const Error error = errorIn("rack name=R01 part=frame42\nplace part=box8 rack=R01 u=36 label=node-1");
    EXPECT_EQ(error.code, "EDIT-BEYOND-RACK");
    EXPECT_EQ(error.arg("line"), "2");
    EXPECT_EQ(error.arg("verb"), "place");
    EXPECT_TRUE(project == before);
}

TEST_F(EditScript, NamesThatAreNotThereAreSaidWithTheNearest)
{
    run("rack name=R01 part=frame42\nplace part=box8 rack=R01 u=1 label=node-1");
    const Error rack = errorIn("place part=box8 rack=R10 u=9");
    EXPECT_EQ(rack.code, "EDIT-NOT-FOUND");
    EXPECT_EQ(rack.arg("kind"), "rack");
    const Error device = errorIn("move device=nod-1 u=9");
    EXPECT_EQ(device.arg("nearest"), "node-1");
    EXPECT_EQ(errorIn("remove device=leaf-*").code, "EDIT-NOT-FOUND");
}

TEST_F(EditScript, MoveRemoveRenameAndSet)
{
    run(R"(
        rack name=R01,R02 part=frame42
        place part=host4 rack=R01 u=1 label=h1
        move device=h1 u=5
    )");
    EXPECT_EQ(std::get<InRack>(device("h1").anchor).fromHalfU, 8);
    run("move device=h1 rack=R02 u=2.5");
    EXPECT_EQ(std::get<InRack>(device("h1").anchor).fromHalfU, 3);
    run("array device=h1 count=2 label=h{n} start=2\nrename device=h* to=host-{n} start=10");
    EXPECT_EQ(findDevice(build(), std::string_view{"host-12"}).rack->name, "R02");
    run("set device=host-1? status=existing max_power_w=2500\nset rack=R0? row=2\nset project=this name=\"New name\" as-of=2027-01-01");
    EXPECT_EQ(device("host-11").overrides.at("max_power_w"), "2500");
    EXPECT_EQ(project.name, "New name");
    EXPECT_EQ(build().racks[1]->row, 2);
    run("duplicate device=host-10 rack=R01 label=host-20\nremove device=host-1?\nremove rack=R02");
    EXPECT_EQ(build().racks.size(), 1u);
    EXPECT_EQ(build().racks[0]->placements.size(), 5u);
}

TEST_F(EditScript, CardsUnplacedAndPlaceAll)
{
    run(R"(
        rack name=R01 part=frame42
        place part=bare2 rack=R01 u=1,3 label=b{n}
        card part=nic2 host=b* label={host}-nic
        place part=box8 count=3 label=spare-{n}
        place-all
    )");
    EXPECT_EQ(std::get<InDevice>(device("b2-nic").anchor).host, id("b2"));
    EXPECT_EQ(std::get<InRack>(device("spare-3").anchor).fromHalfU, 2 * (4 + 16));
}

TEST_F(EditScript, ScenariosWorkloadsAllocationsAndMoney)
{
    run(R"(
        workload name=train kind=training model=model-x sequence=8192 batch=512
        allocate workload=train tp=8 pp=4 dp=1 recompute=selective hours=90%
        scenario name="Cloud" cloud=cloudy instance=big8 term=reserved_1y equal-to=Own
        scenario name=Copy copy=Own
        finance scenario=Own years=4 discount=7%
        phase name=later month=12 scenario=Own
        approve finding=POWER-X subject=device:a reason="known and wanted"
        set scenario=Cloud instances=4 equal-to=
    )");
    const Allocation& allocation = project.scenario("Own")->allocations[0];
    ASSERT_TRUE(allocation.plan);
    EXPECT_EQ(allocation.plan->accelerators(), 32);
    EXPECT_DOUBLE_EQ(allocation.hoursShare, 0.9);
    EXPECT_DOUBLE_EQ(project.scenario("Own")->finance.discountRate, 0.07);
    EXPECT_EQ(project.scenario("Cloud")->cloud->instances, 4);
    EXPECT_EQ(project.scenario("Cloud")->cloud->equalTo, "");
    EXPECT_TRUE(project.scenario("Copy")->build);
    EXPECT_EQ(project.scenario("Own")->phases[0].month, 12);
    run("remove scenario=Copy\nworkload name=train off=yes\nremove phase=later");
    EXPECT_EQ(project.scenarios.size(), 2u);
    EXPECT_TRUE(project.workloads.empty());
}

TEST_F(EditScript, ARackLineAddsChangesAndRemoves)
{
    run("rack name=R01 part=frame42\nrack name=R01 power-limit=30 y=2\n");
    EXPECT_EQ(build().racks[0]->powerLimitKw, 30);
    EXPECT_EQ(build().racks[0]->yM, 2);
    EXPECT_EQ(errorIn("rack name=R02 power-limit=3").code, "EDIT-NOT-FOUND"); // a new one needs a part
    EXPECT_EQ(errorIn("rack name=R01..R02 part=frame42").code, "EDIT-DUPLICATE");
    run("rack name=R01 off=yes");
    EXPECT_TRUE(build().racks.empty());
}

TEST(ScriptText, EveryVerbIsListedOnce)
{
    std::set<std::string_view> names;
    for (const ScriptVerb& verb : scriptVerbs()) EXPECT_TRUE(names.insert(verb.name).second);
    for (const char* verb : {"site", "room", "feed", "rack", "place", "move", "remove", "duplicate", "array", "replace", "rename", "set",
             "card", "connect", "disconnect", "cord", "allocate", "phase", "scenario", "workload", "place-all", "approve", "finance"})
        EXPECT_TRUE(names.contains(verb)) << verb;
}

TEST(ScriptText, TheHandbookNamesEveryVerbAndKey)
{
    std::ifstream file{resourcesFolder() / "help/edit-script.md"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    ASSERT_FALSE(text.empty());
    for (const ScriptVerb& verb : scriptVerbs()) {
        EXPECT_NE(text.find(fmt::format("| `{}` |", verb.name)), std::string::npos) << verb.name;
        for (const auto* keys : {&verb.required, &verb.optional})
            for (const std::string_view key : *keys) {
                const bool named =
                    text.find(fmt::format("`{}`", key)) != std::string::npos || text.find(fmt::format("`{}=", key)) != std::string::npos;
                EXPECT_TRUE(named) << verb.name << ' ' << key;
            }
    }
}

} // namespace
} // namespace rackwright::testing
