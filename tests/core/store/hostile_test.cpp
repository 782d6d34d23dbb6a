// Files that no program of ours wrote. Each is refused with a reason, in less than a second, and changes nothing.
#include "core/store/project_image.h"
#include "core/store/schema.h"
#include "tests/core/store/database_maker.h"
#include "tests/core/store/sample_project.h"

#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <sqlite3.h>

namespace rackwright {
namespace {

using namespace testing_support;

struct HostileFile {
    std::string name;
    std::function<Bytes()> make;
    std::string code; ///< that opening must give
    std::string says; ///< part of the error's text
};

/// Names the parameter in the test's output.
void PrintTo(const HostileFile& file, std::ostream* out)
{
    *out << file.name;
}

std::function<Bytes()> sql(std::string script)
{
    return [script = std::move(script)] { return DatabaseMaker{sampleProject()}.run(script).bytes(); };
}

/// The digest is right: only the checks of values and references can tell.
std::function<Bytes()> sealed(std::string script)
{
    return [script = std::move(script)] { return DatabaseMaker{sampleProject()}.run(script).reseal().bytes(); };
}

std::function<Bytes()> patched(std::size_t at, std::vector<unsigned char> bytes)
{
    return [=] {
        Bytes file = DatabaseMaker{sampleProject()}.bytes();
        std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
        return file;
    };
}

std::function<Bytes()> text(std::string content)
{
    return [content = std::move(content)] { return bytesOf(content); };
}

Bytes truncatedTo(std::size_t size)
{
    Bytes bytes = DatabaseMaker{sampleProject()}.bytes();
    bytes.resize(size);
    return bytes;
}

/// One of our databases with these pragmas set before the tables are made.
Bytes withPragmas(const std::string& pragmas)
{
    sqlite3* connection = nullptr;
    sqlite3_open(":memory:", &connection);
    std::string script =
        fmt::format("{}; PRAGMA application_id={}; PRAGMA user_version={};", pragmas, projectApplicationId, projectUserVersion);
    for (const SchemaEntry& entry : schemaEntries()) script += entry.sql + ';';
    sqlite3_exec(connection, script.c_str(), nullptr, nullptr, nullptr);
    sqlite3_int64 size = 0;
    unsigned char* image = sqlite3_serialize(connection, "main", &size, 0);
    Bytes bytes{image, image + size};
    sqlite3_free(image);
    sqlite3_close(connection);
    return bytes;
}

std::string recreated(const std::string& table, const std::string& ddl)
{
    return fmt::format("UPDATE sqlite_schema SET sql = '{}' WHERE name = '{}'", ddl, table);
}

/// The root page of a table, patched.
Bytes withPage(const std::string& table, std::size_t at, std::vector<unsigned char> patch)
{
    DatabaseMaker database{sampleProject()};
    const std::size_t page = std::stoul(database.question("SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'"));
    Bytes bytes = database.bytes();
    std::copy(patch.begin(), patch.end(), bytes.begin() + static_cast<std::ptrdiff_t>((page - 1) * 4096 + at));
    return bytes;
}

/// A text whose record header claims two gigabytes.
Bytes withHugeClaim()
{
    Bytes bytes = DatabaseMaker{sampleProject()}.bytes();
    const std::string needle = "agreed with the landlord";
    const auto text = std::search(bytes.begin(), bytes.end(), needle.begin(), needle.end());
    // The serial type of a text is 13 + 2 × its length, in the record header before it.
    const auto type = static_cast<unsigned char>(13 + 2 * needle.size());
    for (auto at = text; at != text - 60; --at)
        if (*at == type) {
            std::copy_n("\x9f\xff\xff\xff\x7f", 5, at);
            break;
        }
    return bytes;
}

std::vector<HostileFile> shapes()
{
    const std::string foreign = "STORE-FOREIGN-SCHEMA", damaged = "STORE-DAMAGED", other = "STORE-NOT-A-PROJECT";
    const auto trigger = "CREATE TRIGGER spy AFTER INSERT ON rack BEGIN DELETE FROM placement; END";
    return {
        {"Empty", text(""), other, "empty"},
        {"Text", text("a design, honestly\n"), other, ""},
        {"Zip", text(std::string("PK\x03\x04", 4) + std::string(2000, 'z')), other, ""},
        {"MagicOnly", text(std::string("SQLite format 3\0", 16)), other, "16 bytes"},
        {"HeaderOnly", [] { return truncatedTo(100); }, other, "100 bytes"},
        {"Truncated", [] { return truncatedTo(DatabaseMaker{sampleProject()}.bytes().size() - 4096); }, damaged, "file size"},
        {"TruncatedWithinAPage", [] { return truncatedTo(DatabaseMaker{sampleProject()}.bytes().size() - 1); }, damaged, "file size"},
        {"Appended", [] { return truncatedTo(DatabaseMaker{sampleProject()}.bytes().size() + 4096); }, damaged, "file size"},
        {"OtherProgram", sql("PRAGMA application_id=1196444487"), other, "0x47504b47"},
        {"NoProgram", sql("PRAGMA application_id=0"), other, "another program"},
        {"NewerMajor", sql("PRAGMA user_version=2000"), "STORE-NEWER", "found=2.0 wanted=1.0"},
        {"MuchNewer", sql("PRAGMA user_version=999999"), "STORE-NEWER", "found=999.999"},
        {"VersionZero", sql("PRAGMA user_version=0"), "STORE-UNKNOWN-VERSION", "found=0"},
        {"VersionNegative", sql("PRAGMA user_version=-1000"), "STORE-UNKNOWN-VERSION", ""},
        {"WriteAheadLog", patched(18, {2, 2}), damaged, "write-ahead log"},
        {"PageSizeZero", patched(16, {0, 0}), damaged, "page size"},
        {"PageSizeOdd", patched(16, {0x0f, 0xff}), damaged, "page size"},
        {"PagesClaimed", patched(28, {0x7f, 0xff, 0xff, 0xff}), damaged, "file size"},
        {"PagesClaimedNone", patched(28, {0, 0, 0, 0}), damaged, "file size"},
        {"ReservedBytes", patched(20, {200}), damaged, "reserved"},
        {"FreeList", patched(32, {0, 0, 0, 9, 0, 0, 0, 1}), damaged, "free page"},
        {"Utf16", [] { return withPragmas("PRAGMA encoding='UTF-16le'"); }, damaged, "encoding"},
        {"AutoVacuum", [] { return withPragmas("PRAGMA auto_vacuum=FULL"); }, damaged, "auto-vacuum"},
        {"NoRows", [] { return withPragmas("PRAGMA page_size=4096"); }, "STORE-BAD-VALUE", "one project"},
        {"Trigger", sql(trigger), foreign, "spy"},
        {"InsteadOfTrigger", sql("CREATE VIEW w AS SELECT 1 a; CREATE TRIGGER spy INSTEAD OF DELETE ON w BEGIN SELECT 1; END"), foreign,
            ""},
        {"View", sql("CREATE VIEW spy AS SELECT * FROM rack"), foreign, "spy"},
        {"ViewInPlaceOfATable",
            sql("DROP TABLE approval; CREATE VIEW approval AS SELECT 0 position, 'x' finding, 'x' subject, 'x' reason; VACUUM"), foreign,
            ""},
        {"EndlessView", sql("CREATE VIEW spy AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"), foreign,
            "spy"},
        {"VirtualTableFts", sql("CREATE VIRTUAL TABLE spy USING fts5(a)"), foreign, "spy"},
        {"VirtualTableRtree", sql("CREATE VIRTUAL TABLE spy USING rtree(id, a, b)"), foreign, "spy"},
        {"VirtualTableUnknown", sql("INSERT INTO sqlite_schema VALUES('table','spy','spy',0,'CREATE VIRTUAL TABLE spy USING load_me(a)')"),
            foreign, "spy"},
        {"VirtualTableInPlace", sql("DROP TABLE extra; CREATE VIRTUAL TABLE extra USING fts5(entity, id, key, value)"), foreign, ""},
        {"GeneratedColumn", sql("CREATE TABLE spy (a, b AS (a || a))"), foreign, "spy"},
        {"GeneratedColumnInPlace",
            sql("DROP TABLE approval; CREATE TABLE approval (position INTEGER PRIMARY KEY, finding, subject, reason AS (subject || "
                "subject))"),
            foreign, ""},
        {"IndexOnExpression", sql("CREATE INDEX spy ON rack (abs(x_m))"), foreign, "spy"},
        {"PartialIndex", sql("CREATE INDEX spy ON rack (name) WHERE x_m > 0"), foreign, "spy"},
        {"Statistics", sql("ANALYZE"), foreign, "sqlite_stat"},
        {"Autoincrement", sql("CREATE TABLE spy (id INTEGER PRIMARY KEY AUTOINCREMENT)"), foreign, ""},
        {"OneTableMore", sql("CREATE TABLE spy (a)"), foreign, "spy"},
        {"OneTableLess", sql("DROP TABLE seal; VACUUM"), foreign, "seal"},
        {"TableRenamed", sql("ALTER TABLE approval RENAME TO approvals"), foreign, ""},
        {"ColumnAdded", sql("ALTER TABLE approval ADD COLUMN more TEXT"), foreign, "approval"},
        {"NotStrict",
            sql(recreated("approval",
                "CREATE TABLE approval (position INTEGER NOT NULL, finding TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT NOT NULL, "
                "PRIMARY KEY (position)) WITHOUT ROWID")),
            foreign, "approval"},
        {"CheckConstraint",
            sql(recreated("approval",
                "CREATE TABLE approval (position INTEGER NOT NULL CHECK (zeroblob(1000000000) IS NOT NULL), finding TEXT NOT NULL, subject "
                "TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (position)) STRICT, WITHOUT ROWID")),
            foreign, "approval"},
        {"SchemaGarbage", sql(recreated("approval", "CREATE TABLE approval (((")), damaged, ""},
        {"SchemaNull", sql("UPDATE sqlite_schema SET sql = NULL WHERE name = 'approval'"), damaged, ""},
        {"SchemaDeep",
            [] {
                return sql(recreated(
                    "approval", "CREATE TABLE approval (a DEFAULT (" + std::string(5000, '(') + "1" + std::string(5000, ')') + "))"))();
            },
            damaged, ""},
        {"SchemaLong", [] { return sql(recreated("approval", "CREATE TABLE approval (a /*" + std::string(1'000'000, 'x') + "*/)"))(); },
            damaged, ""},
        {"SchemaReordered", sql("UPDATE sqlite_schema SET rowid = 1000 WHERE name = 'project'"), foreign, ""},
        {"RootBeyondTheEnd", sql("UPDATE sqlite_schema SET rootpage = 100000 WHERE name = 'approval'"), damaged, ""},
        {"RootZero", sql("UPDATE sqlite_schema SET rootpage = 0 WHERE name = 'approval'"), damaged, ""},
        {"RootIsTheSchema", sql("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'approval'"), damaged, ""},
        {"RootShared",
            sql("UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'site') WHERE name = 'approval'"),
            damaged, ""},
        {"ManyTables",
            sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
                "INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || '(a)' FROM n"),
            "", ""},
        {"VeryManyTables",
            sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600000) "
                "INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || '(a)' FROM n"),
            "", ""},
        {"PageTypeUnknown", [] { return withPage("link", 0, {77}); }, damaged, ""},
        {"PageThatLeadsToItself",
            [] {
                return withPage("placement", 8, {0, 0, 0, 1});
            },
            damaged, ""},
        {"CellsBeyondThePage",
            [] {
                return withPage("approval", 3, {0xff, 0xff});
            },
            damaged, ""},
        {"TwoGigabytesClaimed", [] { return withHugeClaim(); }, damaged, ""},
    };
}

std::vector<HostileFile> values()
{
    const std::string bad = "STORE-BAD-VALUE";
    return {
        {"DigestWrong", sql("UPDATE seal SET digest = replace(digest, substr(digest, 1, 1), 'g')"), "STORE-DAMAGED", "digest"},
        {"ContentChanged", sql("UPDATE placement SET label = 'node-9' WHERE label = 'node-1'"), "STORE-DAMAGED", "digest"},
        {"SealMissing", sql("DELETE FROM seal"), "STORE-DAMAGED", "seal"},
        {"SealTwice", sql("INSERT INTO seal SELECT 2, digest FROM seal"), "STORE-DAMAGED", "seal"},
        {"TwoProjects", sealed("INSERT INTO project VALUES('sample-2', 'x', 'x', 1)"), bad, "one project"},
        {"TextWhereANumberBelongs", sql(recreated("rack", "CREATE TABLE rack (x)")), "STORE-FOREIGN-SCHEMA", "rack"},
        {"Infinite", sealed("UPDATE rack SET x_m = 9e999"), bad, "column=x_m"},
        {"TooLarge", sealed("UPDATE rack SET x_m = 1e200"), bad, "row=20/101 column=x_m found=1e+200"},
        {"NegativePower", sealed("UPDATE feed SET rated_kw = -1.0"), bad, "table=feed"},
        {"PlanOfNothing", sealed("UPDATE parallel_plan SET tp = 0"), bad, "column=tp found=0 wanted=1"},
        {"ZeroStageNine", sealed("UPDATE parallel_plan SET zero_stage = 9"), bad, "wanted=0 to 3"},
        {"BatchBeyondInt", sealed("UPDATE training_job SET global_batch = 5000000000"), bad, "global_batch"},
        {"UnknownStatus", sealed("UPDATE placement SET status = 'lost' WHERE id = 110"), bad,
            "found=lost wanted=one of planned, existing, removed"},
        {"UnknownAnchor", sealed("UPDATE placement SET anchor = 'in_orbit' WHERE id = 110"), bad, "column=anchor"},
        {"UnknownKind", sealed("UPDATE part SET kind = 'spaceships' WHERE id = 'gpu-x'"), bad, "column=kind"},
        {"UnknownTerm", sealed("UPDATE cloud_plan SET term = 'for ever'"), bad, "column=term"},
        {"AnchorWithoutItsColumns", sealed("UPDATE placement SET from_half_u = NULL WHERE id = 110"), bad, "column=anchor"},
        {"AnchorWithOthersColumns", sealed("UPDATE placement SET y_m = 1.0 WHERE id = 110"), bad, "column=anchor"},
        {"FlagOfTwo", sealed("UPDATE scenario SET has_build = 2"), bad, "has_build"},
        {"SideOfTwoLetters", sealed("UPDATE feed SET side = 'AB'"), bad, "column=side"},
        {"TextWithNul", sealed("UPDATE site SET name = CAST(x'410042' AS TEXT)"), bad, "table=site row=0 column=name"},
        {"TextNotUtf8", sealed("UPDATE site SET name = CAST(x'41ff' AS TEXT)"), bad, "UTF-8"},
        {"NameTooLong", sealed("UPDATE site SET name = replace(hex(zeroblob(600)), '0', 'x')"), bad, "1200 bytes"},
        {"TextTooLong", sealed("UPDATE approval SET reason = replace(hex(zeroblob(50000)), '0', 'x')"), bad, "100000 bytes"},
        {"IdZero", sealed("UPDATE link SET device_a = 0 WHERE id = 140"), bad, "device_a"},
        {"IdNegative", sealed("UPDATE site SET id = -5 WHERE id = 2"), bad, "column=id"},
        {"NextIdHuge", sealed("UPDATE project SET next_id = 9223372036854775807"), bad, "next_id"},
        {"PositionMissing", sealed("UPDATE approval SET position = 7 WHERE position = 0"), bad, "position"},
        {"JobMissing", sealed("DELETE FROM training_job"), bad, "training_job"},
        {"JobOfAnotherKind", sealed("INSERT INTO vision_job VALUES(10, 'llama', 1, 1.0)"), bad, "a workload of this kind"},
        {"JobOfNoWorkload", sealed("UPDATE vision_job SET workload = 99"), bad, "column=workload found=99"},
        {"RackOfNoScenario", sealed("UPDATE rack SET scenario = 77 WHERE id = 101 AND scenario = 20"), bad, "column=scenario found=77"},
        {"BuildWhereNoneIs", sealed("UPDATE scenario SET has_build = 0 WHERE name = 'Own'"), bad, "a scenario with a build"},
        {"PlacementInNoRack", sealed("UPDATE placement SET rack = 9 WHERE id = 110"), bad, "column=rack found=9"},
        {"LinkToNothing", sealed("UPDATE link SET device_b = 9 WHERE id = 141"), bad, "column=device_b found=9"},
        {"CordToNothing", sealed("UPDATE cord SET pdu = 9 WHERE id = 150"), bad, "column=pdu found=9"},
        {"CordToTwoThings", sealed("UPDATE cord SET feed = 'A' WHERE id = 150"), bad, "a PDU or a feed"},
        {"CordToNeither", sealed("UPDATE cord SET pdu = NULL WHERE id = 150"), bad, "a PDU or a feed"},
        {"OverrideOfNothing", sealed("UPDATE placement_override SET placement = 9"), bad, "column=placement found=9"},
        {"RoomOfNoSite", sealed("UPDATE room SET site = 9"), bad, "column=site found=9"},
        {"RackInNoRoom", sealed("UPDATE rack SET room = 9 WHERE id = 101"), "STORE-DANGLING", "a row of room"},
        {"HostThatIsNotThere", sealed("UPDATE placement SET host = 9 WHERE id = 111"), "STORE-DANGLING", "a row of placement"},
        {"PhaseThatIsNotThere", sealed("UPDATE placement SET phase = 9 WHERE id = 110"), "STORE-DANGLING", "a row of phase"},
        {"AllocationOfNothing", sealed("UPDATE allocation SET workload = 9"), "STORE-DANGLING", "a row of workload"},
        {"DeviceThatIsNotThere", sealed("UPDATE allocation_device SET device = 9 WHERE position = 0"), "STORE-DANGLING",
            "a row of placement"},
        {"ShareWithoutOne", sealed("UPDATE allocation SET share = NULL"), bad, "column=share"},
        {"PlanOfNoAllocation", sealed("UPDATE parallel_plan SET allocation = 50"), bad, "column=allocation found=50"},
        {"DevicesOfAnotherPool", sealed("UPDATE allocation_device SET allocation = 1"), bad, "an allocation of devices"},
        {"PartChanged", sealed("UPDATE part_value SET value = '9999' WHERE column = 'max_power_w' AND part = 'srv-8'"), bad,
            "table=part row=srv-8/servers column=digest"},
        {"ValueOfNoPart", sealed("UPDATE part_value SET part = 'zzz' WHERE part = 'srv-8'"), bad, "column=part found=zzz"},
        {"SourceThatIsNotThere", sealed("UPDATE part_value SET source = 9"), bad, "column=source found=9"},
        {"EmptyTextForNull", sealed("UPDATE link SET cable = '' WHERE id = 141"), bad, "column=cable"},
    };
}

class StoreHostile : public ::testing::TestWithParam<HostileFile> { };

TEST_P(StoreHostile, IsRefusedSoon)
{
    const HostileFile& file = GetParam();
    Bytes bytes = file.make();
    const std::clock_t start = std::clock(); // processor time: the machine may be busy
    const Result<OpenedProject> opened = projectOf(std::move(bytes));
    EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
    ASSERT_FALSE(opened);
    const std::string said = textOf(opened.error());
    EXPECT_TRUE(file.code.empty() || opened.error().code == file.code) << said;
    EXPECT_NE(said.find(file.says), std::string::npos) << said;
}

std::string nameOf(const ::testing::TestParamInfo<HostileFile>& info)
{
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(StoreShapes, StoreHostile, ::testing::ValuesIn(shapes()), nameOf);
INSTANTIATE_TEST_SUITE_P(StoreValues, StoreHostile, ::testing::ValuesIn(values()), nameOf);

TEST(StoreVersions, ANewerMinorVersionIsReadAndItsRowsAreKept)
{
    DatabaseMaker database{sampleProject()};
    database.run("PRAGMA user_version=1007; INSERT INTO extra VALUES('rack', '102', 'from_the_future', 'kept')").reseal();
    const Result<OpenedProject> opened = projectOf(database.bytes());
    ASSERT_TRUE(opened) << textOf(opened.error());
    DatabaseMaker again{opened->project};
    EXPECT_EQ(again.question("SELECT value FROM extra WHERE key = 'from_the_future'"), "kept");
    EXPECT_EQ(again.question("PRAGMA user_version"), "1000");
    EXPECT_EQ(again.computedDigest(), database.computedDigest());
}

TEST(StoreVersions, TheColumnOrderOfTheTablesIsTheOneDigested)
{
    DatabaseMaker database{sampleProject()};
    for (std::size_t i = 0; i < tableCount; ++i) {
        const TableInfo& table = infoOf(static_cast<Table>(i));
        EXPECT_EQ(database.question(fmt::format("SELECT sql FROM sqlite_schema WHERE name = '{}'", table.name)), ddlOf(table));
    }
}

} // namespace
} // namespace rackwright
