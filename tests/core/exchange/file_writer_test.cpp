#include "core/exchange/file_writer.h"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rackwright {
namespace {

namespace fs = std::filesystem;

class FileWriter : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = (fs::temp_directory_path() / "rackwright-test-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    static std::string read(const fs::path& path)
    {
        std::ostringstream text;
        text << std::ifstream{path, std::ios::binary}.rdbuf();
        return text.str();
    }
    [[nodiscard]] int filesIn(const fs::path& folder) const
    {
        return static_cast<int>(std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
    }

    fs::path folder_;
};

TEST_F(FileWriter, WritesAndReplaces)
{
    ASSERT_TRUE(writeFileAtomically(folder_ / "bom.csv", "first"));
    ASSERT_TRUE(writeFileAtomically(folder_ / "bom.csv", std::string("se\0cond", 7)));
    EXPECT_EQ(read(folder_ / "bom.csv"), std::string("se\0cond", 7));
    EXPECT_EQ(filesIn(folder_), 1); // nothing left beside
}

TEST_F(FileWriter, KeepsModeAndLink)
{
    ASSERT_TRUE(writeFileAtomically(folder_ / "real.csv", "old"));
    ::chmod((folder_ / "real.csv").c_str(), 0640);
    fs::create_symlink("real.csv", folder_ / "link.csv");
    ASSERT_TRUE(writeFileAtomically(folder_ / "link.csv", "new"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
    EXPECT_EQ(read(folder_ / "real.csv"), "new");
    EXPECT_EQ(fs::status(folder_ / "real.csv").permissions(), fs::perms{0640});
}

TEST_F(FileWriter, SaysWhatWentWrongAndLeavesNothing)
{
    const Result<void> noFolder = writeFileAtomically(folder_ / "missing" / "bom.csv", "x");
    ASSERT_FALSE(noFolder);
    EXPECT_EQ(noFolder.error().code, "EXCHANGE-CANNOT-WRITE");
    EXPECT_EQ(noFolder.error().arg("file"), (folder_ / "missing" / "bom.csv").string());
    EXPECT_FALSE(noFolder.error().arg("reason").empty());
    fs::create_directory(folder_ / "taken");
    EXPECT_EQ(writeFileAtomically(folder_ / "taken", "x").error().arg("step"), "replace");
    EXPECT_TRUE(fs::is_directory(folder_ / "taken"));
}

TEST_F(FileWriter, OldFileSurvivesAFullDisk)
{
    ASSERT_TRUE(writeFileAtomically(folder_ / "bom.csv", "old"));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const Result<void> written = writeFileAtomically(folder_ / "bom.csv", std::string(100000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, handler);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().arg("step"), "write");
    EXPECT_EQ(read(folder_ / "bom.csv"), "old");
    EXPECT_EQ(filesIn(folder_), 1);
}

TEST_F(FileWriter, DeviceIsNotReplaced)
{
    EXPECT_EQ(writeFileAtomically("/dev/null", "x").error().arg("step"), "replace");
}

TEST(SafeFileName, HoldsNoWayOut)
{
    EXPECT_EQ(safeFileName("Cluster A"), "Cluster A");
    EXPECT_EQ(safeFileName("../../etc/passwd"), "_.._etc_passwd");
    EXPECT_EQ(safeFileName("a/b\\c:d*e?f\"g<h>i|j"), "a_b_c_d_e_f_g_h_i_j");
    EXPECT_EQ(safeFileName(".hidden"), "hidden");
    EXPECT_EQ(safeFileName("line\nbreak"), "line_break");
    EXPECT_EQ(safeFileName("dots. . "), "dots");
    for (const char* empty : {"", ".", "..", " . "}) EXPECT_EQ(safeFileName(empty), "unnamed") << empty;
    EXPECT_EQ(safeFileName("CON"), "_CON");
    EXPECT_EQ(safeFileName("com1.csv"), "_com1.csv");
    EXPECT_EQ(safeFileName("console"), "console");
}

TEST(SafeFileName, IsShortAndCutBetweenCharacters)
{
    std::string name;
    for (int i = 0; i < 100; ++i) name += "ä";
    const std::string safe = safeFileName("x" + name);
    EXPECT_LE(safe.size(), 120U);
    EXPECT_EQ(safe.size() % 2, 1U); // x and whole two-byte characters
}

TEST_F(FileWriter, PathStaysInTheFolder)
{
    EXPECT_EQ(pathInFolder(folder_, "../x").value(), fs::canonical(folder_) / "_x");
    fs::create_symlink("/etc/passwd", folder_ / "out.csv");
    EXPECT_EQ(pathInFolder(folder_, "out.csv").error().code, "EXCHANGE-OUTSIDE-FOLDER");
}

} // namespace
} // namespace rackwright
