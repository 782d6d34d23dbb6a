#include "core/catalog/catalog.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace rackwright {
namespace {

Part named(PartKind kind, std::string id)
{
    Part part;
    part.kind = kind;
    part.id = std::move(id);
    return part;
}

const Catalog catalog = Catalog::fromParts({named(PartKind::server, "dgx-h100"), named(PartKind::server, "dgx-h200"),
    named(PartKind::accelerator, "nv-h100-sxm"), named(PartKind::cloudInstance, "aws/p5.48xlarge/us-east-1")});

TEST(Catalog, FindsByIdAndKind)
{
    ASSERT_TRUE(catalog.find("dgx-h100"));
    EXPECT_EQ(catalog.find("dgx-h100"), catalog.find(PartKind::server, "dgx-h100"));
    EXPECT_FALSE(catalog.find(PartKind::rack, "dgx-h100"));
    EXPECT_FALSE(catalog.find("dgx"));
    EXPECT_EQ(catalog.parts(PartKind::server).size(), 2u);
    EXPECT_TRUE(catalog.parts(PartKind::cooling).empty());
}

TEST(Catalog, CloudInstancesAreFoundByKindOnly)
{
    EXPECT_FALSE(catalog.find("aws/p5.48xlarge/us-east-1"));
    EXPECT_TRUE(catalog.find(PartKind::cloudInstance, "aws/p5.48xlarge/us-east-1"));
}

TEST(Catalog, OffersTheNearestSpelling)
{
    EXPECT_EQ(catalog.similarIds("dgx-h10", 1), std::vector<std::string>{"dgx-h100"});
    EXPECT_EQ(catalog.similarIds("DGX_H200", 1), std::vector<std::string>{"dgx-h200"});
    EXPECT_EQ(catalog.similarIds("h100").size(), 2u);
    EXPECT_TRUE(catalog.similarIds("zzzzzz").empty());
}

TEST(Catalog, DefaultFolderFollowsTheEnvironment)
{
    ::setenv("RACKWRIGHT_CATALOG", "/somewhere/else", 1);
    EXPECT_EQ(Catalog::defaultFolder(), "/somewhere/else");
    ::unsetenv("RACKWRIGHT_CATALOG");
    EXPECT_TRUE(std::filesystem::exists(Catalog::defaultFolder() / "schema.csv"));
}

} // namespace
} // namespace rackwright
