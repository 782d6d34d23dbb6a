#include "core/storage/storage.h"

#include "core/assess/report_storage.h"
#include "tests/core/build_maker.h"

#include <gtest/gtest.h>

namespace rackwright {
namespace {

using testing_support::BuildMaker;
using testing_support::makePart;

const Catalog emptyCatalog;

StorageResult assess(BuildMaker& maker, Trace& trace, Report& report)
{
    maker.part(makePart(PartKind::rack, "rack", {{"u_height", "42"}}));
    // IBM Storage Scale System 6000 (310 / 155 GB/s as stated) and a system without a stated write rate
    maker.part(makePart(PartKind::storage, "sss6000", {{"read_gb_per_s", "310"}, {"write_gb_per_s", "155"}, {"usable_tb", "900"}}));
    maker.part(makePart(PartKind::storage, "ai400x2t", {{"read_gb_per_s", "103.83"}, {"usable_tb", "260.9"}}));
    const Inventory inventory = maker.inventory();
    StorageResult result = assessStorage({inventory, emptyCatalog, false}, &trace);
    reportStorage(result, inventory, report);
    return result;
}

TEST(Storage, RatesAndCapacityAddUp)
{
    BuildMaker maker;
    Rack& rack = maker.rack("R01", "rack");
    maker.place(rack, "sss6000", 0, 4, "s0");
    maker.place(rack, "sss6000", 4, 4, "s1");
    maker.place(rack, "ai400x2t", 8, 2, "s2");
    maker.loose("sss6000", Unplaced{}, "spare");
    Trace trace;
    Report report;
    const StorageResult result = assess(maker, trace, report);
    EXPECT_EQ(result.systems, 3);
    EXPECT_NEAR(result.readBytesPerS.value, 723.83e9, 1); // 2 * 310 + 103.83
    EXPECT_EQ(result.readBytesPerS.knowledge, Knowledge::known);
    EXPECT_NEAR(result.writeBytesPerS.value, 310e9, 1);
    EXPECT_EQ(result.writeBytesPerS.knowledge, Knowledge::atLeast);
    EXPECT_NEAR(result.usableBytes.value, 2060.9e12, 1e3);
}

TEST(Storage, WithoutSystemsNothingIsKnownAndDemandIsNeverInvented)
{
    BuildMaker maker;
    Trace trace;
    Report report;
    const StorageResult result = assess(maker, trace, report);
    EXPECT_FALSE(result.readBytesPerS.hasValue());
    EXPECT_EQ(result.readDemandBytesPerS, Quantity<>::unknown("read demand by workload"));
    for (const Figure& figure : report.figures) {
        ASSERT_NE(trace.find(figure.id), nullptr) << figure.id;
        EXPECT_EQ(trace.find(figure.id)->value, figure.value) << figure.id;
    }
}

} // namespace
} // namespace rackwright
