#include "core/store/project_file.h"
#include "core/store/save_project.h"
#include "tests/core/store/child.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"
#include "tests/core/store/temporary_folder.h"
#include "tests/scale.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rackwright {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class StoreSave : public ::testing::Test {
protected:
    static Project named(const std::string& name)
    {
        Project project = sampleProject();
        project.name = name;
        return project;
    }
    static std::string nameIn(const fs::path& file)
    {
        const Result<OpenedProject> opened = openProject(file);
        return opened ? opened->project.name : textOf(opened.error());
    }
    std::set<std::string> names() const
    {
        std::set<std::string> found;
        for (const auto& entry : fs::directory_iterator{folder_}) found.insert(entry.path().filename().string());
        return found;
    }
    static Bytes contentOf(const fs::path& file)
    {
        std::ifstream in{file, std::ios::binary};
        return {std::istreambuf_iterator<char>{in}, {}};
    }

    TemporaryFolder temporary_;
    fs::path folder_ = temporary_.path(), file_ = folder_ / "design.rackwright";
};

TEST_F(StoreSave, SavesOpensAndKeepsThePreviousVersion)
{
    const Result<std::string> first = saveProject(named("one"), file_);
    ASSERT_TRUE(first) << textOf(first.error());
    EXPECT_EQ(*first, digestOf(named("one")));
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
    const Result<OpenedProject> opened = openProject(file_);
    ASSERT_TRUE(opened) << textOf(opened.error());
    EXPECT_EQ(opened->digest, *first);
    EXPECT_TRUE(opened->project == named("one"));
    for (const char* next : {"two", "three"}) {
        const std::string before = nameIn(file_);
        ASSERT_TRUE(saveProject(named(next), file_));
        EXPECT_EQ(nameIn(file_), next);
        EXPECT_EQ(nameIn(folder_ / "design.rackwright~"), before);
        EXPECT_EQ(names(), (std::set<std::string>{"design.rackwright", "design.rackwright~"}));
    }
}

TEST_F(StoreSave, ADesignThatCouldNotBeOpenedAgainIsNotSaved)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    Project broken = named("two");
    broken.nextId = 5;
    const Result<std::string> saved = saveProject(broken, file_);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, "STORE-BROKEN-DESIGN");
    EXPECT_EQ(saved.error().arg("invariant"), "DESIGN-ID-BEYOND-NEXT");
    EXPECT_EQ(nameIn(file_), "one");
    const Bytes bytes = DatabaseMaker{broken}.bytes();
    std::ofstream out{file_, std::ios::binary | std::ios::trunc};
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    EXPECT_TRUE(nameIn(file_).starts_with("STORE-BROKEN-DESIGN")) << nameIn(file_);
}

TEST_F(StoreSave, OpeningChangesNothing)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    const Bytes before = contentOf(file_);
    const auto written = fs::last_write_time(file_);
    fs::permissions(file_, fs::perms::owner_read);
    ASSERT_TRUE(openProject(file_));
    EXPECT_EQ(contentOf(file_), before);
    EXPECT_EQ(fs::last_write_time(file_), written);
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
}

TEST_F(StoreSave, LinksStayLinksAndModesStay)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    fs::permissions(file_, fs::perms{0640});
    fs::create_directory(folder_ / "links");
    fs::create_symlink("../design.rackwright", folder_ / "links" / "hop");
    fs::create_symlink("hop", folder_ / "links" / "design");
    ASSERT_TRUE(saveProject(named("two"), folder_ / "links" / "design"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "links" / "design"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "links" / "hop"));
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file_)));
    EXPECT_EQ(nameIn(file_), "two");
    EXPECT_EQ(nameIn(folder_ / "design.rackwright~"), "one");
    EXPECT_EQ(fs::status(file_).permissions(), fs::perms{0640});
    fs::create_symlink("new.rackwright", folder_ / "links" / "dangling");
    ASSERT_TRUE(saveProject(named("three"), folder_ / "links" / "dangling"));
    EXPECT_EQ(nameIn(folder_ / "links" / "new.rackwright"), "three");
}

TEST_F(StoreSave, NewFilesFollowTheUmask)
{
    const mode_t before = ::umask(027);
    ASSERT_TRUE(saveProject(named("one"), file_));
    ::umask(before);
    EXPECT_EQ(fs::status(file_).permissions(), fs::perms{0640});
}

TEST_F(StoreSave, WrongPlacesAreRefused)
{
    const auto codeOf = [&](const fs::path& file) {
        const Result<std::string> saved = saveProject(named("one"), file);
        return saved ? std::string{} : saved.error().code;
    };
    EXPECT_EQ(codeOf(folder_), "STORE-NOT-A-FILE");
    EXPECT_EQ(codeOf(folder_ / "missing" / "design.rackwright"), "STORE-NO-FOLDER");
    EXPECT_EQ(codeOf("/dev/null"), "STORE-NOT-A-FILE");
    EXPECT_EQ(codeOf("/proc/design.rackwright"), "STORE-CANNOT-WRITE");
    EXPECT_EQ(codeOf(folder_ / (std::string(300, 'x') + ".rackwright")), "STORE-CANNOT-WRITE");
    ASSERT_TRUE(saveProject(named("one"), file_));
    fs::create_directory(folder_ / "design.rackwright~"); // the previous version has no place
    EXPECT_EQ(codeOf(file_), "STORE-CANNOT-WRITE");
    EXPECT_EQ(nameIn(file_), "one");
    fs::remove(folder_ / "design.rackwright~");
    fs::permissions(file_, fs::perms{0444});
    EXPECT_EQ(codeOf(file_), "STORE-READ-ONLY");
    EXPECT_EQ(nameIn(file_), "one");
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
}

TEST_F(StoreSave, OpeningWhatIsNoFileIsRefused)
{
    const auto codeOf = [&](const fs::path& file) {
        const Result<OpenedProject> opened = openProject(file);
        if (opened) return std::string{};
        EXPECT_EQ(opened.error().arg("file"), file.string());
        return opened.error().code;
    };
    EXPECT_EQ(codeOf(folder_), "STORE-NOT-A-FILE");
    EXPECT_EQ(codeOf(folder_ / "missing"), "STORE-NOT-FOUND");
    EXPECT_EQ(codeOf("/dev/zero"), "STORE-NOT-A-FILE");
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(codeOf(folder_ / "pipe"), "STORE-NOT-A-FILE");
    ASSERT_EQ(::close(::creat((folder_ / "huge").c_str(), 0600)), 0);
    ASSERT_EQ(::truncate((folder_ / "huge").c_str(), off_t{600} << 20), 0);
    EXPECT_EQ(codeOf(folder_ / "huge"), "STORE-TOO-LARGE");
}

TEST_F(StoreSave, LeftoversOfKilledSavesAreSweptADayLater)
{
    const auto leave = [&](const std::string& name, int hours) {
        std::ofstream{folder_ / name} << "half a design";
        fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - std::chrono::hours{hours});
    };
    leave(".design.rackwright.123-0.tmp", 30);
    leave(".design.rackwright.124-7.old", 30);
    leave(".design.rackwright.125-0.tmp", 2);
    leave(".design.rackwright.lock", 30);
    leave(".other.rackwright.123-0.tmp", 30);
    ASSERT_TRUE(saveProject(named("one"), file_));
    EXPECT_EQ(names(),
        (std::set<std::string>{
            "design.rackwright", ".design.rackwright.125-0.tmp", ".design.rackwright.lock", ".other.rackwright.123-0.tmp"}));
}

// ---- failures ----------------------------------------------------------------------------------------------------

/// The k-th step fails; then nothing more happens (`dead`), or all else works.
class FailingSteps : public FileSteps {
public:
    enum class Mode {
        error, ///< the step does nothing
        torn, ///< a write leaves half of its bytes
        dead ///< and the process is killed: no later step happens
    };
    FailingSteps(int failAt, Mode mode, int errorNumber = EIO) : failAt_{failAt}, mode_{mode}, error_{errorNumber} { }
    int steps() const { return count_; }
    const std::string& failed() const { return failed_; }

    int create(const fs::path& file, unsigned mode, int& descriptor) override
    {
        return fails("create") ? error_ : FileSteps::create(file, mode, descriptor);
    }
    int write(int descriptor, std::string_view bytes) override
    {
        if (!fails("write")) return FileSteps::write(descriptor, bytes);
        if (mode_ != Mode::error && count_ == failAt_) FileSteps::write(descriptor, bytes.substr(0, bytes.size() / 2));
        return error_;
    }
    int setMode(int descriptor, unsigned mode) override { return fails("setMode") ? error_ : FileSteps::setMode(descriptor, mode); }
    int sync(int descriptor) override { return fails("sync") ? error_ : FileSteps::sync(descriptor); }
    int close(int descriptor) override
    {
        const int result = FileSteps::close(descriptor); // the descriptor is gone either way
        return fails("close") ? error_ : result;
    }
    int link(const fs::path& file, const fs::path& name) override { return fails("link") ? error_ : FileSteps::link(file, name); }
    int rename(const fs::path& from, const fs::path& to) override { return fails("rename") ? error_ : FileSteps::rename(from, to); }
    int remove(const fs::path& file) override { return fails("remove") ? error_ : FileSteps::remove(file); }
    int syncFolder(const fs::path& folder) override { return fails("syncFolder") ? error_ : FileSteps::syncFolder(folder); }

private:
    bool fails(const char* step)
    {
        ++count_;
        if (count_ == failAt_) failed_ = step;
        return count_ == failAt_ || (mode_ == Mode::dead && count_ > failAt_);
    }

    int failAt_, count_ = 0;
    Mode mode_;
    int error_;
    std::string failed_;
};

// For every step k of a save: after a failure there, the file is the old design or the new one, whole; what was there before
// is never lost; and a save that reports success has saved.
TEST_F(StoreSave, AFailureAtAnyStepLeavesTheOldOrTheNewDesign)
{
    const Project before = named("before"), after = named("after");
    std::set<std::string> seen;
    for (const auto mode : {FailingSteps::Mode::error, FailingSteps::Mode::torn, FailingSteps::Mode::dead}) {
        bool failed = true;
        for (int k = 1; failed; ++k) {
            SCOPED_TRACE(k);
            ASSERT_LT(k, 100);
            fs::remove_all(folder_);
            fs::create_directory(folder_);
            ASSERT_TRUE(saveProject(before, file_));
            FailingSteps steps{k, mode, k % 2 ? ENOSPC : EIO};
            const Result<std::string> saved = saveProject(after, file_, steps);
            failed = !steps.failed().empty();
            const std::string name = nameIn(file_);
            EXPECT_EQ(saved.has_value(), !failed || steps.failed() == "remove") << steps.failed();
            if (saved) {
                EXPECT_EQ(name, "after");
                break;
            }
            EXPECT_EQ(saved.error().code, "STORE-CANNOT-WRITE");
            EXPECT_EQ(name, steps.failed() == "syncFolder" ? "after" : "before") << steps.failed();
            const fs::path previous = folder_ / "design.rackwright~";
            EXPECT_TRUE(!fs::exists(previous) || nameIn(previous) == "before");
            for (const std::string& each : names())
                EXPECT_TRUE(mode == FailingSteps::Mode::dead || !each.starts_with(".")) << each << " left after " << steps.failed();
            // And the next save works, whatever was left.
            ASSERT_TRUE(saveProject(named("next"), file_));
            EXPECT_EQ(nameIn(file_), "next");
            seen.insert(steps.failed());
        }
    }
    EXPECT_EQ(seen, (std::set<std::string>{"create", "write", "setMode", "sync", "close", "link", "rename", "syncFolder"}));
}

/// Power fails after step k: what was not synced by then is gone (files are empty), names as they were last made.
class PowerLoss : public FailingSteps {
public:
    explicit PowerLoss(int failAt) : FailingSteps{failAt, Mode::dead} { }
    int create(const fs::path& file, unsigned mode, int& descriptor) override
    {
        const int result = FailingSteps::create(file, mode, descriptor);
        if (result == 0) unsynced_[descriptor] = file;
        return result;
    }
    int sync(int descriptor) override
    {
        const int result = FailingSteps::sync(descriptor);
        if (result == 0) unsynced_.erase(descriptor);
        return result;
    }
    int rename(const fs::path& from, const fs::path& to) override
    {
        const int result = FailingSteps::rename(from, to);
        for (auto& [descriptor, file] : unsynced_)
            if (result == 0 && file == from) file = to;
        return result;
    }
    void lose() const
    {
        for (const auto& [descriptor, file] : unsynced_)
            if (fs::exists(file)) fs::resize_file(file, 0);
    }

private:
    std::map<int, fs::path> unsynced_;
};

TEST_F(StoreSave, PowerLossAtAnyStepLeavesTheOldOrTheNewDesign)
{
    for (int k = 1;; ++k) {
        ASSERT_LT(k, 100);
        fs::remove_all(folder_);
        fs::create_directory(folder_);
        ASSERT_TRUE(saveProject(named("before"), file_));
        PowerLoss steps{k};
        const Result<std::string> saved = saveProject(named("after"), file_, steps);
        steps.lose();
        const std::string name = nameIn(file_);
        EXPECT_TRUE(name == "before" || name == "after") << name << " at " << steps.failed();
        EXPECT_TRUE(!saved || name == "after");
        if (steps.failed().empty()) break;
    }
}

/// A file system without hard links, as on many sticks and shares.
class NoLinks : public FileSteps {
public:
    int link(const fs::path&, const fs::path&) override { return EPERM; }
};

TEST_F(StoreSave, ThePreviousVersionIsCopiedWhereLinksAreUnknown)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    NoLinks steps;
    ASSERT_TRUE(saveProject(named("two"), file_, steps));
    EXPECT_EQ(nameIn(file_), "two");
    EXPECT_EQ(nameIn(folder_ / "design.rackwright~"), "one");
    EXPECT_EQ(names(), (std::set<std::string>{"design.rackwright", "design.rackwright~"}));
}

TEST_F(StoreSave, APreviousVersionThatIsTheSameFileIsNoObstacle)
{
    // As left by a save that was killed between keeping the previous version and the rename.
    ASSERT_TRUE(saveProject(named("one"), file_));
    fs::create_hard_link(file_, folder_ / "design.rackwright~");
    ASSERT_TRUE(saveProject(named("two"), file_));
    EXPECT_EQ(nameIn(file_), "two");
    EXPECT_EQ(nameIn(folder_ / "design.rackwright~"), "one");
    EXPECT_EQ(names().size(), 2u);
}

/// Bytes that the disk does not give back as they were written.
class LyingDisk : public FileSteps {
public:
    int write(int descriptor, std::string_view bytes) override
    {
        std::string changed{bytes};
        for (std::size_t at = 100; at < changed.size(); at += 1000) changed[at] = static_cast<char>(changed[at] ^ 0x10);
        return FileSteps::write(descriptor, changed);
    }
};

TEST_F(StoreSave, AFileThatDoesNotReadBackIsNotPutInPlace)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    LyingDisk steps;
    EXPECT_FALSE(saveProject(named("two"), file_, steps));
    EXPECT_EQ(nameIn(file_), "one");
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
}

TEST_F(StoreSave, AFullQuotaIsReportedAndTheOldFileStays)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    const int result = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{40'000, 40'000};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 9;
        const Result<std::string> saved = saveProject(named("two"), file_);
        return !saved && saved.error().code == "STORE-CANNOT-WRITE" && saved.error().arg("step") == "write" ? 0 : 1;
    });
    EXPECT_EQ(result, 0);
    EXPECT_EQ(nameIn(file_), "one");
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
}

TEST_F(StoreSave, ALockedFolderIsReportedAndTheOldFileStays)
{
    ASSERT_TRUE(saveProject(named("one"), file_));
    fs::permissions(file_, fs::perms{0666});
    fs::permissions(folder_, fs::perms{0555});
    const int result = inChild([&] {
        constexpr uid_t nobody = 65534;
        if (::geteuid() == 0 && ::seteuid(nobody) != 0) return 9;
        const Result<std::string> saved = saveProject(named("two"), file_);
        return !saved && saved.error().code == "STORE-CANNOT-WRITE" && saved.error().arg("step") == "create" ? 0 : 1;
    });
    EXPECT_EQ(result, 0);
    EXPECT_EQ(nameIn(file_), "one");
    EXPECT_EQ(names(), std::set<std::string>{"design.rackwright"});
}

TEST_F(StoreSave, AFolderThatVanishesIsReported)
{
    class Vanishing : public FileSteps {
    public:
        explicit Vanishing(fs::path folder) : folder_{std::move(folder)} { }
        int sync(int descriptor) override
        {
            const int result = FileSteps::sync(descriptor);
            fs::rename(folder_, folder_.string() + "-gone");
            return result;
        }

    private:
        fs::path folder_;
    };
    const fs::path share = folder_ / "share";
    fs::create_directory(share);
    ASSERT_TRUE(saveProject(named("one"), share / "design.rackwright"));
    Vanishing steps{share};
    EXPECT_FALSE(saveProject(named("two"), share / "design.rackwright", steps));
    EXPECT_EQ(nameIn(folder_ / "share-gone" / "design.rackwright"), "one");
}

// ---- kill -9 -----------------------------------------------------------------------------------------------------

/// Saves generation after generation and tells of each that is saved, until it is killed.
template <class Report>
void saveForEver(const fs::path& file, Report&& report)
{
    for (int generation = 1;; ++generation) {
        Project project = sampleProject();
        project.name = std::to_string(generation);
        project.nextId = 1000 + generation;
        if (!saveProject(project, file)) ::_exit(1);
        report(generation);
    }
}

TEST_F(StoreSave, KilledAtAnyMomentTheFileIsTheLastDesignSavedOrTheNext)
{
    const int kills = scaled(1000);
    std::mt19937 random{20260301};
    std::uniform_int_distribution<int> waitUs{2'000, 60'000};
    for (int i = 0; i < kills; ++i) {
        fs::remove(file_);
        ReportingChild child{[&](auto report) { saveForEver(file_, report); }};
        int acknowledged = 0;
        ASSERT_TRUE(child.next(acknowledged));
        std::this_thread::sleep_for(std::chrono::microseconds{waitUs(random)});
        EXPECT_TRUE(WIFSIGNALED(child.kill()));
        for (int next = 0; child.next(next);) acknowledged = next;
        const Result<OpenedProject> opened = openProject(file_);
        ASSERT_TRUE(opened) << textOf(opened.error());
        const int found = std::stoi(opened->project.name);
        EXPECT_TRUE(found == acknowledged || found == acknowledged + 1) << found << " after " << acknowledged;
        EXPECT_EQ(opened->project.nextId, 1000 + found);
    }
}

// ---- changed by others -------------------------------------------------------------------------------------------

TEST_F(StoreSave, AFileChangedByOthersIsNotOverwritten)
{
    const Result<std::string> first = saveProject(named("one"), file_, std::string{});
    ASSERT_TRUE(first) << textOf(first.error());
    const Result<std::string> second = saveProject(named("two"), file_, *first);
    ASSERT_TRUE(second) << textOf(second.error());
    const Result<std::string> theirs = saveProject(named("theirs"), file_);
    ASSERT_TRUE(theirs);
    const auto expectRefused = [&](const std::string& expected, const std::string& found, const std::string& wanted) {
        const Bytes before = contentOf(file_);
        const std::set<std::string> there = names();
        const Result<std::string> saved = saveProject(named("mine"), file_, expected);
        ASSERT_FALSE(saved);
        EXPECT_EQ(textOf(saved.error()), "STORE-CHANGED-OUTSIDE file=" + file_.string() + " found=" + found + " wanted=" + wanted);
        EXPECT_EQ(contentOf(file_), before);
        EXPECT_EQ(names(), there);
    };
    expectRefused(*second, *theirs, *second);
    expectRefused("", *theirs, "no file");
    std::ofstream{file_, std::ios::trunc} << "a shopping list";
    expectRefused(*theirs, "STORE-NOT-A-PROJECT", *theirs);
    expectRefused("", "STORE-NOT-A-PROJECT", "no file");
    fs::resize_file(file_, 0);
    expectRefused(*theirs, "STORE-NOT-A-PROJECT", *theirs);
    // What is gone takes nothing from anybody.
    fs::remove(file_);
    ASSERT_TRUE(saveProject(named("mine"), file_, *second));
    EXPECT_EQ(nameIn(file_), "mine");
}

TEST_F(StoreSave, TheSameProjectInOtherBytesIsNoChange)
{
    const Result<std::string> first = saveProject(named("one"), file_);
    ASSERT_TRUE(first);
    fs::copy_file(file_, folder_ / "copy");
    fs::rename(folder_ / "copy", file_); // as a synchronising drive does
    EXPECT_TRUE(saveProject(named("two"), file_, *first));
}

} // namespace
} // namespace rackwright
