// Two programs never write one file; a lock dies with its process.
#include "core/store/lock.h"
#include "tests/core/store/child.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/temporary_folder.h"
#include "tests/scale.h"

#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sys/file.h>

namespace rackwright {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class StoreLock : public ::testing::Test {
protected:
    static std::string codeOf(const fs::path& file)
    {
        const Result<ProjectLock> lock = ProjectLock::acquire(file);
        return lock ? "locked" : lock.error().code;
    }
    TemporaryFolder folder_;
    fs::path file_ = folder_.path() / "design.rackwright";
};

TEST_F(StoreLock, IsHeldUntilItIsDestroyed)
{
    {
        const Result<ProjectLock> lock = ProjectLock::acquire(file_);
        ASSERT_TRUE(lock) << textOf(lock.error());
        EXPECT_EQ(lock->lockFile(), folder_.path() / ".design.rackwright.lock");
        EXPECT_TRUE(fs::exists(lock->lockFile()));
        EXPECT_EQ(codeOf(file_), "STORE-LOCKED");
        EXPECT_EQ(codeOf(folder_.path() / "other.rackwright"), "locked");
    }
    EXPECT_TRUE(fs::is_empty(folder_.path()));
    EXPECT_EQ(codeOf(file_), "locked");
}

TEST_F(StoreLock, SaysWhoHasIt)
{
    const Result<ProjectLock> lock = ProjectLock::acquire(file_);
    ASSERT_TRUE(lock);
    const Result<ProjectLock> second = ProjectLock::acquire(file_);
    ASSERT_FALSE(second);
    const Error& error = second.error();
    EXPECT_EQ(error.arg("file"), file_.string());
    EXPECT_EQ(error.arg("pid"), std::to_string(::getpid()));
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    EXPECT_EQ(error.arg("host"), host);
    EXPECT_FALSE(error.arg("user").empty());
    EXPECT_TRUE(std::regex_match(std::string{error.arg("since")}, std::regex{R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"})) << error.arg("since");
}

TEST_F(StoreLock, MovesWithItsOwner)
{
    Result<ProjectLock> first = ProjectLock::acquire(file_);
    ASSERT_TRUE(first);
    {
        ProjectLock moved = std::move(*first);
        EXPECT_EQ(codeOf(file_), "STORE-LOCKED");
        Result<ProjectLock> other = ProjectLock::acquire(folder_.path() / "other.rackwright");
        ASSERT_TRUE(other);
        moved = std::move(*other); // lets the first go
        EXPECT_EQ(codeOf(file_), "locked");
        EXPECT_EQ(codeOf(folder_.path() / "other.rackwright"), "STORE-LOCKED");
    }
    EXPECT_EQ(codeOf(folder_.path() / "other.rackwright"), "locked");
}

TEST_F(StoreLock, TwoNamesOfAFileAreOneLock)
{
    fs::create_directory(folder_.path() / "links");
    fs::create_symlink("../design.rackwright", folder_.path() / "links" / "design");
    const Result<ProjectLock> lock = ProjectLock::acquire(folder_.path() / "links" / "design");
    ASSERT_TRUE(lock) << textOf(lock.error());
    EXPECT_EQ(codeOf(file_), "STORE-LOCKED");
}

TEST_F(StoreLock, PlacesThatCannotBeLockedAreRefused)
{
    EXPECT_EQ(codeOf(folder_.path() / "missing" / "design.rackwright"), "STORE-NO-FOLDER");
    EXPECT_EQ(codeOf("/proc/design.rackwright"), "STORE-CANNOT-LOCK");
    EXPECT_EQ(codeOf(folder_.path() / std::string(250, 'x')), "STORE-CANNOT-LOCK");
    fs::create_symlink("/dev/null", folder_.path() / ".design.rackwright.lock"); // somebody wants us to write elsewhere
    EXPECT_EQ(codeOf(file_), "STORE-CANNOT-LOCK");
}

TEST_F(StoreLock, WhatOthersWroteIsTakenAsItIs)
{
    const fs::path lock = folder_.path() / ".design.rackwright.lock";
    std::ofstream{lock} << "who\x1b[2J\nwhere";
    const int descriptor = ::open(lock.c_str(), O_RDONLY);
    ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
    const Result<ProjectLock> held = ProjectLock::acquire(file_);
    ASSERT_FALSE(held);
    EXPECT_EQ(textOf(held.error()), "STORE-LOCKED file=" + file_.string() + " user=who[2J host=where pid= since=");
    ::close(descriptor);
    EXPECT_EQ(codeOf(file_), "locked");
}

TEST_F(StoreLock, AnotherUserLearnsWhoHasIt)
{
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
    fs::permissions(folder_.path(), fs::perms{0777});
    const auto asNobody = [&](const char* expected) {
        return inChild([&] { return ::seteuid(65534) == 0 && codeOf(file_) == expected ? 0 : 1; });
    };
    {
        const Result<ProjectLock> lock = ProjectLock::acquire(file_);
        ASSERT_TRUE(lock);
        EXPECT_EQ(asNobody("STORE-LOCKED"), 0);
    }
    std::ofstream{folder_.path() / ".design.rackwright.lock"} << "root\n"; // left by a killed program
    EXPECT_EQ(asNobody("locked"), 0);
    fs::permissions(folder_.path(), fs::perms{0755});
    EXPECT_EQ(asNobody("STORE-CANNOT-LOCK"), 0);
}

TEST_F(StoreLock, DiesWithItsProcess)
{
    const int kills = std::max(3, scaled(100));
    for (int i = 0; i < kills; ++i) {
        ReportingChild child{[&](auto report) {
            const Result<ProjectLock> lock = ProjectLock::acquire(file_);
            report(lock ? 1 : 0);
            ::pause();
        }};
        int locked = 0;
        ASSERT_TRUE(child.next(locked));
        ASSERT_EQ(locked, 1);
        const Result<ProjectLock> refused = ProjectLock::acquire(file_);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().arg("pid"), std::to_string(child.pid()));
        child.kill();
        EXPECT_TRUE(fs::exists(folder_.path() / ".design.rackwright.lock"));
        const Result<ProjectLock> lock = ProjectLock::acquire(file_);
        ASSERT_TRUE(lock) << textOf(lock.error());
    }
}

// Many want the lock at once and let go at once: never two hold it. Each holder makes a file that must not be there yet.
TEST_F(StoreLock, OneOfManyHasItAtATime)
{
    constexpr int children = 4, rounds = 50;
    std::vector<pid_t> pids;
    for (int c = 0; c < children; ++c) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            for (int got = 0; got < rounds;) {
                const Result<ProjectLock> lock = ProjectLock::acquire(file_);
                if (!lock) {
                    if (lock.error().code != "STORE-LOCKED") ::_exit(3);
                    continue;
                }
                const int held = ::open((folder_.path() / "held").c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
                if (held < 0) ::_exit(4);
                ::close(held);
                ::unlink((folder_.path() / "held").c_str());
                ++got;
            }
            ::_exit(0);
        }
        pids.push_back(pid);
    }
    for (const pid_t pid : pids) {
        int status = 0;
        ::waitpid(pid, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }
}

} // namespace
} // namespace rackwright
