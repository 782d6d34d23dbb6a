#include "core/validation/validation.h"

#include "core/catalog/csv.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <unistd.h>

namespace rackwright {
namespace {

const EngineData& engine()
{
    static const EngineData data = EngineData::load(Catalog::defaultFolder()).value();
    return data;
}

/// The table with these columns blanked, as a file that lives as long as the object.
class BlankedTable {
public:
    BlankedTable(const std::filesystem::path& source, const std::set<std::string>& columns)
        : path_{std::filesystem::temp_directory_path() / ("rackwright-blanked-" + std::to_string(getpid()) + ".csv")}
    {
        const CsvTable table = readCsv(source, "source").value();
        std::ofstream out(path_);
        const auto write = [&](auto&& cellOf) {
            for (std::size_t c = 0; c < table.columns(); ++c) {
                out << (c ? "," : "") << '"';
                for (const char each : std::string{cellOf(c)}) out << (each == '"' ? "\"\"" : std::string{each});
                out << '"';
            }
            out << '\n';
        };
        write([&](std::size_t c) { return table.header()[c]; });
        for (std::size_t r = 0; r < table.rows(); ++r)
            write([&](std::size_t c) { return columns.contains(std::string{table.header()[c]}) ? std::string_view{} : table.cell(r, c); });
    }
    ~BlankedTable() { std::filesystem::remove(path_); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

const std::map<std::string, std::set<std::string>> answersOf{
    {"params",
        {"params_b", "active_params_b", "official_params_b", "computed_params_b", "computed_active_params_b", "compared_params_b",
            "difference_percent", "within_1_percent"}},
    {"flops", {"iteration_time_s", "iteration_time_s_derived", "tflops_per_accelerator", "mfu_pct", "tokens_per_s", "time_to_train_days"}},
    {"training",
        {"iteration_time_s", "iteration_time_s_derived", "tflops_per_accelerator", "mfu_pct", "tokens_per_s", "time_to_train_days"}},
    {"memory", {"memory_gb", "out_of_memory"}},
    {"inference-memory", {"observed_value"}},
    {"fabric",
        {"leaf_switches", "spine_switches", "core_switches", "node_leaf_cables", "leaf_spine_cables", "spine_core_cables",
            "computed_match"}},
};

TEST(Validation, NoPredictionReadsAnAnswer)
{
    for (const ValidationArea& area : validationAreas()) {
        ASSERT_TRUE(answersOf.contains(std::string{area.name})) << area.name;
        const BlankedTable blanked(Catalog::defaultFolder() / area.table, answersOf.at(std::string{area.name}));
        const ValidationReport with = validate(area.name, {}, engine()).value();
        const ValidationReport without = validate(area.name, blanked.path(), engine()).value();
        EXPECT_EQ(without.compared, 0) << area.name;
        ASSERT_EQ(with.rows.size(), without.rows.size()) << area.name;
        for (std::size_t i = 0; i < with.rows.size(); ++i) {
            EXPECT_EQ(with.rows[i].predicted, without.rows[i].predicted) << area.name << ' ' << with.rows[i].id;
            EXPECT_EQ(with.rows[i].reason, without.rows[i].reason) << area.name << ' ' << with.rows[i].id;
        }
    }
}

TEST(Validation, RowsAreSkippedForListedReasonsOnly)
{
    for (const ValidationArea& area : validationAreas()) {
        const ValidationReport report = validate(area.name, {}, engine()).value();
        for (const ValidationRow& row : report.rows) {
            EXPECT_EQ(row.status == RowStatus::skipped, !row.reason.empty()) << area.name << ' ' << row.id;
            const bool listed = row.reason.empty() || row.reason == "LOOKUP"
                || std::ranges::any_of(std::vector<std::string>{"MISSING_INPUT:", "UNKNOWN_PART:", "OUT_OF_SCOPE:"},
                    [&](const std::string& known) { return row.reason.starts_with(known); });
            EXPECT_TRUE(listed) << row.reason;
        }
    }
}

// The published counts are rounded to three digits by some makers: half a percent is what the closed forms are held to.
TEST(Validation, ParameterCountsAreWithinHalfAPercent)
{
    const ValidationReport report = validate("params", {}, engine()).value();
    EXPECT_GE(report.compared, 80);
    EXPECT_GE(report.coverage, 0.9);
    EXPECT_LE(*report.all.medianAbsPct, 0.5);
}

TEST(Validation, SuperPodCountsAreExact)
{
    const ValidationReport report = validate("fabric", {}, engine()).value();
    for (const ValidationRow& row : report.rows)
        if (row.errorPct && (row.id.starts_with("sp-h100") || row.id.starts_with("sp-b200"))) {
            EXPECT_EQ(*row.errorPct, 0) << row.id << ' ' << row.quantity;
        }
}

TEST(Validation, UnknownAreaAndBrokenTablesAreRefused)
{
    EXPECT_EQ(validate("weather", {}, engine()).error().code, "VALIDATE-UNKNOWN-AREA");
    EXPECT_EQ(validate("params", "/nowhere/models.csv", engine()).error().code, "CSV-CANNOT-READ");
    EXPECT_EQ(validate("params", Catalog::defaultFolder() / "racks.csv", engine()).error().code, "VALIDATE-MISSING-COLUMN");
}

} // namespace
} // namespace rackwright
