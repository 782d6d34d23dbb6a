// new, edit, templates, generate: making and changing a design.

#include "app/cli/command.h"

#include "core/design/edit_script.h"
#include "core/design/generate.h"
#include "core/design/templates.h"
#include "core/store/lock.h"
#include "core/store/project_file.h"

#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <memory>

namespace rackwright::cli {

namespace {

std::string today()
{
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

/// A project may replace an older version of a project (kept as NAME~), never another file.
Result<void> mayWrite(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    if (const Result<OpenedProject> opened = openProject(file); !opened)
        return fail("CLI-WOULD-OVERWRITE", {{"file", file.string()}, {"found", "a file that is no project"}, {"wanted", "a new name"}});
    return {};
}

Node summaryOf(const Project& project, const std::string& file, const std::string& digest)
{
    std::int64_t racks = 0, devices = 0;
    for (const ScenarioPtr& scenario : project.scenarios) {
        if (!scenario->build) continue;
        racks += std::ssize(scenario->build->racks);
        forEachPlacement(*scenario->build, [&](const PlacedDevice&) { ++devices; });
    }
    return Node::Object{{"file", file}, {"project", project.name}, {"as_of", project.asOf}, {"scenarios", std::ssize(project.scenarios)},
        {"racks", racks}, {"devices", devices}, {"digest", digest}};
}

/// Saves unless another program has the file open. `digest` is that of the file as it was opened, when it is to be replaced.
Result<Answer> saved(const Project& project, const std::string& file, Format format, const std::optional<std::string>& digest = {})
{
    const Result<ProjectLock> lock = ProjectLock::acquire(file);
    const bool lockless = !lock && lock.error().code == "STORE-CANNOT-LOCK"; // a file system without locks, or nothing may be written
    if (!lock && !lockless) return tl::make_unexpected(lock.error());
    return (digest ? saveProject(project, file, *digest) : saveProject(project, file)).map([&](const std::string& written) {
        return printed(summaryOf(project, file, written), format);
    });
}

struct NewOptions {
    std::string templateName, id, name, asOf, out;
};

Result<Answer> makeNew(const NewOptions& options, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const std::string stem = std::filesystem::path(options.out).stem().string();
    const auto given = [&](const std::string& text) { return text.empty() ? stem : text; };
    const auto templateName = options.templateName.empty() ? std::nullopt : std::optional{options.templateName};
    if (const Result<void> allowed = mayWrite(options.out); !allowed) return tl::make_unexpected(allowed.error());
    return newProject(given(options.id), given(options.name), options.asOf.empty() ? today() : options.asOf, templateName, **catalog)
        .and_then([&](const Project& project) { return saved(project, options.out, format); });
}

struct EditOptions {
    std::string file, script = "-", out;
};

Result<std::string> scriptText(const std::string& script)
{
    if (script != "-") return readText(script);
    std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    return text;
}

Result<Answer> runEdits(const EditOptions& options, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const Result<OpenedProject> opened = openProject(options.file);
    if (!opened) return tl::make_unexpected(opened.error());
    const Result<std::string> text = scriptText(options.script);
    if (!text) return tl::make_unexpected(text.error());
    Result<Project> edited = applyScript(opened->project, *text, **catalog);
    if (!edited) return tl::make_unexpected(edited.error().with("script", options.script == "-" ? "standard input" : options.script));
    if (options.out.empty() || options.out == options.file) return saved(*edited, options.file, format, opened->digest);
    if (const Result<void> allowed = mayWrite(options.out); !allowed) return tl::make_unexpected(allowed.error());
    return saved(*edited, options.out, format);
}

struct GenerateOptions {
    int racks = 10;
    std::uint64_t seed = 1;
    std::string out;
};

Result<Answer> makeGenerated(const GenerateOptions& options, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    if (const Result<void> allowed = mayWrite(options.out); !allowed) return tl::make_unexpected(allowed.error());
    return generate(options.racks, options.seed, **catalog).and_then([&](const Project& project) {
        return saved(project, options.out, format);
    });
}

Result<Answer> templateList(Format format)
{
    Node::Array rows;
    for (const Template& entry : listTemplates()) rows.push_back(Node::Object{{"name", entry.name}, {"title", entry.title}});
    return printed(Node{std::move(rows)}, format);
}

} // namespace

void addProjectCommands(Commands& commands)
{
    auto made = std::make_shared<NewOptions>();
    CLI::App* create = commands.add("new", "Make a project, empty or from a template", [made](Format f) { return makeNew(*made, f); });
    create->add_option("--template", made->templateName, "a name that `templates` lists");
    create->add_option("--id", made->id, "identity of the project; the file's name when left out");
    create->add_option("--name", made->name, "title; the file's name when left out");
    create->add_option("--as-of", made->asOf, "date at which prices count, YYYY-MM-DD; today when left out");
    create->add_option("OUT", made->out, "the .rackwright file to write")->required();

    auto edits = std::make_shared<EditOptions>();
    CLI::App* edit =
        commands.add("edit", "Apply an edit script: one edit a line, all or nothing", [edits](Format f) { return runEdits(*edits, f); });
    edit->add_option("FILE", edits->file, "the project")->required();
    edit->add_option("--script", edits->script, "file with the edits; - is standard input")->capture_default_str();
    edit->add_option("--out", edits->out, "write here instead of back to FILE");

    commands.add("templates", "List the templates that `new` can start from", templateList);

    auto generated = std::make_shared<GenerateOptions>();
    CLI::App* generator = commands.add("generate", "Make a large design for benchmarks: 20 devices and 60 links a rack",
        [generated](Format f) { return makeGenerated(*generated, f); });
    generator->add_option("--racks", generated->racks, "number of racks")->check(CLI::Range(1, 10000))->capture_default_str();
    generator->add_option("--seed", generated->seed, "the same seed makes the same design")->capture_default_str();
    generator->add_option("OUT", generated->out, "the .rackwright file to write")->required();
}

} // namespace rackwright::cli
