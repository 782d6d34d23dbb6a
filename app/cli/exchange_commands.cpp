// export, import: files for others, and from others.

#include "app/cli/command.h"

#include "app/cli/job.h"
#include "core/assess/assess.h"
#include "core/assess/bill.h"
#include "core/exchange/assessment_json.h"
#include "core/exchange/bom_csv.h"
#include "core/exchange/bom_json.h"
#include "core/exchange/file_writer.h"
#include "core/store/project_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace rackwright::cli {

namespace {

struct ExportFlags {
    std::string file, scenario, bom, json, asOf;
    std::string elevation, report, cables, netbox; ///< come with the drawings and the fabric schedule
};

bool hasEnding(const std::string& path, std::string_view ending)
{
    return path.ends_with(ending);
}

/// The scenario named, else the first that builds something.
Result<ScenarioPtr> buildScenario(const Project& project, const std::string& name)
{
    if (!name.empty()) {
        ScenarioPtr scenario = project.scenario(name);
        if (!scenario) return fail("CLI-NO-SCENARIO", {{"found", name}});
        if (!scenario->build) return fail("CLI-NOTHING-TO-BUY", {{"scenario", name}});
        return scenario;
    }
    const auto found = std::ranges::find_if(project.scenarios, [](const ScenarioPtr& scenario) { return scenario->build != nullptr; });
    if (found == project.scenarios.end()) return fail("CLI-NOTHING-TO-BUY", {{"project", project.name}});
    return *found;
}

Result<std::string> bomText(const Bom& bom, const std::string& path)
{
    if (hasEnding(path, ".csv")) return bomCsv(bom);
    if (hasEnding(path, ".json")) return bomJson(bom);
    if (hasEnding(path, ".pdf") || hasEnding(path, ".xlsx"))
        return fail("CLI-NOT-YET", {{"what", "export --bom to " + std::filesystem::path(path).extension().string()}});
    return fail("CLI-BAD-ENDING", {{"file", path}, {"wanted", ".csv or .json"}});
}

Result<void> checkExport(const ExportFlags& flags)
{
    for (const auto& [flag, value] :
        {std::pair{"--elevation", flags.elevation}, {"--report", flags.report}, {"--cables", flags.cables}, {"--netbox", flags.netbox}})
        if (!value.empty()) return fail("CLI-NOT-YET", {{"what", std::string{"export "} + flag}});
    if (flags.bom.empty() && flags.json.empty()) return fail("CLI-NOTHING-ASKED", {{"wanted", "--bom FILE or --json FILE"}});
    return {};
}

Result<Answer> runExport(const ExportFlags& flags, Format format)
{
    if (const Result<void> asked = checkExport(flags); !asked) return tl::make_unexpected(asked.error());
    const Result<const EngineData*> data = shippedEngine();
    if (!data) return tl::make_unexpected(data.error());
    Result<OpenedProject> opened = openProject(flags.file);
    if (!opened) return tl::make_unexpected(opened.error());
    Project project = std::move(opened->project);
    if (!flags.asOf.empty()) project.asOf = flags.asOf;
    Node::Array written;
    if (!flags.bom.empty()) {
        const Result<ScenarioPtr> scenario = buildScenario(project, flags.scenario);
        if (!scenario) return tl::make_unexpected(scenario.error());
        const Bom bom = billOfMaterials(project, **scenario, **data, {}, true);
        const Result<std::string> text = bomText(bom, flags.bom);
        if (!text) return tl::make_unexpected(text.error());
        if (const Result<void> done = writeFileAtomically(flags.bom, *text); !done) return tl::make_unexpected(done.error());
        written.push_back(Node::Object{{"file", flags.bom}, {"lines", std::ssize(bom.lines)}});
    }
    if (!flags.json.empty()) {
        AssessOptions options;
        options.scenario = flags.scenario;
        const Assessment assessment = assess(project, **data, options);
        if (const Result<void> done = writeFileAtomically(flags.json, assessmentJson(assessment)); !done)
            return tl::make_unexpected(done.error());
        written.push_back(Node::Object{{"file", flags.json}, {"scenarios", std::ssize(assessment.scenarios)}});
    }
    return printed(Node{std::move(written)}, format);
}

/// What is understood of a config.json.
Result<Answer> importConfig(const std::string& file, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const Result<Architecture> a = architectureNamed(**catalog, file);
    if (!a) return tl::make_unexpected(a.error());
    const ParameterCount count = countParameters(*a);
    Node::Array missing;
    for (const std::string& name : a->missing) missing.push_back(name);
    return printed(
        Node::Object{{"id", a->id}, {"kind", a->kind}, {"layers", a->layers}, {"hidden", a->hidden}, {"ffn_hidden", a->ffnHidden},
            {"heads", a->heads}, {"kv_heads", a->kvHeads}, {"head_dim", a->headDim}, {"vocab", a->vocab}, {"max_context", a->maxContext},
            {"experts", a->experts}, {"experts_per_token", a->expertsPerToken}, {"moe_ffn_hidden", a->moeFfnHidden},
            {"sliding_window", a->slidingWindow}, {"kv_lora_rank", a->kvLoraRank}, {"tied_embeddings", a->tiedEmbeddings},
            {"params_b", count.total() / 1e9}, {"active_params_b", count.activeTotal / 1e9},
            {"kv_bytes_per_token_16bit", cacheShape(*a, 2).growingBytesPerToken}, {"missing", missing}},
        format);
}

/// Commands whose area comes later: they say so.
void addLater(Commands& commands, const std::string& name, CLI::App* parent = nullptr)
{
    const std::string full = (parent ? parent->get_name() + ' ' : std::string{}) + name;
    commands
        .add(
            name, "Not there yet",
            [full](Format) -> Result<Answer> {
                return fail("CLI-NOT-YET", {{"what", full}});
            },
            parent)
        ->allow_extras();
}

} // namespace

void addExchangeCommands(Commands& commands)
{
    auto flags = std::make_shared<ExportFlags>();
    CLI::App* exporter = commands.add(
        "export", "Write the bill of materials or the assessment to a file", [flags](Format f) { return runExport(*flags, f); });
    exporter->add_option("FILE", flags->file, "the project")->required();
    exporter->add_option("--scenario", flags->scenario, "the first that builds something when left out");
    exporter->add_option("--bom", flags->bom, "bill of materials: .csv or .json");
    exporter->add_option("--json", flags->json, "the whole assessment");
    exporter->add_option("--as-of", flags->asOf, "date at which prices count");
    for (const auto& [name, target] : {std::pair{"--elevation", &flags->elevation}, {"--report", &flags->report},
             {"--cables", &flags->cables}, {"--netbox", &flags->netbox}})
        exporter->add_option(name, *target, "not there yet");

    CLI::App* importer = commands.group("import", "Read what others wrote");
    auto config = std::make_shared<std::string>();
    commands
        .add(
            "config", "A model's shape from a Hugging Face config.json", [config](Format f) { return importConfig(*config, f); }, importer)
        ->add_option("CONFIG", *config, "the file")
        ->required();
    for (const char* name : {"netbox", "prices", "trace"}) addLater(commands, name, importer);
    for (const char* name : {"diff", "size", "collective", "storage", "power", "cooling", "failover", "cost", "cloud", "prices", "bench"})
        addLater(commands, name);
}

} // namespace rackwright::cli
