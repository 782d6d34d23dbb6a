// What the shipped templates are found to be: two that can be built, one with a fault in every area.
#include "core/assess/assess.h"
#include "core/design/templates.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace rackwright {
namespace {

/// Areas with an error ("POWER" of POWER-PDU-OVERLOAD), over all scenarios.
std::set<std::string> areasInError(const std::string& name)
{
    static const EngineData data = EngineData::load(Catalog::defaultFolder()).value();
    const Project project = newProject("test", "test", "2026-12-01", name, data.catalog).value();
    std::set<std::string> areas;
    for (const ScenarioAssessment& scenario : assess(project, data).scenarios)
        for (const Finding& finding : scenario.findings)
            if (finding.severity == Severity::error) areas.insert(finding.code.substr(0, finding.code.find('-')));
    return areas;
}

TEST(TemplateFindings, TheFaultyRoomHasAnErrorInEveryArea)
{
    EXPECT_EQ(areasInError("faulty-room"), (std::set<std::string>{"COST", "FABRIC", "HEAT", "MEMORY", "POWER", "SPACE"}));
}

TEST(TemplateFindings, TheOthersHaveNone)
{
    EXPECT_TRUE(areasInError("superpod-h100-1su").empty());
    EXPECT_TRUE(areasInError("edge-jetson").empty());
}

} // namespace
} // namespace rackwright
