#include "core/catalog/loader.h"

#include "core/catalog/cell.h"
#include "core/catalog/price_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace rackwright {

namespace {

using Names = std::vector<std::string_view>;

/// Tables whose rows are parts, with the column that says of what kind the figures are (spec, estimate …).
struct PartTable {
    std::string_view table;
    PartKind kind;
    std::string_view idColumn, figureKindColumn, dateColumn;
};

constexpr std::array<PartTable, 15> partTables{{
    {"accelerators", PartKind::accelerator, "id", "kind", ""},
    {"cpus", PartKind::cpu, "id", "kind", ""},
    {"servers", PartKind::server, "id", "kind", ""},
    {"racks", PartKind::rack, "id", "kind", ""},
    {"switches", PartKind::switchUnit, "id", "kind", ""},
    {"nics", PartKind::nic, "id", "kind", ""},
    {"cables", PartKind::cable, "id", "kind_of_figure", ""},
    {"storage", PartKind::storage, "id", "kind_of_figure", ""},
    {"cooling", PartKind::cooling, "id", "kind_of_figure", ""},
    {"power_units", PartKind::powerUnit, "id", "kind_of_figure", ""},
    {"cxl_memory", PartKind::cxlMemory, "id", "kind", ""},
    {"models", PartKind::model, "id", "kind_of_source", ""},
    {"model_shapes", PartKind::model, "id", "", ""},
    {"energy_regions", PartKind::region, "region_id", "", ""},
    {"cloud_instances", PartKind::cloudInstance, "", "price_kind", "price_date"},
}};

/// Tables that say more about parts, or stand beside them; and what makes a row of them unique.
struct SideTable {
    std::string_view table;
    std::array<std::string_view, 7> identity;
};

constexpr std::array<SideTable, 11> sideTables{{
    {"attributes", {"file", "part_id", "attribute"}},
    {"cell_sources", {"file", "part_id", "column"}},
    {"prices", {"file", "part_id", "unit", "basis", "price_date", "confidence", "source"}},
    {"ports", {"part", "name"}},
    {"bays", {"part", "name"}},
    {"inlets", {"part", "connector"}},
    {"outlets", {"part", "connector"}},
    {"estimates", {"id"}},
    {"onprem_costs", {"id"}},
    {"places", {"kind", "provider", "region"}},
    {"aliases", {"table", "column", "value", "refers_to_file", "refers_to_id"}},
}};

/// Cells whose date or basis another column of the row holds.
struct CellNote {
    std::string_view table, column, noteColumn;
    bool isDate;
};

constexpr std::array<CellNote, 5> cellNotes{{
    {"servers", "max_power_w", "max_power_basis", false},
    {"servers", "typical_power_w", "typical_power_basis", false},
    {"energy_regions", "industrial_price_usd_per_kwh", "price_date", true},
    {"energy_regions", "price_check_usd_per_kwh", "price_check_date", true},
    {"energy_regions", "grid_g_co2_per_kwh", "carbon_date", true},
}};

Names identityOf(const SideTable& table)
{
    Names names;
    std::ranges::copy_if(table.identity, std::back_inserter(names), [](std::string_view name) { return !name.empty(); });
    return names;
}

std::uint32_t provenanceIndex(Part& part, Provenance provenance)
{
    const auto found = std::ranges::find(part.provenances, provenance);
    const auto index = static_cast<std::uint32_t>(found - part.provenances.begin());
    if (found == part.provenances.end()) part.provenances.push_back(std::move(provenance));
    return index;
}

PartValue* valueIn(Part& part, std::string_view column)
{
    const auto found = std::ranges::lower_bound(part.values, column, {}, &PartValue::column);
    return found != part.values.end() && found->column == column ? &*found : nullptr;
}

/// "derived: 1.8 x sum(TDP)" is derived.
std::string kindOfBasis(std::string_view basis)
{
    return std::string{basis.substr(0, basis.find_first_of(": "))};
}

} // namespace

class CatalogLoader {
public:
    CatalogLoader(std::filesystem::path folder, LoadScope scope) : folder_{std::move(folder)}, scope_{scope} { }

    LoadedCatalog load()
    {
        if (!readSchema()) return std::move(loaded_);
        readTables();
        for (const PartTable& table : partTables) addParts(table);
        nameCloudInstances();
        for (const SideTable& side : sideTables)
            if (const CsvTable* table = find(side.table)) checkUnique(*table, identityOf(side), loaded_.problems);
        checkAllReferences();
        addAttributes();
        addCellSources();
        addPorts();
        addBays();
        addPowerEnds();
        addPrices();
        addEstimates();
        addCosts();
        addPlaces();
        addAliases();
        for (std::shared_ptr<Part>& part : parts_) {
            sortPrices(part->prices);
            loaded_.catalog.add(std::move(part));
        }
        return std::move(loaded_);
    }

private:
    [[nodiscard]] const CsvTable* find(std::string_view table) const
    {
        const auto found = loaded_.tables.find(table);
        return found == loaded_.tables.end() ? nullptr : &found->second;
    }

    bool readSchema()
    {
        auto table = readCsv(folder_ / "schema.csv", "schema.csv");
        auto schema = table ? Schema::read(*table) : Result<Schema>{tl::unexpected{table.error()}};
        if (!schema) {
            loaded_.problems.push_back(schema.error());
            return false;
        }
        loaded_.schema = std::move(*schema);
        const auto need = [&](std::string_view name) {
            if (!loaded_.schema.find(name))
                loaded_.problems.push_back(
                    {"CATALOG-NO-TABLE", {{"file", "schema.csv"}, {"found", "no columns"}, {"wanted", fmt::format("the table {}", name)}}});
        };
        for (const PartTable& part : partTables) need(part.table);
        for (const SideTable& side : sideTables) need(side.table);
        return true;
    }

    [[nodiscard]] bool isWanted(std::string_view table) const
    {
        if (table == "schema") return false;
        return scope_ == LoadScope::everything || std::ranges::find(partTables, table, &PartTable::table) != partTables.end()
            || std::ranges::find(sideTables, table, &SideTable::table) != sideTables.end();
    }

    void readTables()
    {
        for (const TableRule& rule : loaded_.schema.tables()) {
            if (!isWanted(rule.table)) continue;
            const std::string file = rule.table + ".csv";
            auto table = readCsv(folder_ / file, file);
            if (!table)
                loaded_.problems.push_back(table.error());
            else if (checkCells(*table, rule, loaded_.problems))
                loaded_.tables.emplace(rule.table, std::move(*table));
        }
    }

    void addParts(const PartTable& source)
    {
        const CsvTable* table = find(source.table);
        if (!table) return;
        std::vector<std::size_t> order(table->columns());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t column) { return table->header()[column]; });
        const bool keepsKind = source.kind == PartKind::cloudInstance;
        std::erase_if(order, [&](std::size_t column) {
            const std::string_view name = table->header()[column];
            return name == source.idColumn || name == "source" || (name == source.figureKindColumn && !keepsKind);
        });
        for (std::size_t row = 0; row < table->rows(); ++row) {
            auto part = std::make_shared<Part>();
            part->kind = source.kind;
            part->id = source.idColumn.empty() ? std::string{} : std::string{table->cell(row, source.idColumn)};
            part->provenances.push_back({std::string{table->cell(row, source.figureKindColumn)}, std::string{table->cell(row, "source")},
                std::string{table->cell(row, source.dateColumn)}});
            for (const std::size_t column : order)
                if (const std::string_view cell = table->cell(row, column); !cell.empty())
                    part->values.push_back({std::string{table->header()[column]}, std::string{cell}, 0});
            noteCells(*part, *table, row, source.table);
            if (!source.idColumn.empty()) index(part, source.table, *table, row);
            parts_.push_back(std::move(part));
        }
    }

    void noteCells(Part& part, const CsvTable& table, std::size_t row, std::string_view name)
    {
        for (const CellNote& note : cellNotes) {
            const std::string_view text = note.table == name ? table.cell(row, note.noteColumn) : std::string_view{};
            PartValue* value = text.empty() ? nullptr : valueIn(part, note.column);
            if (!value) continue;
            Provenance provenance = part.provenances[0];
            if (note.isDate)
                provenance.date = text;
            else
                provenance.kind = kindOfBasis(text), provenance.source = fmt::format("{} | {}", text, provenance.source);
            value->provenance = provenanceIndex(part, std::move(provenance));
        }
        for (const std::string_view column : piecesIn(table.cell(row, "unsourced_columns"))) {
            if (column == "all")
                part.provenances[0].kind = "unsourced";
            else if (PartValue* value = valueIn(part, column))
                value->provenance = provenanceIndex(part, {"unsourced", "general knowledge, no document", {}});
        }
    }

    void index(const std::shared_ptr<Part>& part, std::string_view name, const CsvTable& table, std::size_t row)
    {
        const auto [first, isNew] = partById_.try_emplace(part->id, Row{part.get(), name, &table, row});
        if (isNew) return;
        Error error = cellError(table, row, idColumnOf(name), "CATALOG-DUPLICATE", "each id once over all tables of parts");
        error.args.emplace_back("other_file", first->second.table->file());
        error.args.emplace_back("other_line", std::to_string(first->second.table->line(first->second.row)));
        loaded_.problems.push_back(std::move(error));
    }

    /// provider/type/region, and where several rows share that, what sets them apart. The order of the rows does not matter.
    void nameCloudInstances()
    {
        const CsvTable* table = find("cloud_instances");
        if (!table) return;
        const std::size_t first = parts_.size() - table->rows();
        const std::span<std::shared_ptr<Part>> instances{parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end()};
        const std::array<Names, 4> steps{Names{"provider", "instance_type", "region"}, Names{"accelerators", "accelerator_id"},
            Names{"price_kind"}, Names{"price_date"}};
        std::vector<std::size_t> unnamed(instances.size());
        std::iota(unnamed.begin(), unnamed.end(), std::size_t{0});
        for (const Names& columns : steps) {
            std::unordered_map<std::string_view, int> uses;
            for (const std::size_t i : unnamed) {
                std::string& id = instances[i]->id;
                for (const std::string_view column : columns) id += fmt::format("{}{}", id.empty() ? "" : "/", instances[i]->text(column));
            }
            for (const std::size_t i : unnamed) ++uses[instances[i]->id];
            std::erase_if(unnamed, [&](std::size_t i) { return uses[instances[i]->id] == 1; });
        }
        std::unordered_map<std::string_view, std::size_t> rowOf;
        for (std::size_t row = 0; row < instances.size(); ++row) {
            const auto [earlier, isNew] = rowOf.try_emplace(instances[row]->id, row);
            if (isNew) continue;
            Error error =
                cellError(*table, row, "instance_type", "CATALOG-DUPLICATE", "each instance type once for a region, price kind and date");
            error.args.emplace_back("other_line", std::to_string(table->line(earlier->second)));
            loaded_.problems.push_back(std::move(error));
        }
    }

    void checkAllReferences()
    {
        ReferenceTargets targets;
        for (const auto& [name, table] : loaded_.tables) {
            const auto column = table.indexOf(idColumnOf(name));
            if (!column) continue;
            auto& ids = targets.idsOfTable[name];
            for (std::size_t row = 0; row < table.rows(); ++row) ids.insert(table.cell(row, *column));
        }
        if (const CsvTable* aliases = find("aliases"))
            for (std::size_t row = 0; row < aliases->rows(); ++row) targets.aliases.insert(aliasKey(*aliases, row));
        for (const TableRule& rule : loaded_.schema.tables())
            if (const CsvTable* table = find(rule.table)) checkReferences(*table, rule, loaded_.schema, targets, loaded_.problems);
    }

    static std::string aliasKey(const CsvTable& table, std::size_t row)
    {
        return fmt::format("{}\n{}\n{}", table.cell(row, "table"), table.cell(row, "column"), table.cell(row, "value"));
    }

    /// The part that a row of a side table is about, when it stands in the table that the row names.
    [[nodiscard]] Part* partOf(const CsvTable& table, std::size_t row) const
    {
        const bool named = table.indexOf("part_id").has_value();
        const auto found = partById_.find(table.cell(row, named ? "part_id" : "part"));
        if (found == partById_.end()) return nullptr;
        return !named || found->second.name == table.cell(row, "file") ? found->second.part : nullptr;
    }

    /// Calls `use(part, row)` for each row of the table that is about a part.
    template <class Use>
    void forEachOf(std::string_view name, Use use)
    {
        const CsvTable* table = find(name);
        if (!table) return;
        for (std::size_t row = 0; row < table->rows(); ++row)
            if (Part* part = partOf(*table, row)) use(*part, *table, row);
    }

    static Provenance provenanceIn(const CsvTable& table, std::size_t row)
    {
        return {std::string{table.cell(row, "kind")}, std::string{table.cell(row, "source")}, {}};
    }

    void addAttributes()
    {
        forEachOf("attributes", [&](Part& part, const CsvTable& table, std::size_t row) {
            const std::string_view name = table.cell(row, "attribute");
            if (loaded_.schema.find(table.cell(row, "file"))->find(name)) {
                loaded_.problems.push_back(
                    cellError(table, row, "attribute", "CATALOG-ATTRIBUTE-IS-COLUMN", "the value in the column of its table"));
                return;
            }
            if (table.cell(row, "value").empty()) return;
            const auto at = std::ranges::lower_bound(part.values, name, {}, &PartValue::column);
            if (at != part.values.end() && at->column == name) return; // a duplicate, told by checkUnique
            const std::uint32_t provenance = provenanceIndex(part, provenanceIn(table, row));
            part.values.insert(at, {std::string{name}, std::string{table.cell(row, "value")}, provenance});
        });
    }

    void addCellSources()
    {
        forEachOf("cell_sources", [&](Part& part, const CsvTable& table, std::size_t row) {
            const std::string_view column = table.cell(row, "column");
            if (!loaded_.schema.find(table.cell(row, "file"))->find(column))
                loaded_.problems.push_back(
                    cellError(table, row, "column", "CATALOG-UNKNOWN-REFERENCE", "a column of the table that file names"));
            else if (PartValue* value = valueIn(part, column))
                value->provenance = provenanceIndex(part, provenanceIn(table, row));
        });
    }

    static int countIn(const CsvTable& table, std::size_t row, std::string_view column)
    {
        return static_cast<int>(integerIn(table.cell(row, column)).value_or(0));
    }

    static std::optional<int> maybeCountIn(const CsvTable& table, std::size_t row, std::string_view column)
    {
        const auto count = integerIn(table.cell(row, column));
        return count ? std::optional{static_cast<int>(*count)} : std::nullopt;
    }

    void addPorts()
    {
        forEachOf("ports", [&](Part& part, const CsvTable& table, std::size_t row) {
            const std::optional<PortRole> role = portRoleOf(table.cell(row, "role"));
            if (!role) return; // told by the schema
            part.ports.push_back(
                {std::string{table.cell(row, "name")}, countIn(table, row, "count"), numberIn(table.cell(row, "speed_gbps")).value_or(0),
                    std::string{table.cell(row, "form")}, *role, table.cell(row, "rail") == "index"});
        });
    }

    void addBays()
    {
        forEachOf("bays", [&](Part& part, const CsvTable& table, std::size_t row) {
            part.bays.push_back({std::string{table.cell(row, "name")}, countIn(table, row, "count"), std::string{table.cell(row, "form")},
                maybeCountIn(table, row, "pcie_gen"), maybeCountIn(table, row, "lanes"), numberIn(table.cell(row, "max_w"))});
        });
    }

    void addPowerEnds()
    {
        forEachOf("inlets", [&](Part& part, const CsvTable& table, std::size_t row) {
            part.inlets.push_back({countIn(table, row, "count"), std::string{table.cell(row, "connector")},
                numberIn(table.cell(row, "rated_w")), maybeCountIn(table, row, "needed")});
        });
        forEachOf("outlets", [&](Part& part, const CsvTable& table, std::size_t row) {
            part.outlets.push_back({std::string{table.cell(row, "connector")}, countIn(table, row, "count")});
        });
    }

    void addPrices()
    {
        forEachOf("prices", [&](Part& part, const CsvTable& table, std::size_t row) {
            part.prices.push_back({numberIn(table.cell(row, "price_usd_low")), numberIn(table.cell(row, "price_usd_typical")),
                numberIn(table.cell(row, "price_usd_high")), std::string{table.cell(row, "unit")}, std::string{table.cell(row, "basis")},
                std::string{table.cell(row, "price_date")}, std::string{table.cell(row, "confidence")},
                std::string{table.cell(row, "source")}});
        });
    }

    void addEstimates()
    {
        const CsvTable* table = find("estimates");
        if (!table) return;
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const auto text = [&](std::string_view column) { return std::string{table->cell(row, column)}; };
            const auto number = [&](std::string_view column) { return numberIn(table->cell(row, column)).value_or(0); };
            const std::optional<PartKind> kind = partKindOfTable(table->cell(row, "table"));
            if (!kind) {
                loaded_.problems.push_back(cellError(*table, row, "table", "CATALOG-UNKNOWN-REFERENCE", "a table of parts"));
                continue;
            }
            EstimateRule rule{text("id"), *kind, text("class_column"), text("class_value"), text("column"), text("per"), number("low"),
                number("typical"), number("high"), text("unit"), text("basis"), text("date"), text("source")};
            if (rule.low > rule.typical || rule.typical > rule.high)
                loaded_.problems.push_back(cellError(*table, row, "typical", "CATALOG-BAD-BAND", "low <= typical <= high"));
            if (piecesIn(rule.classColumn).size() != piecesIn(rule.classValue).size())
                loaded_.problems.push_back(cellError(*table, row, "class_value", "CATALOG-BAD-CLASS", "a value for each class column"));
            loaded_.catalog.estimates_.push_back(std::move(rule));
        }
    }

    void addCosts()
    {
        const CsvTable* table = find("onprem_costs");
        if (!table) return;
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const auto text = [&](std::string_view column) { return std::string{table->cell(row, column)}; };
            const auto number = [&](std::string_view column) { return numberIn(table->cell(row, column)); };
            CostFigure figure{text("id"), text("group"), text("figure"), text("unit"), text("region"), text("date"), text("kind"),
                text("source"), number("low"), number("typical"), number("high")};
            loaded_.catalog.costById_.emplace(figure.id, loaded_.catalog.costs_.size());
            loaded_.catalog.costs_.push_back(std::move(figure));
        }
    }

    void addPlaces()
    {
        const CsvTable* table = find("places");
        if (!table) return;
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const auto latitude = numberIn(table->cell(row, "latitude")), longitude = numberIn(table->cell(row, "longitude"));
            if (!latitude || !longitude) {
                if (table->cell(row, "latitude").empty() || table->cell(row, "longitude").empty())
                    loaded_.problems.push_back(cellError(*table, row, "latitude", "CATALOG-BLANK", "both coordinates"));
                continue;
            }
            loaded_.catalog.places_.emplace(
                fmt::format("{}\n{}\n{}", table->cell(row, "kind"), table->cell(row, "provider"), table->cell(row, "region")),
                Place{*latitude, *longitude, std::string{table->cell(row, "energy_region")}});
        }
    }

    void addAliases()
    {
        const CsvTable* table = find("aliases");
        if (!table) return;
        for (std::size_t row = 0; row < table->rows(); ++row)
            loaded_.catalog.aliases_[aliasKey(*table, row)].push_back({std::string{table->cell(row, "refers_to_file")},
                std::string{table->cell(row, "refers_to_id")}, std::string{table->cell(row, "relation")},
                std::string{table->cell(row, "assumption")}, table->cell(row, "shape_in_row") == "1", maybeCountIn(*table, row, "count")});
    }

    struct Row {
        Part* part;
        std::string_view name;
        const CsvTable* table;
        std::size_t row;
    };

    std::filesystem::path folder_;
    LoadScope scope_;
    LoadedCatalog loaded_;
    std::vector<std::shared_ptr<Part>> parts_; ///< cloud instances last
    std::unordered_map<std::string_view, Row> partById_;
};

LoadedCatalog loadCatalog(const std::filesystem::path& folder, LoadScope scope)
{
    return CatalogLoader{folder, scope}.load();
}

std::string_view idColumnOf(std::string_view table)
{
    const auto found = std::ranges::find(partTables, table, &PartTable::table);
    return found == partTables.end() ? std::string_view{} : found->idColumn;
}

Result<Catalog> Catalog::load(const std::filesystem::path& folder)
{
    LoadedCatalog loaded = loadCatalog(folder, LoadScope::engine);
    if (!loaded.problems.empty()) return tl::unexpected{std::move(loaded.problems.front())};
    return std::move(loaded.catalog);
}

} // namespace rackwright
