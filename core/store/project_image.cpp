#include "core/store/project_image.h"

#include "core/design/invariants.h"
#include "core/store/guard.h"
#include "core/store/read_rows.h"
#include "core/store/write_rows.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

Result<void> createTables(Database& database)
{
    std::string script = fmt::format(
        "PRAGMA page_size=4096; PRAGMA application_id={}; PRAGMA user_version={}; BEGIN;", projectApplicationId, projectUserVersion);
    for (const SchemaEntry& entry : schemaEntries()) script += entry.sql + ';';
    return database.execute(script);
}

Result<void> writeSeal(Database& database, const std::string& digest)
{
    Result<Statement> insert = database.prepare(insertInto(sealTable()));
    if (!insert) return Unexpected{insert.error()};
    insert->bind(0, std::int64_t{1});
    insert->bind(1, digest);
    if (insert->step() != Statement::Step::done) return Unexpected{database.lastError()};
    return {};
}

/// SQLite's own complaints about a file that was read mean that the file is damaged.
Error asDamage(Error error)
{
    if (error.code == "STORE-SQLITE") error.code = "STORE-DAMAGED";
    return error;
}

} // namespace

Result<Database> emptyProjectDatabase()
{
    Result<Database> database = Database::empty();
    if (!database) return database;
    if (Result<void> made = createTables(*database); !made) return Unexpected{made.error()};
    return database;
}

Result<ProjectImage> imageOf(const Project& project)
{
    Result<Database> database = emptyProjectDatabase();
    if (!database) return Unexpected{database.error()};
    std::string digest;
    {
        RowWriter writer{*database};
        if (Result<void> written = writeRows(project, writer); !written) return Unexpected{written.error()};
        digest = writer.digest();
    }
    if (Result<void> sealed = writeSeal(*database, digest); !sealed) return Unexpected{sealed.error()};
    if (Result<void> committed = database->execute("COMMIT"); !committed) return Unexpected{committed.error()};
    Result<DatabaseImage> image = database->image();
    if (!image) return Unexpected{image.error()};
    if (image->view().size() > mostFileBytes)
        return fail("STORE-TOO-LARGE",
            {{"found", fmt::format("{} bytes", image->view().size())}, {"wanted", fmt::format("at most {}", mostFileBytes)}});
    return ProjectImage{std::move(*image), std::move(digest)};
}

Result<OpenedProject> projectOf(std::vector<unsigned char> bytes)
{
    if (Result<void> fine = checkHeader(bytes); !fine) return Unexpected{fine.error()};
    const double readBudgetS = readingBudgetS(bytes.size());
    Result<Database> database = Database::over(std::move(bytes), schemaBudgetS);
    if (!database) return Unexpected{asDamage(database.error())};
    if (Result<void> fine = checkSchema(*database); !fine) return Unexpected{asDamage(fine.error())};
    database->setBudget(readBudgetS);
    if (Result<void> fine = checkStructure(*database); !fine) return Unexpected{asDamage(fine.error())};
    RowReader reader{*database};
    Result<Project> project = readRows(reader);
    if (!project) return Unexpected{asDamage(project.error())};
    OpenedProject opened{std::move(*project), reader.digest()};
    if (Result<void> fine = checkSeal(*database, opened.digest); !fine) return Unexpected{asDamage(fine.error())};
    if (Result<void> fine = checkReferences(*database); !fine) return Unexpected{asDamage(fine.error())};
    return opened;
}

Result<Project> projectIn(Database& database)
{
    database.setBudget(readingBudgetS(mostFileBytes));
    RowReader reader{database};
    Result<Project> project = readRows(reader);
    if (!project) return Unexpected{asDamage(project.error())};
    if (Result<void> fine = checkReferences(database); !fine) return Unexpected{asDamage(fine.error())};
    if (Result<void> sound = requireInvariants(*project); !sound) return Unexpected{sound.error()};
    return project;
}

Result<void> requireInvariants(const Project& project)
{
    const std::vector<Error> broken = checkInvariants(project);
    if (broken.empty()) return {};
    return Unexpected{Error{"STORE-BROKEN-DESIGN", broken.front().args}.with("invariant", broken.front().code)};
}

std::string digestOf(const Project& project)
{
    RowWriter writer;
    if (!writeRows(project, writer)) return {};
    return writer.digest();
}

} // namespace rackwright
