// rackwright-cli: all that does not need a mouse.

#include "app/cli/command.h"

#include <exception>
#include <iostream>

namespace {

/// CLI11 prints help itself; every other complaint is one sentence and exit 2.
int reportUsage(const CLI::App& app, const CLI::ParseError& error, const char* first)
{
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    const bool isWord = first && *first != '-';
    if (isWord && app.get_subcommands([&](const CLI::App* command) { return command->get_name() == first; }).empty()) {
        std::cerr << "rackwright-cli: '" << first << "' is no command; see rackwright-cli --help\n";
        return rackwright::cli::badInput;
    }
    std::cerr << "rackwright-cli: " << error.what() << "; see rackwright-cli --help\n";
    return rackwright::cli::badInput;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace rackwright::cli;
    CLI::App app{"Designs AI clusters and assesses them: memory, speed, fabric, power, heat, space, cost.", "rackwright-cli"};
    app.set_version_flag("--version", RACKWRIGHT_VERSION);
    app.require_subcommand(1);
    Commands commands{app};
    addProjectCommands(commands);
    addAssessCommands(commands);
    addExchangeCommands(commands);
    addCatalogCommands(commands);
    addJobCommands(commands);
    addFabricCommands(commands);
    addValidateCommands(commands);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return reportUsage(app, error, argc > 1 ? argv[1] : nullptr);
    } catch (const std::exception& error) {
        std::cerr << "rackwright-cli: internal failure: " << error.what() << '\n';
        return internalFailure;
    }
    return commands.exitCode();
}
