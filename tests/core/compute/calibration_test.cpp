#include "core/compute/calibration.h"

#include "core/catalog/catalog.h"
#include "tests/source_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace rackwright {
namespace {

const std::filesystem::path shipped = sourceFolder() / "catalog/calibrations.csv";

Part accelerator(std::string id, std::string vendor = "NVIDIA")
{
    Part part;
    part.kind = PartKind::accelerator;
    part.id = std::move(id);
    part.values.push_back({"vendor", std::move(vendor), 0});
    part.provenances.push_back({});
    return part;
}

TEST(Calibration, ShippedRowsStateWhatTheyAreWorth)
{
    const Result<Calibrations> all = Calibrations::load(shipped);
    ASSERT_TRUE(all);
    std::set<std::string> ids;
    for (const CalibrationRow& row : all->rows()) {
        const std::string& state = row.serving ? row.service.state : row.training.state;
        const std::string& fit = row.serving ? row.service.fitRows : row.training.fitRows;
        const double band = row.serving ? row.service.bandShare : row.training.bandShare;
        EXPECT_TRUE(ids.insert(row.serving ? row.service.id : row.training.id).second);
        EXPECT_EQ(state == "fitted", !fit.empty()) << state;
        EXPECT_GE(band, 0.1);
        if (state == "scaled" || state == "none") {
            EXPECT_GE(band, 0.3);
        }
    }
}

TEST(Calibration, EveryAcceleratorNamedIsInTheCatalog)
{
    const Result<Catalog> catalog = Catalog::load(shipped.parent_path());
    ASSERT_TRUE(catalog);
    const Result<Calibrations> all = Calibrations::load(shipped);
    for (const CalibrationRow& row : all->rows())
        for (const std::string& id : row.accelerators) EXPECT_NE(catalog->find(PartKind::accelerator, id), nullptr) << id;
}

TEST(Calibration, MostSpecificRowComesFirst)
{
    const Result<Calibrations> all = Calibrations::load(shipped);
    const TrainingRecipe bf16 = *trainingRecipeOf("bf16"), amp = *trainingRecipeOf("amp_bf16"), fp8 = *trainingRecipeOf("fp8");
    const Part h100 = accelerator("nv-h100-sxm");
    EXPECT_EQ(all->training(h100, bf16, false, TrainingStack::megatron).id, "h100-bf16");
    EXPECT_EQ(all->training(h100, amp, false, TrainingStack::fsdp).id, "h100-bf16-amp-fsdp");
    EXPECT_EQ(all->training(h100, fp8, false, TrainingStack::megatron).id, "h100-fp8-megatron");
    EXPECT_EQ(all->training(h100, fp8, true, TrainingStack::megatron).id, "h100-fp8-moe");
    EXPECT_EQ(all->training(accelerator("nv-h200-sxm"), bf16, false, TrainingStack::megatron).state, "scaled");
}

// r14: a part without a fit never borrows another's constants silently.
TEST(Calibration, r14PartsWithoutAFitSayNone)
{
    const Result<Calibrations> all = Calibrations::load(shipped);
    const TrainingRecipe bf16 = *trainingRecipeOf("bf16");
    for (const char* id : {"amd-mi300x", "amd-mi325x", "intel-gaudi3-oam", "nv-v100-sxm2-32", "aws-trn2"}) {
        const Calibration c = all->training(accelerator(id, "other"), bf16, false, TrainingStack::megatron);
        EXPECT_EQ(c.state, "none") << id;
        EXPECT_GE(c.bandShare, 0.5) << id;
        EXPECT_TRUE(c.fitRows.empty()) << id;
    }
    EXPECT_EQ(all->serving(accelerator("amd-mi300x", "AMD"), Precision::fp8, false).state, "none");
    EXPECT_EQ(all->serving(accelerator("nv-h100-sxm"), Precision::fp8, false).state, "fitted");
    EXPECT_EQ(Calibrations{}.training(accelerator("x"), bf16, false, TrainingStack::megatron).state, "none");
}

TEST(Calibration, ShardedWeightsAreTheFsdpStack)
{
    ParallelPlan plan;
    plan.zeroStage = 1;
    EXPECT_EQ(stackOf(plan), TrainingStack::megatron);
    plan.zeroStage = 3;
    EXPECT_EQ(stackOf(plan), TrainingStack::fsdp);
}

TEST(Calibration, BadCellsAreNamed)
{
    const std::filesystem::path file = std::filesystem::path{testing::TempDir()} / "calibrations.csv";
    const auto load = [&](const char* rows) {
        std::ofstream{file} << "id,use,precision,matmul_share,state,source,date\n" << rows;
        return Calibrations::load(file);
    };
    EXPECT_TRUE(load("a,training,bf16,0.5,fitted,s,2026\n"));
    const Result<Calibrations> share = load("a,training,bf16,1.5,fitted,s,2026\n");
    ASSERT_FALSE(share);
    EXPECT_EQ(share.error().code, "CALIBRATION-BAD-CELL");
    EXPECT_EQ(share.error().arg("column"), "matmul_share");
    EXPECT_EQ(share.error().arg("line"), "2");
    EXPECT_EQ(load("a,training,fp7,0.5,fitted,s,2026\n").error().arg("column"), "precision");
    EXPECT_EQ(load("a,guess,bf16,0.5,fitted,s,2026\n").error().arg("column"), "use");
    EXPECT_EQ(load("a,training,bf16,0.5,sure,s,2026\n").error().arg("column"), "state");
    EXPECT_EQ(load("a,training,bf16,0.5,fitted,,2026\n").error().arg("column"), "source");
}

} // namespace
} // namespace rackwright
