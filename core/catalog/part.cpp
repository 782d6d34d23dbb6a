#include "core/catalog/part.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::array<std::pair<PartKind, std::string_view>, partKindCount> tables{{
    {PartKind::accelerator, "accelerators"},
    {PartKind::cpu, "cpus"},
    {PartKind::server, "servers"},
    {PartKind::rack, "racks"},
    {PartKind::switchUnit, "switches"},
    {PartKind::nic, "nics"},
    {PartKind::cable, "cables"},
    {PartKind::storage, "storage"},
    {PartKind::cooling, "cooling"},
    {PartKind::powerUnit, "power_units"},
    {PartKind::cxlMemory, "cxl_memory"},
    {PartKind::model, "models"},
    {PartKind::region, "energy_regions"},
    {PartKind::cloudInstance, "cloud_instances"},
}};

constexpr std::array<std::pair<PortRole, std::string_view>, 6> roles{{
    {PortRole::compute, "compute"},
    {PortRole::storage, "storage"},
    {PortRole::inBand, "in-band"},
    {PortRole::outOfBand, "out-of-band"},
    {PortRole::fabric, "fabric"},
    {PortRole::scaleUp, "scale-up"},
}};

} // namespace

std::string_view tableOf(PartKind kind)
{
    return std::ranges::find(tables, kind, &std::pair<PartKind, std::string_view>::first)->second;
}

std::optional<PartKind> partKindOfTable(std::string_view table)
{
    const auto found = std::ranges::find(tables, table, &std::pair<PartKind, std::string_view>::second);
    return found == tables.end() ? std::nullopt : std::optional{found->first};
}

std::string_view toText(PortRole role)
{
    return std::ranges::find(roles, role, &std::pair<PortRole, std::string_view>::first)->second;
}

std::optional<PortRole> portRoleOf(std::string_view text)
{
    const auto found = std::ranges::find(roles, text, &std::pair<PortRole, std::string_view>::second);
    return found == roles.end() ? std::nullopt : std::optional{found->first};
}

const PartValue* Part::find(std::string_view column) const
{
    const auto found = std::ranges::lower_bound(values, column, {}, &PartValue::column);
    return found != values.end() && found->column == column ? &*found : nullptr;
}

std::optional<double> Part::number(std::string_view column) const
{
    const PartValue* stated = find(column);
    if (!stated) return std::nullopt;
    double value = 0;
    const char* end = stated->value.data() + stated->value.size();
    const auto [stop, error] = std::from_chars(stated->value.data(), end, value);
    return error == std::errc{} && stop == end && std::isfinite(value) ? std::optional{value} : std::nullopt;
}

std::string_view Part::text(std::string_view column) const
{
    const PartValue* stated = find(column);
    return stated ? std::string_view{stated->value} : std::string_view{};
}

const Provenance* Part::provenanceOf(std::string_view column) const
{
    const PartValue* stated = find(column);
    return stated && stated->provenance < provenances.size() ? &provenances[stated->provenance] : nullptr;
}

std::string_view Part::sourceOf(std::string_view column) const
{
    const Provenance* provenance = provenanceOf(column);
    return provenance ? std::string_view{provenance->source} : std::string_view{};
}

std::string Part::displayName() const
{
    const std::string_view vendor = text("vendor");
    const std::string_view model = text("model").empty() ? text("name") : text("model");
    if (model.empty()) return id;
    return vendor.empty() ? std::string{model} : std::string{vendor} + ' ' + std::string{model};
}

} // namespace rackwright
