// The parts of a project while it is edited: looks a part up, and copies what is used with all that it depends on.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/error.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rackwright::edit {

class PartBook {
public:
    PartBook(const Project& project, const Catalog& catalog) : catalog_{catalog}, parts_{project.parts} { }

    /// The project's own copy, else the catalog's row; null when neither has it.
    [[nodiscard]] PartPtr find(PartKind kind, std::string_view id) const;
    /// Of any kind that can be bought. EDIT-NO-PART (found, nearest).
    [[nodiscard]] Result<PartPtr> require(std::string_view id) const;
    [[nodiscard]] Result<PartPtr> require(PartKind kind, std::string_view id) const;
    /// The project's own part of a placement or rack; never null for a sound project.
    [[nodiscard]] PartPtr own(std::string_view id) const;

    /// Copies the part and its dependencies: accelerator, CPU and NICs of a server, accelerator of an instance.
    void use(const PartPtr& part);
    /// The instances of a type in all regions, with their accelerator. EDIT-NO-PART when the catalog sells none.
    Result<void> useInstances(std::string_view provider, std::string_view instanceType);
    /// Every cable that can end in a port of this form, and the fibre trunks.
    void useCablesFor(std::string_view portForm);

    [[nodiscard]] const Catalog& catalog() const { return catalog_; }
    [[nodiscard]] const std::shared_ptr<const PartSnapshot>& parts() const { return parts_; }

private:
    [[nodiscard]] bool holds(const Part& part) const;
    void add(const PartPtr& part);
    void useAliases(std::string_view table, const Part& part, std::string_view column);

    const Catalog& catalog_;
    std::shared_ptr<const PartSnapshot> parts_;
    std::shared_ptr<PartSnapshot> own_; ///< parts_ once something was added
    mutable std::unordered_map<std::string, PartPtr> found_; ///< of `own`
    std::set<std::string, std::less<>> cabled_; ///< families of plugs whose cables are copied
};

} // namespace rackwright::edit
