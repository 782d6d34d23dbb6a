#include "core/store/sqlite.h"

#include <array>
#include <ctime>
#include <sqlite3.h>

namespace rackwright {

namespace {

/// Processor time, not wall time: a slow disk or a busy machine must not make a good file look hostile.
double threadCpuS()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

constexpr int opsBetweenChecks = 1000;

/// Nothing that a project file needs comes near these.
constexpr std::array<std::pair<int, int>, 12> limits{{
    {SQLITE_LIMIT_LENGTH, 16 << 20},
    {SQLITE_LIMIT_SQL_LENGTH, 64 << 10},
    {SQLITE_LIMIT_COLUMN, 64},
    {SQLITE_LIMIT_EXPR_DEPTH, 50},
    {SQLITE_LIMIT_COMPOUND_SELECT, 3},
    {SQLITE_LIMIT_VDBE_OP, 100'000},
    {SQLITE_LIMIT_FUNCTION_ARG, 8},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 64},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
}};

Error sqliteError(int code, const char* reason)
{
    if ((code & 0xff) == SQLITE_NOMEM) return {"STORE-NO-MEMORY", {}};
    return {"STORE-SQLITE", {{"reason", reason ? reason : sqlite3_errstr(code)}, {"sqlite", std::to_string(code)}}};
}

} // namespace

// ---- statements --------------------------------------------------------------------------------------------------

void Statement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

// A failed bind (no memory) leaves NULL: the digest of the row then differs, and the image is refused when it is verified.
void Statement::bind(int parameter, std::int64_t value)
{
    sqlite3_bind_int64(statement_.get(), parameter + 1, value);
}

void Statement::bind(int parameter, double value)
{
    sqlite3_bind_double(statement_.get(), parameter + 1, value);
}

void Statement::bind(int parameter, std::string_view text)
{
    const char* bytes = text.data() ? text.data() : "";
    sqlite3_bind_text64(statement_.get(), parameter + 1, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bindNull(int parameter)
{
    sqlite3_bind_null(statement_.get(), parameter + 1);
}

Statement::Step Statement::step()
{
    switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW: return Step::row;
    case SQLITE_DONE: sqlite3_reset(statement_.get()); return Step::done;
    default: return Step::failed;
    }
}

int Statement::columns() const
{
    return sqlite3_column_count(statement_.get());
}

Statement::Type Statement::type(int column) const
{
    switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER: return Type::integer;
    case SQLITE_FLOAT: return Type::real;
    case SQLITE_TEXT: return Type::text;
    case SQLITE_BLOB: return Type::blob;
    default: return Type::null;
    }
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::text(int column) const
{
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return bytes ? std::string_view{bytes, static_cast<std::size_t>(size)} : std::string_view{};
}

// ---- databases ---------------------------------------------------------------------------------------------------

void DatabaseImage::Free::operator()(unsigned char* bytes) const
{
    sqlite3_free(bytes);
}

struct Database::State {
    std::vector<unsigned char> bytes; ///< outlives the connection
    sqlite3* connection = nullptr;
    double deadlineS = 0;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { sqlite3_close_v2(connection); }

    static int stopWhenLate(void* self) { return threadCpuS() > static_cast<const State*>(self)->deadlineS ? 1 : 0; }

    int open()
    {
        return sqlite3_open_v2(
            ":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    }

    int harden()
    {
        int code = SQLITE_OK;
        const auto keep = [&code](int result) {
            if (code == SQLITE_OK) code = result;
        };
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr));
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr));
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr));
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr));
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr));
        keep(sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr));
        for (const auto& [id, value] : limits) sqlite3_limit(connection, id, value);
        sqlite3_progress_handler(connection, opsBetweenChecks, stopWhenLate, this);
        keep(sqlite3_exec(connection, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON;", nullptr, nullptr, nullptr));
        return code;
    }
};

Database::Database(std::unique_ptr<State> state) : state_{std::move(state)} { }
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::empty()
{
    auto state = std::make_unique<State>();
    if (const int code = state->open(); code != SQLITE_OK) return Unexpected{sqliteError(code, nullptr)};
    Database database{std::move(state)};
    if (Result<void> done = database.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;"); !done)
        return Unexpected{done.error()};
    return database;
}

Result<Database> Database::over(std::vector<unsigned char> bytes, double cpuBudgetS)
{
    auto state = std::make_unique<State>();
    state->bytes = std::move(bytes);
    int code = state->open();
    if (code == SQLITE_OK)
        code = sqlite3_deserialize(state->connection, "main", state->bytes.data(), static_cast<sqlite3_int64>(state->bytes.size()),
            static_cast<sqlite3_int64>(state->bytes.size()), SQLITE_DESERIALIZE_READONLY);
    state->deadlineS = threadCpuS() + cpuBudgetS;
    if (code == SQLITE_OK) code = state->harden();
    if (code != SQLITE_OK) return Unexpected{sqliteError(code, nullptr)};
    return Database{std::move(state)};
}

void Database::setBudget(double cpuS)
{
    state_->deadlineS = threadCpuS() + cpuS;
}

bool Database::overBudget() const
{
    return State::stopWhenLate(state_.get()) != 0;
}

Result<Statement> Database::prepare(std::string_view sql)
{
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(state_->connection, sql.data(), static_cast<int>(sql.size()), 0, &made, nullptr);
    Statement statement{made};
    if (code != SQLITE_OK || !made) return Unexpected{lastError()};
    return statement;
}

Result<void> Database::execute(const std::string& sql)
{
    if (sqlite3_exec(state_->connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return Unexpected{lastError()};
    return {};
}

Result<DatabaseImage> Database::image()
{
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(state_->connection, "main", &size, 0);
    if (!bytes) return Unexpected{Error{"STORE-NO-MEMORY", {}}};
    return DatabaseImage{bytes, static_cast<std::size_t>(size)};
}

Error Database::lastError() const
{
    const int code = sqlite3_extended_errcode(state_->connection);
    if ((code & 0xff) == SQLITE_INTERRUPT) return {"STORE-TOO-SLOW", {}};
    return sqliteError(code, sqlite3_errmsg(state_->connection));
}

} // namespace rackwright
