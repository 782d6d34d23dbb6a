// What every command of rackwright-cli shares: its answer, its exit code, its options.
#pragma once

#include "core/assess/engine_data.h"
#include "core/exchange/node.h"
#include "core/quantity/error.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rackwright::cli {

enum ExitCode { allWell = 0, hasErrorFindings = 1, badInput = 2, internalFailure = 3 };

enum class Format { text, json, csv };

/// A command's result: what to print and how to leave.
struct Answer {
    std::string text;
    int exitCode = allWell;
};

/// Adds `--format` and runs `body` when the command is given; a failure becomes one sentence on stderr and exit 2.
class Commands {
public:
    explicit Commands(CLI::App& app) : app_{app} { }

    /// `parent` groups sub-commands ("catalog list"); null: top level.
    CLI::App* add(std::string name, std::string description, std::function<Result<Answer>(Format)> body, CLI::App* parent = nullptr);
    /// A group of sub-commands.
    CLI::App* group(std::string name, std::string description);

    [[nodiscard]] int exitCode() const { return exitCode_; }

private:
    CLI::App& app_;
    std::string format_ = "text";
    int exitCode_ = allWell;
};

/// The node in the asked-for form.
[[nodiscard]] Answer printed(const Node& node, Format format, int exitCode = allWell);

/// The shipped catalog and constants, loaded at first use.
[[nodiscard]] Result<const EngineData*> shippedEngine();
[[nodiscard]] Result<const Catalog*> shippedCatalog();

/// The whole file, or CLI-CANNOT-READ; at most `maxBytes`.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& file, std::size_t maxBytes = std::size_t{4} << 20);

void addProjectCommands(Commands& commands);
void addAssessCommands(Commands& commands);
void addExchangeCommands(Commands& commands);
void addCatalogCommands(Commands& commands);
void addJobCommands(Commands& commands);
void addFabricCommands(Commands& commands);
void addValidateCommands(Commands& commands);

} // namespace rackwright::cli
