#include "core/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <numeric>

namespace rackwright {

namespace {

/// Edits (insert, delete, replace) from one text to the other, letters of any case alike; Levenshtein 1966.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    const auto same = [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (same(a[i], b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

Catalog Catalog::fromParts(std::vector<Part> parts, std::vector<EstimateRule> estimates, std::vector<CostFigure> costs)
{
    Catalog catalog;
    for (Part& part : parts) catalog.add(std::make_shared<const Part>(std::move(part)));
    catalog.estimates_ = std::move(estimates);
    for (std::size_t i = 0; i < costs.size(); ++i) catalog.costById_.emplace(costs[i].id, i);
    catalog.costs_ = std::move(costs);
    return catalog;
}

void Catalog::add(PartPtr part)
{
    (part->kind == PartKind::cloudInstance ? cloudById_ : byId_).emplace(part->id, part);
    byKind_[static_cast<std::size_t>(part->kind)].push_back(std::move(part));
}

std::filesystem::path Catalog::defaultFolder()
{
    if (const char* named = std::getenv("RACKWRIGHT_CATALOG"); named && *named) return named;
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
        const std::filesystem::path installed = program.parent_path().parent_path() / "share/rackwright/catalog";
        if (std::filesystem::is_regular_file(installed / "schema.csv", error)) return installed;
    }
    return std::filesystem::path{RACKWRIGHT_SOURCE_DIR} / "catalog";
}

PartPtr Catalog::find(std::string_view id) const
{
    const auto found = byId_.find(id);
    return found == byId_.end() ? nullptr : found->second;
}

PartPtr Catalog::find(PartKind kind, std::string_view id) const
{
    const auto& index = kind == PartKind::cloudInstance ? cloudById_ : byId_;
    const auto found = index.find(id);
    return found != index.end() && found->second->kind == kind ? found->second : nullptr;
}

const std::vector<PartPtr>& Catalog::parts(PartKind kind) const
{
    return byKind_[static_cast<std::size_t>(kind)];
}

const CostFigure* Catalog::cost(std::string_view id) const
{
    const auto found = costById_.find(id);
    return found == costById_.end() ? nullptr : &costs_[found->second];
}

std::vector<Alias> Catalog::resolve(std::string_view table, std::string_view column, std::string_view value) const
{
    const auto found = aliases_.find(fmt::format("{}\n{}\n{}", table, column, value));
    return found == aliases_.end() ? std::vector<Alias>{} : found->second;
}

const Place* Catalog::energyRegionPlace(std::string_view regionId) const
{
    const auto found = places_.find(fmt::format("energy_region\n\n{}", regionId));
    return found == places_.end() ? nullptr : &found->second;
}

const Place* Catalog::cloudRegionPlace(std::string_view provider, std::string_view region) const
{
    const auto found = places_.find(fmt::format("cloud_region\n{}\n{}", provider, region));
    return found == places_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalog::similarIds(std::string_view id, std::size_t limit) const
{
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const auto& [known, part] : byId_) {
        const bool contained = id.size() >= 3 && known.find(id) != std::string::npos;
        const std::size_t distance = contained ? 1 : editDistance(id, known);
        if (distance <= std::max<std::size_t>(2, id.size() / 2)) near.emplace_back(distance, known);
    }
    std::ranges::sort(near);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < std::min(limit, near.size()); ++i) ids.emplace_back(near[i].second);
    return ids;
}

} // namespace rackwright
