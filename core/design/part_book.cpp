#include "core/design/part_book.h"

#include "core/design/edit_text.h"
#include "core/design/mounting.h"

#include <array>

namespace rackwright::edit {

namespace {

constexpr std::array buyable{PartKind::server, PartKind::switchUnit, PartKind::accelerator, PartKind::storage, PartKind::cooling,
    PartKind::powerUnit, PartKind::nic, PartKind::rack, PartKind::cxlMemory, PartKind::cable, PartKind::cpu};

Unexpected noPart(std::string_view id, const Catalog& catalog)
{
    const std::vector<std::string> similar = catalog.similarIds(id);
    return fail("EDIT-NO-PART", {{"found", std::string{id}}, {"nearest", joined(similar)}});
}

/// "OSFP-2x400G" and "OSFP-400G" are one family of plugs; speeds and splits are judged when the media are chosen.
std::string_view familyOf(std::string_view form)
{
    return form.substr(0, form.find_first_of("-/ "));
}

} // namespace

PartPtr PartBook::find(PartKind kind, std::string_view id) const
{
    const auto held = parts_->find({kind, std::string{id}});
    return held != parts_->end() ? held->second : catalog_.find(kind, id);
}

PartPtr PartBook::own(std::string_view id) const
{
    std::string key{id};
    if (const auto known = found_.find(key); known != found_.end()) return known->second;
    for (const PartKind kind : buyable) {
        const auto held = parts_->find({kind, key});
        if (held != parts_->end()) return found_.emplace(std::move(key), held->second).first->second;
    }
    return nullptr;
}

Result<PartPtr> PartBook::require(std::string_view id) const
{
    if (PartPtr held = own(id)) return held;
    for (const PartKind kind : buyable)
        if (PartPtr found = catalog_.find(kind, id)) return found;
    return noPart(id, catalog_);
}

Result<PartPtr> PartBook::require(PartKind kind, std::string_view id) const
{
    if (PartPtr found = find(kind, id)) return found;
    return noPart(id, catalog_);
}

bool PartBook::holds(const Part& part) const
{
    return parts_->contains({part.kind, part.id});
}

void PartBook::add(const PartPtr& part)
{
    if (!own_) {
        own_ = std::make_shared<PartSnapshot>(*parts_);
        parts_ = own_;
    }
    own_->emplace(std::pair{part->kind, part->id}, part);
}

void PartBook::useAliases(std::string_view table, const Part& part, std::string_view column)
{
    const std::string_view name = part.text(column);
    if (name.empty()) return;
    for (const Alias& alias : catalog_.resolve(table, column, name)) {
        const std::optional<PartKind> kind = partKindOfTable(alias.targetTable);
        if (!kind || alias.targetId.empty()) continue;
        if (const PartPtr target = catalog_.find(*kind, alias.targetId)) use(target);
    }
}

void PartBook::use(const PartPtr& part)
{
    if (holds(*part)) return;
    add(part);
    if (part->kind == PartKind::server) {
        if (const PartPtr accelerator = find(PartKind::accelerator, part->text("accelerator_id"))) use(accelerator);
        for (const std::string_view column : {"cpu_model", "compute_nics", "storage_nics"}) useAliases("servers", *part, column);
    }
    if (part->kind == PartKind::cloudInstance)
        if (const PartPtr accelerator = acceleratorOfInstance(*part, catalog_)) use(accelerator);
}

Result<void> PartBook::useInstances(std::string_view provider, std::string_view instanceType)
{
    const auto isMeant = [&](const Part& part) { return part.text("provider") == provider && part.text("instance_type") == instanceType; };
    bool found = false;
    for (const PartPtr& instance : catalog_.parts(PartKind::cloudInstance))
        if (isMeant(*instance)) use(instance), found = true;
    for (const auto& [key, part] : *parts_)
        if (key.first == PartKind::cloudInstance && isMeant(*part)) found = true;
    if (found) return {};
    std::vector<std::string_view> sold;
    for (const PartPtr& instance : catalog_.parts(PartKind::cloudInstance))
        if (instance->text("provider") == provider) sold.push_back(instance->text("instance_type"));
    return fail(
        "EDIT-NO-PART", {{"found", std::string{provider} + ' ' + std::string{instanceType}}, {"nearest", nearestOf(instanceType, sold)}});
}

void PartBook::useCablesFor(std::string_view portForm)
{
    const std::string_view family = familyOf(portForm);
    if (!cabled_.emplace(family).second) return;
    for (const PartPtr& cable : catalog_.parts(PartKind::cable)) {
        const bool ends = familyOf(cable->text("form_a")) == family || familyOf(cable->text("form_b")) == family;
        if (ends || cable->text("kind") == "fibre trunk") use(cable);
    }
}

} // namespace rackwright::edit
