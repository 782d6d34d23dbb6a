#include "core/catalog/check.h"

#include "core/catalog/cell.h"
#include "core/catalog/loader.h"
#include "core/quantity/tagged.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace rackwright {

namespace {

enum class Severity { doubt, error };

/// The first column may not be above `factor` times the second; both stated.
struct UpperBound {
    std::string_view table, column, bound;
    double factor = 1;
    Severity severity = Severity::error;
};

/// A dense rate is at most twice that of the next wider format, and four times where the hardware skips one; a figure above that
/// is most often the sparse one. Published exceptions are doubts.
constexpr std::array upperBounds = std::to_array<UpperBound>({
    {"servers", "typical_power_w", "max_power_w"},
    {"servers", "idle_power_w", "typical_power_w"},
    {"switches", "typical_power_w", "max_power_w"},
    {"nics", "typical_power_w", "max_power_w"},
    {"storage", "typical_power_w", "max_power_w"},
    {"storage", "usable_tb", "raw_tb"},
    {"accelerators", "idle_w", "tdp_w"},
    {"accelerators", "tf32_tflops_dense", "bf16_tflops_dense", 1.05},
    {"accelerators", "bf16_tflops_dense", "tf32_tflops_dense", 2.2, Severity::doubt},
    {"accelerators", "bf16_tflops_dense", "tf32_tflops_dense", 4.2},
    {"accelerators", "fp16_tflops_dense", "bf16_tflops_dense", 1.05},
    {"accelerators", "fp8_tflops_dense", "bf16_tflops_dense", 4.2, Severity::doubt},
    {"accelerators", "fp8_tflops_dense", "bf16_tflops_dense", 8},
    {"accelerators", "bf16_tflops_dense", "fp8_tflops_dense", 1.05},
    {"accelerators", "fp4_tflops_dense", "fp8_tflops_dense", 2.2, Severity::doubt},
    {"accelerators", "fp4_tflops_dense", "fp8_tflops_dense", 4.2},
    {"accelerators", "fp8_tflops_dense", "fp4_tflops_dense", 1.05},
    {"accelerators", "int8_tops_dense", "bf16_tflops_dense", 4.2},
    {"cpus", "base_ghz", "all_core_turbo_ghz", 1.1},
    {"racks", "mounting_depth_mm", "outer_depth_mm"},
    {"racks", "max_dynamic_load_kg", "max_static_load_kg"},
    {"power_units", "derated_kw", "rated_kw"},
    {"models", "active_params_b", "params_b", 1.001},
    {"models", "params_b", "computed_params_b", 1.01, Severity::doubt},
    {"models", "params_b", "computed_params_b", 1.02},
    {"models", "computed_params_b", "params_b", 1.01, Severity::doubt},
    {"models", "computed_params_b", "params_b", 1.02},
    {"models", "kv_heads", "heads"},
    {"models", "experts_per_token", "experts"},
    {"models", "dense_layers_first", "layers"},
    {"models", "attention_layers", "layers"},
    {"model_shapes", "kv_heads", "heads"},
    {"prices", "price_usd_low", "price_usd_typical"},
    {"prices", "price_usd_typical", "price_usd_high"},
    {"prices", "price_usd_low", "price_usd_high"},
    {"onprem_costs", "low", "typical"},
    {"onprem_costs", "typical", "high"},
    {"onprem_costs", "low", "high"},
    // A spot price quoted to fewer digits may round above the list price.
    {"cloud_instances", "spot_usd_per_h", "on_demand_usd_per_h", 1.001},
    {"cloud_instances", "reserved_1y_usd_per_h", "on_demand_usd_per_h"},
    {"cloud_instances", "reserved_3y_usd_per_h", "reserved_1y_usd_per_h"},
    {"cloud_instances", "reserved_3y_usd_per_h", "on_demand_usd_per_h"},
    {"inlets", "needed", "count"},
});

/// USD for one accelerator and hour that any cloud asks; a month's price taken for an hour's is far above, a shared slice below.
constexpr double leastUsdPerAcceleratorHour = 0.02, mostUsdPerAcceleratorHour = 150;

/// One row of a table.
struct RowView {
    const CsvTable& table;
    std::size_t row;

    [[nodiscard]] std::string_view text(std::string_view column) const { return table.cell(row, column); }
    [[nodiscard]] std::optional<double> number(std::string_view column) const { return numberIn(text(column)); }
};

class Checker {
public:
    explicit Checker(const LoadedCatalog& loaded) : loaded_{loaded}
    {
        for (const auto& [name, table] : loaded.tables) {
            const std::string_view idColumn = idColumnOf(name);
            if (idColumn.empty()) continue;
            for (std::size_t row = 0; row < table.rows(); ++row) rowById_.emplace(table.cell(row, idColumn), RowView{table, row});
        }
    }

    void check()
    {
        for (const UpperBound& bound : upperBounds) checkBound(bound);
        forEach("servers", [&](const RowView& row) { checkServer(row); });
        forEach("accelerators", [&](const RowView& row) { checkReportedMemory(row); });
        forEach("switches", [&](const RowView& row) { checkSwitch(row); });
        forEach("power_units", [&](const RowView& row) { checkRating(row); });
        forEach("models", [&](const RowView& row) { checkHeads(row); });
        forEach("prices", [&](const RowView& row) { checkPrice(row); });
        forEach("cloud_instances", [&](const RowView& row) { checkInstance(row); });
        forEach("inlets", [&](const RowView& row) { checkSupplies(row); });
        forEach("energy_regions", [&](const RowView& row) { checkPlace(row); });
        forEach("estimates", [&](const RowView& row) { checkEstimate(row); });
        forEach("cell_sources", [&](const RowView& row) { checkCellSource(row); });
    }

    std::vector<Error> errors, doubts;

private:
    template <class Use>
    void forEach(std::string_view name, Use use) const
    {
        const auto table = loaded_.tables.find(name);
        if (table == loaded_.tables.end()) return;
        for (std::size_t row = 0; row < table->second.rows(); ++row) use(RowView{table->second, row});
    }

    [[nodiscard]] std::optional<RowView> partRow(std::string_view id) const
    {
        const auto found = rowById_.find(id);
        return found == rowById_.end() ? std::nullopt : std::optional{found->second};
    }

    void report(Severity severity, const RowView& row, std::string_view column, std::string wanted)
    {
        const bool isError = severity == Severity::error;
        Error error = cellError(row.table, row.row, column, isError ? "CATALOG-IMPLAUSIBLE" : "CATALOG-DOUBTFUL", std::move(wanted));
        for (const std::string_view name : {"id", "part", "part_id", "instance_type", "region_id"})
            if (const std::string_view id = row.text(name); !id.empty()) {
                error.args.emplace_back("part", std::string{id});
                break;
            }
        (isError ? errors : doubts).push_back(std::move(error));
    }

    void checkBound(const UpperBound& bound)
    {
        forEach(bound.table, [&](const RowView& row) {
            const auto value = row.number(bound.column), limit = row.number(bound.bound);
            if (!value || !limit || *value <= *limit * bound.factor) return;
            if (bound.severity == Severity::doubt && breaksAnError(bound, *value, *limit)) return;
            const std::string times = bound.factor == 1 ? std::string{} : fmt::format("{} times ", bound.factor);
            report(bound.severity, row, bound.column, fmt::format("at most {}{} ({})", times, bound.bound, row.text(bound.bound)));
        });
    }

    /// Said once: an error of the same columns hides the doubt.
    static bool breaksAnError(const UpperBound& doubt, double value, double limit)
    {
        return std::ranges::any_of(upperBounds, [&](const UpperBound& other) {
            return other.severity == Severity::error && other.table == doubt.table && other.column == doubt.column
                && other.bound == doubt.bound && value > limit * other.factor;
        });
    }

    void checkServer(const RowView& row)
    {
        const double count = row.number("accelerator_count").value_or(0);
        const std::string_view id = row.text("accelerator_id");
        if (count > 0 && id.empty()) report(Severity::error, row, "accelerator_id", "the accelerator that accelerator_count counts");
        if (!id.empty() && count == 0) report(Severity::error, row, "accelerator_count", "how many accelerators of accelerator_id");
        const auto height = row.number("u_height");
        if (height && *height > tallestRackU())
            report(Severity::error, row, "u_height", fmt::format("at most {} U, the tallest rack", tallestRackU()));
        const std::optional<RowView> card = partRow(id);
        if (!card || count == 0) return;
        const auto tdpW = card->number("tdp_w"), maxW = row.number("max_power_w");
        if (tdpW && maxW && *maxW < count * *tdpW)
            report(Severity::error, row, "max_power_w", fmt::format("at least {} W, the TDP of {} accelerators", count * *tdpW, count));
        checkAcceleratorBays(row, *card, count);
    }

    void checkAcceleratorBays(const RowView& server, const RowView& card, double count)
    {
        double places = 0;
        forEach("bays", [&](const RowView& bay) {
            if (bay.text("part") != server.text("id") || bay.text("name") != "accelerator") return;
            places += bay.number("count").value_or(0);
            if (bay.text("form") != card.text("form_factor"))
                report(Severity::error, bay, "form", fmt::format("{}, the form of {}", card.text("form_factor"), card.text("id")));
            const auto maxW = bay.number("max_w"), tdpW = card.number("tdp_w");
            if (maxW && tdpW && *maxW < *tdpW)
                report(Severity::error, bay, "max_w", fmt::format("at least {} W, the TDP of {}", *tdpW, card.text("id")));
        });
        if (places < count)
            report(Severity::error, server, "accelerator_count", fmt::format("at most the {} accelerator bays of the server", places));
    }

    [[nodiscard]] double tallestRackU() const
    {
        double tallest = 0;
        forEach("racks", [&](const RowView& row) { tallest = std::max(tallest, row.number("u_height").value_or(0)); });
        return tallest > 0 ? tallest : 60;
    }

    /// What drivers report is a little below the label, counted in GB or in GiB.
    void checkReportedMemory(const RowView& row)
    {
        const auto mib = row.number("memory_reported_mib"), label = row.number("memory_gb");
        if (!mib || !label) return;
        const Bytes reported = Bytes::mebibytes(*mib);
        const auto near = [&](Bytes stated) { return std::abs(reported / stated - 1) <= 0.1; };
        if (!near(Bytes::gigabytes(*label)) && !near(Bytes::gibibytes(*label)))
            report(Severity::error, row, "memory_reported_mib", fmt::format("within 10 % of memory_gb ({}), counted in GB or GiB", *label));
    }

    void checkSwitch(const RowView& row)
    {
        const auto capacity = row.number("switching_capacity_tbps"), ports = row.number("ports"), speed = row.number("port_speed_gbps");
        double offered = 0;
        forEach("ports", [&](const RowView& port) {
            const bool carries = port.text("role") == "fabric" || port.text("role") == "scale-up";
            if (port.text("part") == row.text("id") && carries)
                offered += port.number("count").value_or(0) * port.number("speed_gbps").value_or(0) / 1000;
        });
        const std::string_view convention = row.text("capacity_convention");
        const bool mixed = convention != "bidirectional" && convention != "unidirectional";
        if (ports && speed && *ports > 0) {
            const double oneWay = *ports * *speed / 1000;
            const double counted = oneWay * (convention == "bidirectional" ? 2 : 1);
            if (capacity && !mixed && std::abs(*capacity / counted - 1) > 0.05)
                report(Severity::error, row, "switching_capacity_tbps",
                    fmt::format("{} Tb/s, {} ports counted {}", counted, *ports, convention));
            if (offered > 0 && !mixed && std::abs(offered / oneWay - 1) > 0.001)
                report(Severity::error, row, "ports", fmt::format("what the table ports offers, {} Tb/s one way", offered));
        }
        if (capacity && offered > *capacity * 1.001)
            report(Severity::error, row, "switching_capacity_tbps", fmt::format("at least the ports, {} Tb/s one way", offered));
    }

    /// P = U I, times the square root of 3 between three lines.
    void checkRating(const RowView& row)
    {
        const auto volts = row.number("voltage_v"), amperes = row.number("current_a"), ratedKw = row.number("rated_kw");
        if (!volts || !amperes || !ratedKw || row.text("phases") == "DC" || row.text("phases").empty()) return;
        const double kw = *volts * *amperes * (row.text("phases") == "3" ? std::sqrt(3.0) : 1) / 1000;
        if (std::abs(kw / *ratedKw - 1) > 0.05)
            report(Severity::error, row, "rated_kw", fmt::format("{:.2f} kW, from volts, amperes and phases", kw));
    }

    void checkHeads(const RowView& row)
    {
        const auto heads = row.number("heads"), kvHeads = row.number("kv_heads");
        if (heads && kvHeads && *kvHeads > 0 && std::fmod(*heads, *kvHeads) != 0)
            report(Severity::error, row, "kv_heads", fmt::format("a divisor of heads ({})", *heads));
        const auto hidden = row.number("hidden"), layers = row.number("layers");
        if (row.text("kind").starts_with("llm") && (!hidden || !layers))
            report(Severity::error, row, hidden ? "layers" : "hidden", "the shape of a language model");
    }

    void checkPrice(const RowView& row)
    {
        const auto typical = row.number("price_usd_typical");
        if (!typical && !row.number("price_usd_low") && !row.number("price_usd_high"))
            report(Severity::error, row, "price_usd_typical", "a price; a row without one is left out");
        if (typical && *typical == 0) report(Severity::doubt, row, "price_usd_typical", "a price; what is not known stays blank");
    }

    void checkInstance(const RowView& row)
    {
        bool priced = false;
        for (const std::string_view column : {"on_demand_usd_per_h", "spot_usd_per_h", "reserved_1y_usd_per_h", "reserved_3y_usd_per_h"}) {
            const auto usd = row.number(column);
            priced = priced || usd;
            if (usd && *usd <= 0) report(Severity::error, row, column, "more than 0; what is not known stays blank");
        }
        if (!priced) report(Severity::doubt, row, "on_demand_usd_per_h", "a price of some kind");
        const auto usd = row.number("on_demand_usd_per_h"), count = row.number("accelerators");
        if (usd && count && *count > 0 && *usd > 0
            && (*usd / *count < leastUsdPerAcceleratorHour || *usd / *count > mostUsdPerAcceleratorHour))
            report(Severity::error, row, "on_demand_usd_per_h",
                fmt::format("{} to {} USD for one accelerator and hour", leastUsdPerAcceleratorHour, mostUsdPerAcceleratorHour));
        checkInstanceAccelerators(row, count);
        const std::string_view region = row.text("region");
        if (!region.starts_with("global") && !loaded_.catalog.cloudRegionPlace(row.text("provider"), region))
            report(Severity::doubt, row, "region", "a cloud region listed in places");
    }

    void checkInstanceAccelerators(const RowView& row, std::optional<double> count)
    {
        const std::vector<Alias> targets = loaded_.catalog.resolve("cloud_instances", "accelerator_id", row.text("accelerator_id"));
        const PartPtr card = targets.size() == 1 ? loaded_.catalog.find(PartKind::accelerator, targets.front().targetId) : nullptr;
        if (!card || !count) return;
        const auto memory = row.number("accelerator_memory_gb"), label = card->number("memory_gb");
        if (memory && label && *count >= 1 && std::abs(*memory / *label - 1) > 0.1)
            report(Severity::doubt, row, "accelerator_memory_gb", fmt::format("within 10 % of {} GB, as {} has", *label, card->id));
        // Modules on a baseboard come whole, halved, or one by one; anything else is a wrong count.
        const std::string_view form = card->text("form_factor");
        const bool onBaseboard = form.starts_with("SXM") || form.starts_with("OAM");
        const std::array<double, 5> wholes{1, 2, 4, 8, 16};
        if (onBaseboard && *count >= 1 && std::ranges::find(wholes, *count) == wholes.end())
            report(Severity::error, row, "accelerators", fmt::format("1, 2, 4, 8 or 16 modules {}", card->id));
    }

    /// "4+2": six supplies, four of which carry the load; and they must be able to.
    void checkSupplies(const RowView& row)
    {
        const auto count = row.number("count"), needed = row.number("needed"), ratedW = row.number("rated_w");
        const std::vector<std::string_view> redundancy = piecesIn(row.text("redundancy"), '+');
        if (redundancy.size() == 2 && count) {
            const auto carrying = numberIn(redundancy[0]), spare = numberIn(redundancy[1]);
            if (!carrying || !spare || *carrying + *spare != *count || (needed && *needed != *carrying))
                report(Severity::error, row, "redundancy", fmt::format("needed + spare, {} supplies in all", *count));
        }
        const std::optional<RowView> part = partRow(row.text("part"));
        const double maxW = part ? part->number("max_power_w").value_or(0) : 0;
        if (!count || !ratedW) return;
        if (!carry(PsuWatts{*ratedW} * *count, NameplateWatts{maxW}))
            report(Severity::error, row, "rated_w", fmt::format("supplies that carry {} W, the most that the device draws", maxW));
        else if (needed && !carry(PsuWatts{*ratedW} * *needed, NameplateWatts{maxW}))
            report(Severity::doubt, row, "needed", fmt::format("as many supplies as carry {} W, the most that the device draws", maxW));
    }

    void checkPlace(const RowView& row)
    {
        if (!loaded_.catalog.energyRegionPlace(row.text("region_id")))
            report(Severity::error, row, "region_id", "a region listed in places");
    }

    void checkEstimate(const RowView& row)
    {
        const TableRule* table = loaded_.schema.find(row.text("table"));
        if (!table) return; // told by the schema
        const std::string_view column = row.text("column");
        const bool known = table->find(column) || column == "price_usd" || (table->table == "storage" && column == "depth_mm");
        if (!known) report(Severity::error, row, "column", fmt::format("a column of {}, or price_usd", table->table));
        for (const std::string_view name : piecesIn(row.text("class_column"))) {
            const bool derived = table->table == "servers" && (name == "class" || name == "accelerator_form");
            if (!derived && !table->find(name)) report(Severity::error, row, "class_column", fmt::format("columns of {}", table->table));
        }
    }

    void checkCellSource(const RowView& row)
    {
        const std::optional<RowView> part = partRow(row.text("part_id"));
        if (part && part->text(row.text("column")).empty()) report(Severity::doubt, row, "column", "a column that the part states");
    }

    const LoadedCatalog& loaded_;
    std::unordered_map<std::string_view, RowView> rowById_;
};

} // namespace

std::vector<Error> checkCatalog(const std::filesystem::path& folder, std::vector<Error>* doubts)
{
    LoadedCatalog loaded = loadCatalog(folder, LoadScope::everything);
    Checker checker{loaded};
    checker.check();
    std::vector<Error> problems = std::move(loaded.problems);
    problems.insert(problems.end(), checker.errors.begin(), checker.errors.end());
    if (doubts) *doubts = std::move(checker.doubts);
    return problems;
}

} // namespace rackwright
