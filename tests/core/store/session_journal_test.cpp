// A crash takes at most the edit that was being written.
#include "core/store/session_journal.h"

#include "core/store/project_file.h"
#include "tests/core/store/child.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/random_session.h"
#include "tests/core/store/sample_project.h"
#include "tests/core/store/temporary_folder.h"
#include "tests/scale.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sys/resource.h>
#include <thread>

namespace rackwright {
namespace {

using namespace testing_support;
namespace fs = std::filesystem;

class StoreJournal : public ::testing::Test {
protected:
    static Project named(const std::string& name)
    {
        Project project = sampleProject();
        project.name = name;
        return project;
    }
    SessionJournal started(const Project& project, const SavedAs& saved = {})
    {
        Result<SessionJournal> journal = SessionJournal::start(state_, project, saved);
        if (!journal) throw std::runtime_error{textOf(journal.error())};
        return std::move(*journal);
    }
    /// A session that crashed after these projects: the log stays.
    void crashAfter(const std::vector<std::string>& names, const SavedAs& saved = {})
    {
        SessionJournal journal = started(named("start"), saved);
        for (const std::string& name : names) ASSERT_TRUE(journal.append(named(name), "Rename to " + name));
    }
    std::vector<Recoverable> recoverable() const { return listRecoverable(state_); }
    std::vector<fs::path> logs() const
    {
        std::vector<fs::path> files;
        if (fs::exists(state_ / "journals"))
            for (const auto& entry : fs::directory_iterator{state_ / "journals"}) files.push_back(entry.path());
        return files;
    }
    static std::string nameIn(const Recoverable& session)
    {
        const Result<Project> project = recover(session);
        return project ? project->name : textOf(project.error());
    }

    TemporaryFolder folder_;
    fs::path state_ = folder_.path() / "state" / "rackwright", file_ = folder_.path() / "design.rackwright";
};

TEST_F(StoreJournal, WhatWasNotSavedComesBack)
{
    crashAfter({"one", "two"});
    const std::vector<Recoverable> sessions = recoverable();
    ASSERT_EQ(sessions.size(), 1u);
    const Recoverable& session = sessions.front();
    EXPECT_EQ(session.projectName, "start");
    EXPECT_EQ(session.edits, 2u);
    EXPECT_EQ(session.lastEdit, "Rename to two");
    EXPECT_EQ(session.fileState, FileState::neverSaved);
    EXPECT_FALSE(session.cutShort);
    EXPECT_LT(std::chrono::abs(std::chrono::system_clock::now() - session.when), std::chrono::minutes{1});
    const Result<Project> project = recover(session);
    ASSERT_TRUE(project) << textOf(project.error());
    EXPECT_TRUE(*project == named("two"));
    EXPECT_EQ(recoverable().size(), 1u); // the log stays
    ASSERT_TRUE(discard(session));
    EXPECT_TRUE(recoverable().empty());
    EXPECT_TRUE(logs().empty());
}

TEST_F(StoreJournal, AClosedSessionLeavesNothing)
{
    SessionJournal journal = started(named("start"));
    ASSERT_TRUE(journal.append(named("one"), "Rename"));
    EXPECT_EQ(logs(), std::vector{journal.file()});
    journal.close();
    EXPECT_TRUE(logs().empty());
    EXPECT_FALSE(journal.append(named("two"), "Rename"));
}

TEST_F(StoreJournal, LogsAreForThisUserOnly)
{
    const SessionJournal journal = started(named("start"));
    EXPECT_EQ(fs::status(journal.file()).permissions(), fs::perms{0600});
    EXPECT_EQ(fs::status(journal.file().parent_path()).permissions(), fs::perms{0700});
}

TEST_F(StoreJournal, SessionsThatRunAreNotOffered)
{
    SessionJournal journal = started(named("start"));
    ASSERT_TRUE(journal.append(named("one"), "Rename"));
    EXPECT_TRUE(recoverable().empty());
    const Recoverable running{.journal = journal.file()};
    const auto codeOf = [](const auto& result) { return result ? std::string{} : result.error().code; };
    EXPECT_EQ(codeOf(recover(running)), "STORE-JOURNAL-IN-USE");
    EXPECT_EQ(codeOf(discard(running)), "STORE-JOURNAL-IN-USE");
    EXPECT_EQ(codeOf(SessionJournal::resume(running)), "STORE-JOURNAL-IN-USE");
    EXPECT_TRUE(journal.append(named("two"), "Rename"));
}

TEST_F(StoreJournal, WhatIsSavedNeedsNoRecovery)
{
    {
        SessionJournal journal = started(named("start"));
        ASSERT_TRUE(journal.append(named("one"), "Rename"));
        ASSERT_EQ(journal.edits(), 1u);
        ASSERT_TRUE(journal.markSaved({file_, digestOf(named("one"))}, journal.edits()));
    }
    EXPECT_TRUE(recoverable().empty());
    EXPECT_TRUE(logs().empty());
}

TEST_F(StoreJournal, ASessionWithoutEditsNeedsNoRecovery)
{
    crashAfter({});
    EXPECT_TRUE(recoverable().empty());
    EXPECT_TRUE(logs().empty());
}

TEST_F(StoreJournal, EditsDuringASaveAreUnsaved)
{
    {
        SessionJournal journal = started(named("start"));
        ASSERT_TRUE(journal.append(named("one"), "Rename"));
        const std::uint64_t atEdit = journal.edits(); // the save begins
        ASSERT_TRUE(journal.append(named("two"), "Rename"));
        const Result<std::string> digest = saveProject(named("one"), file_);
        ASSERT_TRUE(digest && journal.markSaved({file_, *digest}, atEdit));
    }
    const std::vector<Recoverable> sessions = recoverable();
    ASSERT_EQ(sessions.size(), 1u);
    EXPECT_EQ(sessions.front().edits, 1u);
    EXPECT_EQ(sessions.front().saved.file, file_);
    EXPECT_EQ(sessions.front().fileState, FileState::unchanged);
    EXPECT_EQ(nameIn(sessions.front()), "two");
}

TEST_F(StoreJournal, TellsWhatBecameOfTheFile)
{
    const Result<std::string> digest = saveProject(named("start"), file_);
    ASSERT_TRUE(digest);
    crashAfter({"one"}, {file_, *digest});
    const auto stateNow = [&] { return recoverable().at(0).fileState; };
    EXPECT_EQ(stateNow(), FileState::unchanged);
    ASSERT_TRUE(saveProject(named("theirs"), file_));
    EXPECT_EQ(stateNow(), FileState::changed);
    std::ofstream{file_, std::ios::trunc} << "a shopping list";
    EXPECT_EQ(stateNow(), FileState::changed);
    fs::remove(file_);
    EXPECT_EQ(stateNow(), FileState::missing);
    EXPECT_EQ(nameIn(recoverable().at(0)), "one"); // whatever became of the file
}

TEST_F(StoreJournal, NewestFirst)
{
    crashAfter({"one"});
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    crashAfter({"two"});
    const std::vector<Recoverable> sessions = recoverable();
    ASSERT_EQ(sessions.size(), 2u);
    EXPECT_EQ(nameIn(sessions[0]), "two");
    EXPECT_EQ(nameIn(sessions[1]), "one");
}

TEST_F(StoreJournal, AResumedSessionGoesOn)
{
    crashAfter({"one"});
    {
        Result<ResumedSession> resumed = SessionJournal::resume(recoverable().at(0));
        ASSERT_TRUE(resumed) << textOf(resumed.error());
        EXPECT_TRUE(resumed->project == named("one"));
        EXPECT_EQ(resumed->journal.edits(), 1u);
        EXPECT_TRUE(recoverable().empty()); // it runs
        // and crashes again at once
    }
    ASSERT_EQ(recoverable().size(), 1u);
    {
        Result<ResumedSession> resumed = SessionJournal::resume(recoverable().at(0));
        ASSERT_TRUE(resumed);
        ASSERT_TRUE(resumed->journal.append(named("two"), "Rename"));
    }
    EXPECT_EQ(nameIn(recoverable().at(0)), "two");
    EXPECT_EQ(recoverable().at(0).edits, 2u);
    {
        Result<ResumedSession> resumed = SessionJournal::resume(recoverable().at(0));
        ASSERT_TRUE(resumed);
        resumed->journal.close();
    }
    EXPECT_TRUE(logs().empty());
}

// ---- damage ------------------------------------------------------------------------------------------------------

TEST_F(StoreJournal, CutAnywhereTheEditsBeforeTheCutComeBack)
{
    crashAfter({"one", "two", "three"});
    const fs::path log = recoverable().at(0).journal;
    const auto whole = fs::file_size(log);
    std::string last = "three";
    for (auto size = whole - 1; last != "one"; --size) {
        fs::resize_file(log, size);
        const std::vector<Recoverable> sessions = recoverable();
        ASSERT_EQ(sessions.size(), 1u) << size;
        const std::string name = nameIn(sessions[0]);
        EXPECT_TRUE(name == last || (last == "three" && name == "two") || (last == "two" && name == "one")) << name << " at " << size;
        EXPECT_EQ(sessions[0].lastEdit, "Rename to " + name);
        last = name;
    }
    // What was cut off does not stand in the way of going on.
    {
        Result<ResumedSession> resumed = SessionJournal::resume(recoverable().at(0));
        ASSERT_TRUE(resumed);
        ASSERT_TRUE(resumed->journal.append(named("after"), "Rename to after"));
    }
    EXPECT_EQ(nameIn(recoverable().at(0)), "after");
    EXPECT_FALSE(recoverable().at(0).cutShort);
}

TEST_F(StoreJournal, AnyFlippedBitIsNoticed)
{
    crashAfter({"one", "two", "three"});
    const fs::path log = recoverable().at(0).journal;
    std::ifstream in{log, std::ios::binary};
    const std::string good{std::istreambuf_iterator<char>{in}, {}};
    std::mt19937 random{20260301};
    const int flips = scaled(2'500);
    for (int i = 0; i < flips; ++i) {
        std::string bytes = good;
        // half of them in the three edits at the end, which are short
        const std::size_t from = i % 2 ? bytes.size() - 600 : 0;
        const std::size_t at = std::uniform_int_distribution<std::size_t>{from, bytes.size() - 1}(random);
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i % 8)));
        std::ofstream{log, std::ios::binary | std::ios::trunc} << bytes;
        const std::vector<Recoverable> sessions = recoverable();
        if (sessions.empty()) continue; // the first entry, or all edits, are gone
        EXPECT_TRUE(sessions[0].cutShort) << at;
        EXPECT_TRUE(nameIn(sessions[0]) == "one" || nameIn(sessions[0]) == "two") << nameIn(sessions[0]) << " at " << at;
    }
    EXPECT_EQ(logs().size(), 1u);
}

TEST_F(StoreJournal, WhatIsNoLogIsLeftAlone)
{
    fs::create_directories(state_ / "journals");
    std::ofstream{state_ / "journals" / "a.journal"} << "a shopping list that is long enough to be anything at all";
    std::ofstream{state_ / "journals" / "b.journal"};
    std::ofstream{state_ / "journals" / "notes.txt"} << "notes";
    fs::create_directory(state_ / "journals" / "c.journal");
    EXPECT_TRUE(recoverable().empty());
    EXPECT_EQ(logs().size(), 4u);
    const Result<Project> project = recover({.journal = state_ / "journals" / "a.journal"});
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, "STORE-JOURNAL-DAMAGED");
}

TEST_F(StoreJournal, LogsThatWereNeverBegunAreSweptADayLater)
{
    fs::create_directories(state_ / "journals");
    for (const auto& [name, hours] : {std::pair{"1-2-3.journal.new", 30}, std::pair{"1-2-4.journal.new", 2}}) {
        std::ofstream{state_ / "journals" / name} << "RkWr";
        fs::last_write_time(state_ / "journals" / name, fs::file_time_type::clock::now() - std::chrono::hours{hours});
    }
    EXPECT_TRUE(recoverable().empty());
    EXPECT_EQ(logs(), std::vector{state_ / "journals" / "1-2-4.journal.new"});
}

TEST_F(StoreJournal, WithoutAFolderThereIsNone)
{
    std::ofstream{folder_.path() / "state"} << "a file where the folder should be";
    const Result<SessionJournal> journal = SessionJournal::start(state_, named("start"), {});
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error().code, "STORE-NO-FOLDER");
    EXPECT_TRUE(recoverable().empty());
}

TEST_F(StoreJournal, AfterAFullDiskTheNextEditHoldsBoth)
{
    const int result = inChild([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        SessionJournal journal = started(named("start"));
        if (!journal.append(named("one"), "Rename to one")) return 1;
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const auto size = fs::file_size(journal.file());
        const rlimit full{size + 20, limit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
        Project two = named("two");
        two.asOf = "2031-01-01";
        const Result<void> failed = journal.append(two, "Rename to two");
        if (failed || failed.error().code != "STORE-JOURNAL-FAILED" || failed.error().arg("step") != "write") return 2;
        if (fs::file_size(journal.file()) != size || journal.edits() != 1) return 3;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Project three = two;
        three.name = "three";
        return journal.append(three, "Rename to three") ? 0 : 4;
    });
    ASSERT_EQ(result, 0);
    const Recoverable session = recoverable().at(0);
    EXPECT_FALSE(session.cutShort);
    const Result<Project> project = recover(session);
    ASSERT_TRUE(project);
    EXPECT_EQ(project->name, "three");
    EXPECT_EQ(project->asOf, "2031-01-01");
}

TEST_F(StoreJournal, TheStateFolderFollowsTheDesktopsRules)
{
    const auto in = [](const char* state, const char* home) {
        state ? ::setenv("XDG_STATE_HOME", state, 1) : ::unsetenv("XDG_STATE_HOME");
        home ? ::setenv("HOME", home, 1) : ::unsetenv("HOME");
        return stateFolder().value_or(fs::path{});
    };
    const char *state = std::getenv("XDG_STATE_HOME"), *home = std::getenv("HOME");
    const std::string oldState = state ? state : "", oldHome = home ? home : "";
    EXPECT_EQ(in("/var/state", "/home/ada"), "/var/state/rackwright");
    EXPECT_EQ(in(nullptr, "/home/ada"), "/home/ada/.local/state/rackwright");
    EXPECT_EQ(in("not/absolute", "/home/ada"), "/home/ada/.local/state/rackwright");
    EXPECT_EQ(in("", "/home/ada"), "/home/ada/.local/state/rackwright");
    EXPECT_TRUE(in(nullptr, nullptr).is_absolute());
    state ? ::setenv("XDG_STATE_HOME", oldState.c_str(), 1) : ::unsetenv("XDG_STATE_HOME");
    home ? ::setenv("HOME", oldHome.c_str(), 1) : ::unsetenv("HOME");
}

// ---- kill -9 -----------------------------------------------------------------------------------------------------

/// Edits and saves now and then, telling of each edit that is on disk.
template <class Report>
void work(const std::vector<Project>& session, const fs::path& state, const fs::path& file, Report&& report)
{
    Result<SessionJournal> journal = SessionJournal::start(state, session[0], {});
    if (!journal) ::_exit(1);
    report(0);
    for (std::size_t i = 1; i < session.size(); ++i) {
        if (!journal->append(session[i], "Edit " + std::to_string(i))) ::_exit(1);
        report(static_cast<int>(i));
        if (i % 7 != 0) continue;
        const Result<std::string> digest = saveProject(session[i], file);
        if (!digest || !journal->markSaved({file, *digest}, journal->edits())) ::_exit(1);
    }
    ::pause();
}

TEST_F(StoreJournal, KilledAtAnyMomentTheSessionComesBackAsItWas)
{
    constexpr int edits = 40;
    const int sessions = scaled(500);
    std::mt19937 random{20260301};
    int unsaved = 0;
    for (int i = 0; i < sessions; ++i) {
        SCOPED_TRACE(i);
        const std::vector<Project> session = randomSession(static_cast<std::uint64_t>(i), edits);
        fs::remove(file_);
        ReportingChild child{[&](auto report) { work(session, state_, file_, report); }};
        int acknowledged = 0;
        ASSERT_TRUE(child.next(acknowledged));
        // at the n-th edit, and a little later
        for (int until = std::uniform_int_distribution<int>{0, edits}(random); acknowledged < until;) ASSERT_TRUE(child.next(acknowledged));
        std::this_thread::sleep_for(std::chrono::microseconds{std::uniform_int_distribution<int>{0, 4000}(random)});
        EXPECT_TRUE(WIFSIGNALED(child.kill()));
        for (int next = 0; child.next(next);) acknowledged = next;
        const auto isOneOf = [&](const Project& project) { // the last that was told, or the one being told
            const auto at = static_cast<std::size_t>(acknowledged);
            return project == session[at] || (at < edits && project == session[at + 1]);
        };
        const std::vector<Recoverable> found = recoverable();
        if (found.empty()) { // all was saved
            EXPECT_TRUE(acknowledged % 7 == 0 || acknowledged == edits);
            const Result<OpenedProject> opened = openProject(file_);
            EXPECT_TRUE(acknowledged == 0 || (opened && isOneOf(opened->project)));
            continue;
        }
        ++unsaved;
        ASSERT_EQ(found.size(), 1u);
        const Result<Project> project = recover(found[0]);
        ASSERT_TRUE(project) << textOf(project.error());
        EXPECT_TRUE(isOneOf(*project)) << acknowledged;
        ASSERT_TRUE(discard(found[0]));
    }
    EXPECT_GT(unsaved, sessions / 2);
}

// Not a test of time: an edit's entry is small, whatever the design is.
TEST_F(StoreJournal, AnEditOfALargeDesignIsASmallEntry)
{
    const Project large = largeProject(200);
    SessionJournal journal = started(large);
    const auto before = fs::file_size(journal.file());
    Project after = large;
    auto scenario = std::make_shared<Scenario>(*large.scenarios[0]);
    auto build = std::make_shared<Build>(*scenario->build);
    auto rack = std::make_shared<Rack>(*build->racks[77]);
    rack->placements.pop_back();
    rack->placements[3].label = "renamed";
    build->racks[77] = rack;
    scenario->build = build;
    after.scenarios = {scenario};
    ASSERT_TRUE(journal.append(after, "Rename"));
    EXPECT_LT(fs::file_size(journal.file()) - before, 2000u);
    EXPECT_GT(before, 1'000'000u);
}

} // namespace
} // namespace rackwright
