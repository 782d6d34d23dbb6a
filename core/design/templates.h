// New projects, empty or from a template: an edit script in resources/templates.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/error.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct Template {
    std::string name; ///< "superpod-h100-1su"
    std::string title; ///< the first comment line of the script
    std::filesystem::path file;
};

/// The resources that ship: $RACKWRIGHT_RESOURCES, else ../share/rackwright beside the program, else the source tree.
[[nodiscard]] std::filesystem::path resourcesFolder();
/// Sorted by name; empty when there is no folder.
[[nodiscard]] std::vector<Template> listTemplates(const std::filesystem::path& resources = resourcesFolder());

/// A project with one site, one room and the scenario "Own", or what the template makes. `asOf` is an ISO date.
/// Errors: TEMPLATE-UNKNOWN (found, wanted, nearest), TEMPLATE-UNREADABLE (file), NEW-BAD-DATE (found, wanted), and those of the script.
Result<Project> newProject(
    std::string id, std::string name, std::string asOf, const std::optional<std::string>& templateName, const Catalog& catalog);

} // namespace rackwright
