// The templates against figures computed by hand or published (samples_expected.csv).

#include "core/assess/assess.h"
#include "core/catalog/csv.h"
#include "core/design/templates.h"
#include "tests/source_folder.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>

namespace rackwright {
namespace {

double numberOf(std::string_view text)
{
    double value = NAN;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

TEST(Samples, FiguresAreThoseComputedByHand)
{
    const EngineData data = EngineData::load(Catalog::defaultFolder()).value();
    const CsvTable expected = readCsv(sourceFolder() / "tests/validation/samples_expected.csv", "samples_expected.csv").value();
    std::map<std::string, Assessment> assessments;
    for (std::size_t row = 0; row < expected.rows(); ++row) {
        const std::string name{expected.cell(row, "template")};
        if (!assessments.contains(name)) {
            const Result<Project> project = newProject(name, name, "2026-12-01", name, data.catalog);
            ASSERT_TRUE(project) << name << ": " << project.error().code;
            assessments.emplace(name, assess(*project, data));
        }
        const ScenarioAssessment* scenario = assessments.at(name).scenario(expected.cell(row, "scenario"));
        ASSERT_NE(scenario, nullptr) << expected.line(row);
        const Figure* figure = scenario->figure(expected.cell(row, "figure"));
        ASSERT_NE(figure, nullptr) << expected.cell(row, "figure");
        ASSERT_TRUE(figure->value.hasValue()) << figure->id;
        const double wanted = numberOf(expected.cell(row, "expected"));
        const double tolerance = std::abs(wanted) * numberOf(expected.cell(row, "tolerance_pct")) / 100;
        EXPECT_NEAR(figure->value.value, wanted, tolerance + 1e-9 * std::abs(wanted))
            << name << ' ' << scenario->name << ' ' << figure->id << ": " << expected.cell(row, "how");
    }
}

} // namespace
} // namespace rackwright
