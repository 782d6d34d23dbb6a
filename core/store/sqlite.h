// SQLite's C interface behind two RAII classes. Databases live in memory: files are read and written whole (project_file.cpp).
#pragma once

#include "core/quantity/error.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace rackwright {

/// A prepared statement. Columns and parameters count from 0. Texts that are bound must live until the next `step`.
class Statement {
public:
    enum class Step { row, done, failed };
    enum class Type { null, integer, real, text, blob };

    void bind(int parameter, std::int64_t value);
    void bind(int parameter, double value);
    void bind(int parameter, std::string_view text);
    void bindNull(int parameter);
    /// After `done` the statement is ready for the next run.
    [[nodiscard]] Step step();

    [[nodiscard]] int columns() const;
    [[nodiscard]] Type type(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    /// Valid until the next step. NUL bytes inside stay inside.
    [[nodiscard]] std::string_view text(int column) const;

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    explicit Statement(sqlite3_stmt* statement) : statement_{statement} { }
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// The bytes of a database file, in SQLite's own memory.
class DatabaseImage {
public:
    DatabaseImage(unsigned char* bytes, std::size_t size) : bytes_{bytes}, size_{size} { }
    [[nodiscard]] std::string_view view() const { return {reinterpret_cast<const char*>(bytes_.get()), size_}; }

private:
    struct Free {
        void operator()(unsigned char* bytes) const;
    };
    std::unique_ptr<unsigned char, Free> bytes_;
    std::size_t size_;
};

class Database {
public:
    /// An empty one, to be filled and turned into an image. No journal: it is thrown away when anything fails.
    static Result<Database> empty();
    /// Over the bytes of a file, read-only, in SQLite's defensive mode: nothing in the file is trusted. Work beyond
    /// `cpuBudgetS` seconds of this thread's processor time fails with STORE-TOO-SLOW.
    static Result<Database> over(std::vector<unsigned char> bytes, double cpuBudgetS);

    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    /// From now on that many seconds of processor time.
    void setBudget(double cpuS);
    [[nodiscard]] bool overBudget() const;

    [[nodiscard]] Result<Statement> prepare(std::string_view sql);
    [[nodiscard]] Result<void> execute(const std::string& sql);
    [[nodiscard]] Result<DatabaseImage> image();
    /// The last failure: STORE-SQLITE (reason, sqlite), STORE-TOO-SLOW or STORE-NO-MEMORY.
    [[nodiscard]] Error lastError() const;

private:
    struct State;
    explicit Database(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace rackwright
