#include "core/design/templates.h"

#include "core/design/edit.h"
#include "core/design/edit_script.h"
#include "core/design/edit_text.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rackwright {

namespace {

constexpr std::string_view extension = ".edit";

std::optional<std::string> contentOf(const std::filesystem::path& file)
{
    std::ifstream in{file, std::ios::binary};
    if (!in) return std::nullopt;
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    return in.bad() ? std::nullopt : std::optional{std::move(text)};
}

/// The first comment line without its marks.
std::string titleOf(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find('\n'));
    const auto start = first.find_first_not_of("# ");
    return first.starts_with('#') && start != std::string_view::npos ? std::string{first.substr(start)} : std::string{};
}

bool isDate(std::string_view text)
{
    const auto digits = [&](std::size_t from, std::size_t count) {
        int value = 0;
        for (const char c : text.substr(from, count)) {
            if (c < '0' || c > '9') return -1;
            value = value * 10 + (c - '0');
        }
        return value;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const int year = digits(0, 4), month = digits(5, 2), day = digits(8, 2);
    if (year < 1970 || month < 1 || month > 12 || day < 1) return false;
    constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

Result<std::string> scriptOf(const std::string& name)
{
    const std::vector<Template> templates = listTemplates();
    const auto found = std::ranges::find(templates, name, &Template::name);
    if (found == templates.end()) {
        std::vector<std::string_view> names;
        for (const Template& each : templates) names.push_back(each.name);
        return fail("TEMPLATE-UNKNOWN", {{"found", name}, {"wanted", edit::joined(names)}, {"nearest", edit::nearestOf(name, names)}});
    }
    std::optional<std::string> text = contentOf(found->file);
    if (!text) return fail("TEMPLATE-UNREADABLE", {{"file", found->file.string()}});
    return std::move(*text);
}

/// One site, one room, one scenario: a place for the first rack.
Result<Project> furnished(Result<Project> project, const Catalog& catalog)
{
    if (project) project = edit::site(*project, {"Site", {}}, catalog);
    if (project) project = edit::room(*project, {"Room", {}, {}}, catalog);
    if (project) project = edit::scenario(*project, {"Own", {}, {}, {}}, catalog);
    return project;
}

} // namespace

std::filesystem::path resourcesFolder()
{
    if (const char* named = std::getenv("RACKWRIGHT_RESOURCES"); named && *named) return named;
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
        const std::filesystem::path installed = program.parent_path().parent_path() / "share/rackwright";
        if (std::filesystem::is_directory(installed / "templates", error)) return installed;
    }
    return std::filesystem::path{RACKWRIGHT_SOURCE_DIR} / "resources";
}

std::vector<Template> listTemplates(const std::filesystem::path& resources)
{
    std::vector<Template> templates;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{resources / "templates", error}) {
        if (entry.path().extension() != extension) continue;
        const std::optional<std::string> text = contentOf(entry.path());
        if (text) templates.push_back({entry.path().stem().string(), titleOf(*text), entry.path()});
    }
    std::ranges::sort(templates, {}, &Template::name);
    return templates;
}

Result<Project> newProject(
    std::string id, std::string name, std::string asOf, const std::optional<std::string>& templateName, const Catalog& catalog)
{
    if (!isDate(asOf)) return fail("NEW-BAD-DATE", {{"found", asOf}, {"wanted", "a date like 2026-12-01"}});
    for (const auto& [kind, text] : {std::pair{"project id", &id}, std::pair{"project", &name}})
        if (const Result<void> good = edit::checkName(kind, *text); !good) return Unexpected{good.error()};
    Project project;
    project.id = std::move(id);
    project.name = std::move(name);
    project.asOf = std::move(asOf);
    if (!templateName) return furnished(std::move(project), catalog);
    const Result<std::string> script = scriptOf(*templateName);
    if (!script) return Unexpected{script.error()};
    Result<Project> made = applyScript(project, *script, catalog);
    if (!made) return Unexpected{made.error().with("template", *templateName)};
    return made;
}

} // namespace rackwright
