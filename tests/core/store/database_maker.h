// Project files as databases that a test can question, and change into what no program of ours would write.
#pragma once

#include "core/design/project.h"
#include "core/quantity/error.h"

#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace rackwright::testing_support {

using Bytes = std::vector<unsigned char>;

[[nodiscard]] Bytes bytesOf(std::string_view view);
/// "CODE name=value name=value".
[[nodiscard]] std::string textOf(const Error& error);

class DatabaseMaker {
public:
    explicit DatabaseMaker(const Project& project);
    DatabaseMaker(const DatabaseMaker&) = delete;
    DatabaseMaker& operator=(const DatabaseMaker&) = delete;
    ~DatabaseMaker();

    /// Runs SQL; foreign keys are off, the schema may be written. Throws std::runtime_error with SQLite's message.
    DatabaseMaker& run(const std::string& sql);
    /// The first column of the first row as text; empty when there is none.
    [[nodiscard]] std::string question(const std::string& sql);
    /// In the order of the schema, without `seal`.
    [[nodiscard]] std::vector<std::string> tables();
    /// The digest of the tables as they are now, by the rules of the file format.
    [[nodiscard]] std::string computedDigest();
    /// Stores the computed digest: what remains wrong, the digest does not tell.
    DatabaseMaker& reseal();
    [[nodiscard]] Bytes bytes();

private:
    sqlite3* connection_ = nullptr;
};

} // namespace rackwright::testing_support
