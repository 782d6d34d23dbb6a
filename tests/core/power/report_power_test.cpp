#include "core/assess/report_power.h"
#include "tests/core/cluster/build_maker.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using test::BuildMaker;
using test::shippedCatalog;

struct Reported {
    Report report;
    Trace trace;

    std::vector<const Finding*> findings(std::string_view code, std::string_view effect = {}) const
    {
        std::vector<const Finding*> found;
        for (const Finding& finding : report.findings)
            if (finding.code == code
                && (effect.empty()
                    || std::ranges::find(finding.args, std::pair<std::string, std::string>{"effect", effect}) != finding.args.end()))
                found.push_back(&finding);
        return found;
    }
};

Reported reportOf(BuildMaker& build)
{
    Reported reported;
    const Inventory inventory = build.inventory();
    reportPower(assessPower({inventory, build.project, shippedCatalog()}, &reported.trace), inventory, "typical", reported.report);
    return reported;
}

/// DGX systems in one rack, half of the supplies on each of two PDUs of 60 A at 415 V (34.5 kW), each on its own feed.
void twoSides(BuildMaker& build, const std::vector<std::string>& parts, double feedKw = 200)
{
    build.feed("A", feedKw);
    build.feed("B", feedKw);
    const int rack = build.rack("R01");
    const Id a = build.place(rack, "class-415v-60a", "pdu-a", ZeroU{}), b = build.place(rack, "class-415v-60a", "pdu-b", ZeroU{});
    build.cord(a, 0, std::string{"A"});
    build.cord(b, 0, std::string{"B"});
    for (const std::string& part : parts) build.cords(build.place(rack, part), 6, {a, b});
}

TEST(ReportPower, EveryFigureHasAUnitAndTheExplanationOfItsValue)
{
    BuildMaker build;
    twoSides(build, {"dgx-h100", "dgx-b200"});
    const Reported reported = reportOf(build);
    EXPECT_GT(reported.report.figures.size(), 20U);
    for (const Figure& figure : reported.report.figures) {
        EXPECT_EQ(figure.unit.empty(), figure.id == "power.pue") << figure.id;
        const Explanation* told = reported.trace.find(figure.id);
        ASSERT_TRUE(told) << figure.id;
        EXPECT_EQ(told->value, figure.value) << figure.id;
    }
}

TEST(ReportPower, TheLossOfAFeedIsToldByEffect)
{
    BuildMaker build;
    twoSides(build, {"dgx-h100", "dgx-b200"});
    const Reported reported = reportOf(build);
    EXPECT_EQ(reported.findings("POWER-FEED-LOSS", "reduced").size(), 2U);
    EXPECT_TRUE(reported.findings("POWER-FEED-LOSS", "dark").empty());
    EXPECT_TRUE(reported.findings("POWER-FEED-LOSS", "overload").empty()); // 24.5 of 34.5 kW
    const Finding& loss = *reported.findings("POWER-FEED-LOSS", "reduced").front();
    EXPECT_EQ(loss.severity, Severity::warning);
    EXPECT_EQ(loss.subjects.front(), "feed:A");
    EXPECT_EQ(loss.subjects.size(), 3U);
}

// Four DGX B200: 57.2 kW nameplate, 42 typical; on one PDU of 34.5 kW both are too much. Three: 42.9 and 31.5.
TEST(ReportPower, AnOverloadAfterALossIsAnErrorOnTheTypicalBasis)
{
    for (const int count : {3, 4}) {
        BuildMaker build;
        twoSides(build, std::vector<std::string>(static_cast<std::size_t>(count), "dgx-b200"));
        const Reported reported = reportOf(build);
        EXPECT_TRUE(reported.findings("POWER-PDU-OVERLOAD").empty()); // 28.6 of 34.5 kW each in the normal state
        bool error = false;
        for (const Finding* finding : reported.findings("POWER-FEED-LOSS", "overload"))
            error = error || finding->severity == Severity::error;
        EXPECT_EQ(error, count == 4);
        EXPECT_FALSE(reported.findings("POWER-FEED-LOSS", "overload").empty());
    }
}

TEST(ReportPower, AFeedBeyondItsRatingIsAnError)
{
    BuildMaker build;
    twoSides(build, {"dgx-b200", "dgx-b200"}, 14);
    const Reported reported = reportOf(build);
    ASSERT_FALSE(reported.findings("POWER-FEED-OVERLOAD").empty()); // 14.3 of 14 kW on each
    EXPECT_EQ(reported.findings("POWER-FEED-OVERLOAD").front()->severity, Severity::error);
}

TEST(ReportPower, ABuildWithoutCordsIsToldAsAnInformation)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-h100");
    const Reported reported = reportOf(build);
    ASSERT_EQ(reported.findings("POWER-UNCORDED").size(), 1U);
    EXPECT_EQ(reported.findings("POWER-UNCORDED").front()->severity, Severity::info);
    EXPECT_EQ(reported.report.findings.size(), 1U);
}

} // namespace
} // namespace rackwright
