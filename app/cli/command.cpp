#include "app/cli/command.h"

#include "ui/text/sentence.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

namespace rackwright::cli {

namespace {

Format formatOf(const std::string& text)
{
    return text == "json" ? Format::json : text == "csv" ? Format::csv : Format::text;
}

} // namespace

CLI::App* Commands::group(std::string name, std::string description)
{
    CLI::App* command = app_.add_subcommand(std::move(name), std::move(description));
    command->require_subcommand(1);
    return command;
}

CLI::App* Commands::add(std::string name, std::string description, std::function<Result<Answer>(Format)> body, CLI::App* parent)
{
    CLI::App* command = (parent ? parent : &app_)->add_subcommand(std::move(name), std::move(description));
    command->add_option("--format", format_, "text, json or csv")->check(CLI::IsMember({"text", "json", "csv"}))->type_name("FORMAT");
    command->callback([this, body = std::move(body)] {
        const Result<Answer> answer = body(formatOf(format_));
        if (!answer) {
            std::cerr << "rackwright-cli: " << sentenceOf(answer.error()) << '\n';
            exitCode_ = badInput;
            return;
        }
        std::cout << answer->text << std::flush;
        exitCode_ = std::cout.good() ? answer->exitCode : internalFailure;
    });
    return command;
}

Answer printed(const Node& node, Format format, int exitCode)
{
    switch (format) {
    case Format::json: return {toJson(node), exitCode};
    case Format::csv: return {toCsv(node), exitCode};
    case Format::text: break;
    }
    return {toPlainText(node), exitCode};
}

Result<const EngineData*> shippedEngine()
{
    static const Result<EngineData> data = EngineData::load(Catalog::defaultFolder());
    if (!data) return tl::make_unexpected(data.error());
    return &*data;
}

Result<const Catalog*> shippedCatalog()
{
    return shippedEngine().map([](const EngineData* data) { return &data->catalog; });
}

Result<std::string> readText(const std::filesystem::path& file, std::size_t maxBytes)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return fail("CLI-CANNOT-READ", {{"file", file.string()}, {"found", "a folder"}});
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return fail("CLI-CANNOT-READ", {{"file", file.string()}, {"found", "no readable file"}});
    std::string text;
    text.resize(maxBytes + 1);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > maxBytes)
        return fail("CLI-FILE-TOO-BIG", {{"file", file.string()}, {"wanted", std::to_string(maxBytes) + " bytes at most"}});
    return text;
}

} // namespace rackwright::cli
