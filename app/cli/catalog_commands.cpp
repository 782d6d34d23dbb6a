// catalog, models: what ships, and whether it is plausible.

#include "app/cli/command.h"
#include "app/cli/job.h"

#include "core/catalog/check.h"
#include "core/catalog/estimate.h"
#include "core/workload/architecture.h"
#include "ui/text/sentence.h"

#include <array>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace rackwright::cli {

namespace {

constexpr std::array partKinds{PartKind::accelerator, PartKind::cpu, PartKind::server, PartKind::rack, PartKind::switchUnit, PartKind::nic,
    PartKind::cable, PartKind::storage, PartKind::cooling, PartKind::powerUnit, PartKind::cxlMemory};

Result<std::vector<PartKind>> kindsOf(const std::string& kind)
{
    if (kind.empty()) return std::vector<PartKind>{partKinds.begin(), partKinds.end()};
    if (const auto found = partKindOfTable(kind)) return std::vector{*found};
    std::string wanted;
    for (const PartKind each : partKinds) wanted += (wanted.empty() ? "" : ", ") + std::string{tableOf(each)};
    return fail("CLI-UNKNOWN-KIND", {{"found", kind}, {"wanted", wanted}});
}

Result<Answer> listParts(const std::string& kind, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const Result<std::vector<PartKind>> kinds = kindsOf(kind);
    if (!kinds) return tl::make_unexpected(kinds.error());
    Node::Array rows;
    for (const PartKind each : *kinds)
        for (const PartPtr& part : (*catalog)->parts(each)) {
            const Quantity<> price = priceOf(*part, **catalog, false).value;
            rows.push_back(Node::Object{{"kind", tableOf(each)}, {"id", part->id}, {"name", part->displayName()}, {"price_usd", price}});
        }
    return printed(Node{std::move(rows)}, format);
}

/// All that is stated of a part, each value with its source; then what class rules would fill in.
Result<Answer> showPart(const std::string& id, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const Result<PartPtr> part = partNamed(**catalog, id);
    if (!part) return tl::make_unexpected(part.error());
    Node::Array values, prices, ports, bays;
    for (const PartValue& value : (*part)->values) {
        const Provenance& from = (*part)->provenances.at(value.provenance);
        values.push_back(Node::Object{
            {"column", value.column}, {"value", value.value}, {"kind", from.kind}, {"date", from.date}, {"source", from.source}});
    }
    const auto optional = [](const std::optional<double>& number) { return number ? Node{*number} : Node{}; };
    for (const Price& price : (*part)->prices)
        prices.push_back(Node::Object{{"low_usd", optional(price.lowUsd)}, {"typical_usd", optional(price.typicalUsd)},
            {"high_usd", optional(price.highUsd)}, {"unit", price.unit}, {"basis", price.basis}, {"date", price.date},
            {"confidence", price.confidence}, {"source", price.source}});
    for (const PortGroup& port : (*part)->ports)
        ports.push_back(Node::Object{
            {"name", port.name}, {"count", port.count}, {"speed_gbps", port.speedGbps}, {"form", port.form}, {"role", toText(port.role)}});
    for (const BayGroup& bay : (*part)->bays)
        bays.push_back(Node::Object{{"name", bay.name}, {"count", bay.count}, {"form", bay.form}, {"max_w", optional(bay.maxPowerW)}});
    return printed(Node::Object{{"id", (*part)->id}, {"kind", tableOf((*part)->kind)}, {"name", (*part)->displayName()}, {"values", values},
                       {"prices", prices}, {"ports", ports}, {"bays", bays}},
        format);
}

Result<Answer> checkShipped(const std::string& folder, Format format)
{
    std::vector<Error> doubts;
    const std::vector<Error> problems = checkCatalog(folder.empty() ? Catalog::defaultFolder() : std::filesystem::path{folder}, &doubts);
    Node::Array rows;
    for (const auto& [severity, list] : {std::pair{"error", &problems}, std::pair{"doubt", &std::as_const(doubts)}})
        for (const Error& problem : *list)
            rows.push_back(Node::Object{{"severity", severity}, {"code", problem.code}, {"problem", sentenceOf(problem)}});
    const int exitCode = problems.empty() ? allWell : badInput;
    if (format != Format::text) return printed(Node{std::move(rows)}, format, exitCode);
    Answer answer = printed(Node{std::move(rows)}, format, exitCode);
    answer.text += fmt::format("{} errors, {} doubts\n", problems.size(), doubts.size());
    return answer;
}

Node rowOf(const std::string& id, const std::string& name, const Result<Architecture>& architecture)
{
    Node parameters, active, cache, context;
    if (architecture) {
        const ParameterCount count = countParameters(*architecture);
        parameters = count.total() / 1e9;
        active = count.activeTotal / 1e9;
        if (hasCache(*architecture)) cache = cacheShape(*architecture, 2).growingBytesPerToken;
        if (architecture->maxContext > 0) context = architecture->maxContext;
    }
    return Node::Object{{"id", id}, {"name", name}, {"kind", architecture ? Node{architecture->kind} : Node{}}, {"params_b", parameters},
        {"active_params_b", active}, {"kv_bytes_per_token_16bit", cache}, {"max_context", context}};
}

Result<Answer> listModels(Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    Node::Array rows;
    for (const PartPtr& model : (*catalog)->parts(PartKind::model))
        rows.push_back(rowOf(model->id, model->displayName(), architectureOf(*model)));
    return printed(Node{std::move(rows)}, format);
}

Result<Answer> showModel(const std::string& id, Format format)
{
    const Result<const Catalog*> catalog = shippedCatalog();
    if (!catalog) return tl::make_unexpected(catalog.error());
    const Result<Architecture> architecture = architectureNamed(**catalog, id);
    if (!architecture) return tl::make_unexpected(architecture.error());
    return printed(rowOf(id, id, architecture), format);
}

} // namespace

void addCatalogCommands(Commands& commands)
{
    CLI::App* catalog = commands.group("catalog", "What parts ship with the program");
    auto kind = std::make_shared<std::string>();
    commands
        .add(
            "list", "List parts", [kind](Format f) { return listParts(*kind, f); }, catalog)
        ->add_option("--kind", *kind, "one table: accelerators, servers, switches, …");
    auto id = std::make_shared<std::string>();
    commands
        .add(
            "show", "Show all that is stated of a part, with sources", [id](Format f) { return showPart(*id, f); }, catalog)
        ->add_option("ID", *id, "the part")
        ->required();
    auto folder = std::make_shared<std::string>();
    commands
        .add(
            "check", "Check tables for schema and plausibility", [folder](Format f) { return checkShipped(*folder, f); }, catalog)
        ->add_option("FOLDER", *folder, "a catalog folder; the shipped one when left out");

    CLI::App* models = commands.group("models", "What models ship with the program");
    commands.add("list", "List models", listModels, models);
    auto model = std::make_shared<std::string>();
    commands
        .add(
            "show", "Show what follows from a model's shape", [model](Format f) { return showModel(*model, f); }, models)
        ->add_option("MODEL", *model, "a model id, or a Hugging Face config.json")
        ->required();
}

} // namespace rackwright::cli
