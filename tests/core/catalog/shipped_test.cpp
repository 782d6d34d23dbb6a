// The catalog that ships.
#include "core/catalog/check.h"
#include "core/catalog/estimate.h"
#include "core/catalog/loader.h"
#include "tests/source_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace rackwright {
namespace {

const std::filesystem::path folder = sourceFolder() / "catalog";

std::string toLine(const Error& error)
{
    std::string line = error.code;
    for (const auto& [name, value] : error.args) line += fmt::format(" {}={}", name, value);
    return line;
}

const LoadedCatalog& shipped()
{
    static const LoadedCatalog loaded = loadCatalog(folder, LoadScope::everything);
    return loaded;
}

TEST(ShippedCatalog, LoadsWithoutAProblem)
{
    for (const Error& problem : shipped().problems) ADD_FAILURE() << toLine(problem);
    const auto catalog = Catalog::load(folder);
    ASSERT_TRUE(catalog) << toLine(catalog.error());
}

TEST(ShippedCatalog, IsPlausible)
{
    std::vector<Error> doubts;
    for (const Error& problem : checkCatalog(folder, &doubts)) ADD_FAILURE() << toLine(problem);
    EXPECT_LE(doubts.size(), 20u); // each looked at: real exceptions such as FP4 at three times FP8 on B300
}

TEST(ShippedCatalog, HoldsEveryRowOfEveryTableOfParts)
{
    for (const PartKind kind : {PartKind::accelerator, PartKind::server, PartKind::switchUnit, PartKind::cable, PartKind::cxlMemory,
             PartKind::region, PartKind::cloudInstance})
        EXPECT_EQ(shipped().catalog.parts(kind).size(), shipped().tables.at(std::string{tableOf(kind)}).rows()) << tableOf(kind);
    EXPECT_EQ(
        shipped().catalog.parts(PartKind::model).size(), shipped().tables.at("models").rows() + shipped().tables.at("model_shapes").rows());
}

TEST(ShippedCatalog, EveryStatedFigureHasASource)
{
    for (std::size_t kind = 0; kind < partKindCount; ++kind)
        for (const PartPtr& part : shipped().catalog.parts(static_cast<PartKind>(kind)))
            for (const PartValue& value : part->values) {
                const Provenance* provenance = part->provenanceOf(value.column);
                ASSERT_TRUE(provenance) << part->id << ' ' << value.column;
                EXPECT_FALSE(provenance->source.empty()) << part->id << ' ' << value.column;
            }
}

// The NVIDIA DGX H100/H200 user guide states 10.2 kW at most and 8 U.
TEST(ShippedCatalog, KnowsTheDgxH100)
{
    const PartPtr dgx = shipped().catalog.find(PartKind::server, "dgx-h100");
    ASSERT_TRUE(dgx);
    EXPECT_EQ(valueOf(*dgx, "max_power_w", shipped().catalog, false), Quantity<>::known(10200));
    EXPECT_EQ(valueOf(*dgx, "u_height", shipped().catalog, false).value, 8);
}

// A rack system of unannounced chips or a chassis without line cards stays unknown; that must be the exception.
TEST(ShippedCatalog, EstimatesGiveAHeadlineForNearlyAllParts)
{
    const Catalog& catalog = shipped().catalog;
    for (const auto& [kind, column] : std::vector<std::pair<PartKind, const char*>>{{PartKind::server, "max_power_w"},
             {PartKind::server, "u_height"}, {PartKind::server, "price_usd"}, {PartKind::switchUnit, "max_power_w"},
             {PartKind::switchUnit, "price_usd"}, {PartKind::storage, "max_power_w"}, {PartKind::rack, "price_usd"}}) {
        std::size_t unknown = 0;
        for (const PartPtr& part : catalog.parts(kind)) {
            const Quantity<> value = valueOf(*part, column, catalog, true);
            if (!value.hasValue()) ++unknown;
            EXPECT_LE(value.low, value.value) << part->id << ' ' << column;
            EXPECT_LE(value.value, value.high) << part->id << ' ' << column;
        }
        EXPECT_LE(unknown * 20, catalog.parts(kind).size()) << tableOf(kind) << ' ' << column;
    }
}

#ifdef NDEBUG
TEST(ShippedCatalog, LoadsIn150Milliseconds)
{
    double bestMs = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        ASSERT_TRUE(Catalog::load(folder));
        bestMs = std::min(bestMs, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    EXPECT_LE(bestMs, 150);
}
#endif

} // namespace
} // namespace rackwright
