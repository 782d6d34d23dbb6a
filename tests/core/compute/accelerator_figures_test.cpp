#include "core/compute/accelerator_figures.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

Part part(std::vector<PartValue> values)
{
    Part p;
    p.kind = PartKind::accelerator;
    p.id = "card";
    p.values = std::move(values);
    p.provenances.push_back({"spec", "data sheet", "2026"});
    return p;
}

TEST(AcceleratorFigures, ReadsPeakOfThePrecisionWithItsSource)
{
    const Part p = part({{"bf16_tflops_dense", "989.5", 0}, {"fp8_tflops_dense", "1979", 0}, {"memory_bandwidth_gb_per_s", "3350", 0}});
    const AcceleratorFigures figures = acceleratorFigures(p, Precision::fp8);
    EXPECT_DOUBLE_EQ(figures.peakFlops.value, 1979e12);
    EXPECT_DOUBLE_EQ(figures.halfPeakFlops.value, 989.5e12);
    EXPECT_DOUBLE_EQ(figures.memoryBytesPerS.value, 3350e9);
    EXPECT_EQ(figures.peakSource.source, "data sheet");
}

// One precision is never derived from another: FP8 is not twice BF16 on every part.
TEST(AcceleratorFigures, BlankPeakIsUnknownAndNamed)
{
    const Part p = part({{"bf16_tflops_dense", "312", 0}, {"memory_bandwidth_gb_per_s", "2039", 0}});
    const AcceleratorFigures figures = acceleratorFigures(p, Precision::fp8);
    EXPECT_FALSE(figures.peakFlops.hasValue());
    EXPECT_EQ(figures.peakFlops.missing, std::vector<std::string>{"card fp8_tflops_dense"});
}

TEST(AcceleratorFigures, CardsWithoutScaleUpLinksTalkOverPcie)
{
    AcceleratorPool pool;
    pool.accelerator = std::make_shared<const Part>(part({{"pcie_gen", "4", 0}, {"pcie_lanes", "16", 0}}));
    pool.nodes = 2, pool.perNode = 8;
    const Interconnect links = interconnectOf(pool);
    EXPECT_EQ(links.scaleUpDomain, 8);
    EXPECT_NEAR(links.scaleUpBytesPerS.value, 16e9 * 16 / 8 * 128 / 130, 1); // 31.5 GB/s
    pool.accelerator = std::make_shared<const Part>(part({}));
    EXPECT_FALSE(interconnectOf(pool).scaleUpBytesPerS.hasValue());
}

} // namespace
} // namespace rackwright
