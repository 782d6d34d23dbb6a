#include "core/assess/assess.h"
#include "core/assess/figure_table.h"
#include "core/assess/finding_table.h"
#include "core/design/edit_script.h"
#include "core/design/templates.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace rackwright {
namespace {

const EngineData& engine()
{
    static const EngineData data = EngineData::load(Catalog::defaultFolder()).value();
    return data;
}

Project fromTemplate(const std::string& name)
{
    return newProject("test", "test", "2026-12-01", name, engine().catalog).value();
}

const std::vector<std::string> templates{"superpod-h100-1su", "edge-jetson", "faulty-room"};

/// "rack" of `power.typical_w@rack:R07`; "scenario" without a subject.
std::string kindOf(const std::string& id)
{
    const std::size_t at = id.find('@');
    return at == std::string::npos ? "scenario" : id.substr(at + 1, id.find(':', at) - at - 1);
}

TEST(Assess, EveryFigureIsInTheTableWithItsUnitAndSubject)
{
    std::set<std::string> strange;
    for (const std::string& name : templates)
        for (const ScenarioAssessment& scenario : assess(fromTemplate(name), engine()).scenarios)
            for (const Figure& figure : scenario.figures) {
                const auto table = figureTable();
                const auto found = std::ranges::find(table, figure.id.substr(0, figure.id.find('@')), &FigureKind::figure);
                if (found == table.end() || found->unit != figure.unit
                    || (std::string{","} + std::string{found->subjects} + ",").find("," + kindOf(figure.id) + ",") == std::string::npos)
                    strange.insert(figure.id.substr(0, figure.id.find(':')) + " [" + figure.unit + "]");
            }
    EXPECT_TRUE(strange.empty()) << ::testing::PrintToString(strange);
}

TEST(Assess, EveryFigureHasAnExplanationOfTheSameValue)
{
    std::set<std::string> without, different;
    for (const std::string& name : templates) {
        const Project project = fromTemplate(name);
        for (const ScenarioPtr& each : project.scenarios) {
            Trace trace;
            AssessOptions options;
            options.scenario = each->name;
            const Assessment assessment = assess(project, engine(), options, &trace);
            for (const Figure& figure : assessment.scenarios.at(0).figures) {
                const Explanation* explanation = trace.find(figure.id);
                const std::string kind = figure.id.substr(0, figure.id.find(':'));
                if (!explanation)
                    without.insert(kind);
                else if (explanation->value.hasValue() != figure.value.hasValue()
                    || (figure.value.hasValue() && explanation->value.value != figure.value.value))
                    different.insert(kind);
            }
        }
    }
    EXPECT_TRUE(without.empty()) << ::testing::PrintToString(without);
    EXPECT_TRUE(different.empty()) << ::testing::PrintToString(different);
}

TEST(Assess, EveryFindingIsInTheTableAndNotGraverThanItSays)
{
    for (const std::string& name : templates)
        for (const ScenarioAssessment& scenario : assess(fromTemplate(name), engine()).scenarios)
            for (const Finding& finding : scenario.findings) {
                const auto table = findingTable();
                const auto found = std::ranges::find(table, finding.code, &FindingKind::code);
                ASSERT_NE(found, table.end()) << finding.code;
                EXPECT_LE(finding.severity, found->severity) << finding.code;
            }
}

TEST(Assess, FiguresAreUniqueAndSortedAndNoValueIsNotANumber)
{
    for (const std::string& name : templates)
        for (const ScenarioAssessment& scenario : assess(fromTemplate(name), engine()).scenarios)
            for (std::size_t i = 0; i < scenario.figures.size(); ++i) {
                const Figure& figure = scenario.figures[i];
                if (i > 0) {
                    EXPECT_LT(scenario.figures[i - 1].id, figure.id);
                }
                if (!figure.value.hasValue()) {
                    EXPECT_FALSE(figure.value.missing.empty()) << figure.id;
                    continue;
                }
                EXPECT_TRUE(std::isfinite(figure.value.value)) << figure.id;
                EXPECT_LE(figure.value.low, figure.value.value) << figure.id;
                EXPECT_GE(figure.value.high, figure.value.value) << figure.id;
            }
}

TEST(Assess, PowerInIsHeatOut)
{
    for (const std::string& name : templates)
        for (const ScenarioAssessment& scenario : assess(fromTemplate(name), engine()).scenarios) {
            const Figure* power = scenario.figure("power.workload_w");
            const Figure* air = scenario.figure("heat.air_w");
            const Figure* liquid = scenario.figure("heat.liquid_w");
            ASSERT_TRUE(power && air && liquid) << name;
            if (!power->value.hasValue()) continue;
            EXPECT_NEAR(air->value.value + liquid->value.value, power->value.value, 1e-9 * power->value.value) << name;
        }
}

TEST(Assess, TheSameBitsTwice)
{
    const Project project = fromTemplate("superpod-h100-1su");
    const Assessment a = assess(project, engine()), b = assess(project, engine());
    ASSERT_EQ(a.scenarios.size(), b.scenarios.size());
    for (std::size_t s = 0; s < a.scenarios.size(); ++s) {
        ASSERT_EQ(a.scenarios[s].figures.size(), b.scenarios[s].figures.size());
        for (std::size_t i = 0; i < a.scenarios[s].figures.size(); ++i)
            EXPECT_EQ(a.scenarios[s].figures[i].value, b.scenarios[s].figures[i].value);
    }
}

TEST(Assess, AStoppedRunAnswersNothingAndDoesNotHang)
{
    std::stop_source source;
    source.request_stop();
    AssessOptions options;
    options.stop = source.get_token();
    EXPECT_TRUE(assess(fromTemplate("superpod-h100-1su"), engine(), options).scenarios.empty());
}

TEST(Assess, AnApprovedFindingNoLongerCountsAsAnError)
{
    Project project = fromTemplate("faulty-room");
    const Assessment before = assess(project, engine());
    ASSERT_TRUE(before.hasErrors());
    for (const ScenarioAssessment& scenario : before.scenarios)
        for (const Finding& finding : scenario.findings)
            for (const std::string& subject : finding.subjects)
                project.approvals.push_back({finding.code, subject, "accepted for the test"});
    for (const ScenarioAssessment& scenario : assess(project, engine()).scenarios)
        for (const Finding& finding : scenario.findings)
            if (!finding.subjects.empty()) {
                EXPECT_EQ(finding.approvedBecause, "accepted for the test") << finding.code;
            }
}

TEST(Assess, WattsOfTheDevicesAddUpToThoseOfTheirRack)
{
    const Project project = fromTemplate("superpod-h100-1su");
    const ScenarioAssessment own = *assess(project, engine()).scenario("Own");
    for (const RackPtr& rack : project.scenario("Own")->build->racks) {
        Quantity<> sum = zero();
        for (const Placement& placement : rack->placements)
            if (const Quantity<>* watts = own.wattsOf(placement.id)) sum += *watts;
        const Figure* stated = own.figure("power.workload_w@rack:" + rack->name);
        ASSERT_TRUE(stated) << rack->name;
        EXPECT_NEAR(sum.value, stated->value.value, 1e-6 * stated->value.value) << rack->name;
    }
    EXPECT_EQ(own.wattsOf(Id{987654321}), nullptr);
}

TEST(Assess, UnlimitedStageThrottlesNothing)
{
    const Project project = fromTemplate("faulty-room"); // 8 kW of air cooling for four DGX H100
    AssessOptions unlimited;
    unlimited.scenario = "Own";
    unlimited.unlimited = true;
    const auto wattsOf = [](const Assessment& assessment) { return assessment.scenarios.at(0).figure("power.workload_w")->value.value; };
    AssessOptions full = unlimited;
    full.unlimited = false;
    EXPECT_GT(wattsOf(assess(project, engine(), unlimited)), 1.05 * wattsOf(assess(project, engine(), full)));
}

} // namespace
} // namespace rackwright
