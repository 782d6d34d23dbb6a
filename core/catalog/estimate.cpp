#include "core/catalog/estimate.h"

#include "core/catalog/price_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rackwright {

namespace {

struct ColumnUnit {
    std::string_view ending, unit;
};

/// Longest endings first.
constexpr std::array<ColumnUnit, 33> columnUnits{
    {{"_w_per_end", "W"}, {"count_a", ""}, {"_tflops_dense", "TFLOPS"}, {"_usd_per_kwh", "USD/kWh"}, {"_gb_per_s", "GB/s"},
        {"_tops_dense", "TOPS"}, {"_usd_per_h", "USD/h"}, {"_per_kwh", "g/kWh"}, {"_tflops", "TFLOPS"}, {"u_height", "U"},
        {"_gbps", "Gb/s"}, {"_tbps", "Tb/s"}, {"_pct", "%"}, {"_usd", "USD"}, {"_mib", "MiB"}, {"_lpm", "l/min"}, {"_cfm", "CFM"},
        {"_kpa", "kPa"}, {"_ghz", "GHz"}, {"_kwh", "kWh"}, {"_kw", "kW"}, {"_kg", "kg"}, {"_mm", "mm"}, {"_tb", "TB"}, {"_gb", "GB"},
        {"_ns", "ns"}, {"_um", "um"}, {"_w", "W"}, {"_c", "degC"}, {"_k", "K"}, {"_v", "V"}, {"_a", "A"}, {"_m", "m"}}};

/// Rules may lean on columns that rules fill; no shipped chain is longer than three.
constexpr int deepestChain = 6;

std::size_t countClasses(const EstimateRule& rule)
{
    return rule.classColumn.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(rule.classColumn, ';'));
}

/// The first piece of a ;-list, which moves on.
std::string_view takePiece(std::string_view& list)
{
    const std::size_t end = list.find(';');
    const std::string_view piece = list.substr(0, end);
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
    return piece;
}

/// The maximum that a share is of.
std::string_view wholeOf(std::string_view column)
{
    if (column == "idle_power_w" || column == "typical_power_w") return "max_power_w";
    if (column == "idle_w") return "tdp_w";
    if (column == "write_gb_per_s") return "read_gb_per_s";
    if (column == "usable_tb") return "raw_tb";
    return {};
}

bool isEstimateKind(std::string_view kind)
{
    return kind == "estimate" || kind == "planning-estimate" || kind == "analyst-estimate";
}

Origin originOfKind(std::string_view kind)
{
    if (kind == "user") return Origin::user;
    return isEstimateKind(kind) ? Origin::estimate : Origin::catalog;
}

Quantity<> product(const Quantity<>& a, const Quantity<>& b)
{
    if (!a.hasValue()) return a;
    if (!b.hasValue()) return b;
    return {a.value * b.value, a.low * b.low, a.high * b.high, std::max(a.knowledge, b.knowledge), {}};
}

/// How far apart the ends of a band are; the narrowest rule wins.
double widthOf(const Quantity<>& q)
{
    return q.low > 0 ? q.high / q.low : q.high - q.low;
}

/// One evaluation: catalog, whether gaps are filled, and whether explanations are built.
class Filler {
public:
    Filler(const Catalog& catalog, bool fillGaps, bool explain) : catalog_{catalog}, fillGaps_{fillGaps}, explain_{explain} { }

    [[nodiscard]] SourcedFigure column(const Part& part, std::string_view column, int depth = 0) const
    {
        if (column == "price_usd") return price(part, depth);
        if (const std::optional<double> stated = part.number(column)) return statedFigure(part, column, *stated);
        return byRule(part, column, unitOfColumn(column), depth);
    }

    [[nodiscard]] SourcedFigure price(const Part& part, int depth = 0) const
    {
        std::size_t best = 0;
        for (const std::string_view unit : {"each", "per_rack"})
            if (const std::optional<Quantity<>> band = bandOf(part.prices, unit, &best)) return statedPrice(part, *band, unit, best);
        return byRule(part, "price_usd", "USD", depth);
    }

private:
    [[nodiscard]] std::string nameOf(const Part& part, std::string_view column) const
    {
        return fmt::format("{} {}", part.displayName(), column);
    }

    [[nodiscard]] SourcedFigure statedFigure(const Part& part, std::string_view column, double value) const
    {
        SourcedFigure figure;
        figure.value = Quantity<>::known(value);
        const Provenance* provenance = part.provenanceOf(column);
        if (provenance && isEstimateKind(provenance->kind)) figure.value.knowledge = Knowledge::estimated;
        if (!explain_) return figure;
        Explanation& told = figure.explanation;
        told = {nameOf(part, column), figure.value, std::string{unitOfColumn(column)}, {}, Origin::catalog, {}, {}, {}};
        if (provenance) told.origin = originOfKind(provenance->kind), told.source = provenance->source, told.date = provenance->date;
        return figure;
    }

    [[nodiscard]] SourcedFigure statedPrice(const Part& part, const Quantity<>& band, std::string_view unit, std::size_t best) const
    {
        SourcedFigure figure{band, {}};
        if (!explain_) return figure;
        const auto tell = [&](const Price& price, const Quantity<>& value, std::string name) {
            Origin origin = isEstimate(price.basis) ? Origin::estimate : Origin::catalog;
            if (price.basis == "user-quote") origin = Origin::user;
            if (price.basis == "project") origin = Origin::priceBook;
            return Explanation{std::move(name), value, unit == "per_rack" ? "USD/rack" : "USD", {}, origin,
                fmt::format("{}: {}", price.basis, price.source), price.date, {}};
        };
        figure.explanation = tell(part.prices[best], band, nameOf(part, "price_usd"));
        for (const Price& price : part.prices)
            if (const auto own = bandOf({&price, 1}, unit))
                figure.explanation.inputs.push_back(
                    tell(price, *own, fmt::format("{} price, {} confidence", price.basis, price.confidence)));
        if (figure.explanation.inputs.size() > 1)
            figure.explanation.formula = "the first row counts; low and high are over all rows";
        else
            figure.explanation.inputs.clear();
        return figure;
    }

    [[nodiscard]] SourcedFigure unknownFigure(const Part& part, std::string_view column, std::string_view unit) const
    {
        SourcedFigure figure;
        figure.value = Quantity<>::unknown(fmt::format("{} {}", part.id, column));
        if (explain_) figure.explanation = {nameOf(part, column), figure.value, std::string{unit}, {}, Origin::catalog, {}, {}, {}};
        return figure;
    }

    [[nodiscard]] bool applies(const EstimateRule& rule, const Part& part, std::string_view column) const
    {
        if (rule.kind != part.kind || rule.column != column) return false;
        std::string_view columns = rule.classColumn, values = rule.classValue;
        while (!columns.empty())
            if (classOf(part, takePiece(columns), catalog_) != takePiece(values)) return false;
        return true;
    }

    [[nodiscard]] SourcedFigure byRule(const Part& part, std::string_view column, std::string_view unit, int depth) const
    {
        SourcedFigure best = unknownFigure(part, column, unit);
        if (!fillGaps_ || depth >= deepestChain) return best;
        std::size_t bestClasses = 0;
        for (const EstimateRule& rule : catalog_.estimates()) {
            if (!applies(rule, part, column)) continue;
            SourcedFigure figure = evaluate(rule, part, column, unit, depth);
            if (!figure.value.hasValue()) continue;
            const std::size_t classes = countClasses(rule);
            const bool better =
                !best.value.hasValue() || classes > bestClasses || (classes == bestClasses && widthOf(figure.value) < widthOf(best.value));
            if (better) best = std::move(figure), bestClasses = classes;
        }
        return best;
    }

    [[nodiscard]] SourcedFigure evaluate(
        const EstimateRule& rule, const Part& part, std::string_view column, std::string_view unit, int depth) const
    {
        const Quantity<> perBase = Quantity<>::estimated(rule.low, rule.typical, rule.high);
        SourcedFigure figure{perBase, {}};
        SourcedFigure base;
        if (rule.per != "each") {
            base = baseOf(rule, part, depth + 1);
            if (!base.value.hasValue() || base.value.value <= 0) return unknownFigure(part, column, unit);
            figure.value = product(perBase, base.value);
            figure.value.knowledge = Knowledge::estimated;
        }
        if (!explain_) return figure;
        const std::string source = fmt::format("class rule {}: {}; {}", rule.id, rule.basis, rule.source);
        figure.explanation = {nameOf(part, column), figure.value, std::string{unit}, {}, Origin::estimate, source, rule.date, {}};
        if (rule.per == "each") return figure;
        figure.explanation.formula = fmt::format("rule_{} * base", rule.per);
        figure.explanation.inputs = {
            {fmt::format("{} {}", rule.column, rule.per), perBase, rule.unit, {}, Origin::estimate, source, rule.date, {}},
            std::move(base.explanation)};
        return figure;
    }

    [[nodiscard]] SourcedFigure baseOf(const EstimateRule& rule, const Part& part, int depth) const
    {
        if (rule.per == "per_u") return column(part, "u_height", depth);
        if (rule.per == "per_kw") return kilowatts(part, depth);
        if (rule.per == "per_port") return column(part, "ports", depth);
        if (rule.per == "per_accelerator") return column(part, "accelerator_count", depth);
        if (rule.per == "per_core") return column(part, "cores", depth);
        if (rule.per == "per_gb") return column(part, "capacity_gb", depth);
        if (rule.per == "share" && !wholeOf(rule.column).empty()) return column(part, wholeOf(rule.column), depth);
        if (rule.per == "per_tb") {
            const bool onlyRaw = !part.number("usable_tb") && part.number("raw_tb");
            return column(part, onlyRaw ? "raw_tb" : "usable_tb", depth);
        }
        if (rule.per == "per_tdp") return part.kind == PartKind::accelerator ? column(part, "tdp_w", depth) : ofCards(part, "tdp_w", depth);
        if (rule.per == "multiple") return ofCards(part, "price_usd", depth);
        return unknownFigure(part, rule.per, {});
    }

    [[nodiscard]] SourcedFigure kilowatts(const Part& part, int depth) const
    {
        if (part.kind == PartKind::cooling) return column(part, "capacity_kw", depth);
        if (part.kind == PartKind::powerUnit) return column(part, "rated_kw", depth);
        SourcedFigure watts = column(part, "max_power_w", depth);
        if (!watts.value.hasValue()) return watts;
        SourcedFigure figure{watts.value * 1e-3, {}};
        if (explain_)
            figure.explanation = {nameOf(part, "max_power"), figure.value, "kW", "max_power_w / 1000", Origin::derived, {}, {},
                {std::move(watts.explanation)}};
        return figure;
    }

    /// A column of the accelerators inside a server, all together.
    [[nodiscard]] SourcedFigure ofCards(const Part& server, std::string_view cardColumn, int depth) const
    {
        const PartPtr card = catalog_.find(PartKind::accelerator, server.text("accelerator_id"));
        SourcedFigure count = column(server, "accelerator_count", depth);
        if (!card || !count.value.hasValue()) return unknownFigure(server, cardColumn, unitOfColumn(cardColumn));
        SourcedFigure one = column(*card, cardColumn, depth);
        SourcedFigure figure{product(count.value, one.value), {}};
        if (explain_)
            figure.explanation = {fmt::format("accelerators inside, {}", cardColumn), figure.value, one.explanation.unit,
                fmt::format("accelerator_count * {}", cardColumn), Origin::derived, {}, {},
                {std::move(count.explanation), std::move(one.explanation)}};
        return figure;
    }

    const Catalog& catalog_;
    bool fillGaps_;
    bool explain_;
};

} // namespace

std::string_view unitOfColumn(std::string_view column)
{
    column = column.substr(0, column.find("_at_")); // efficiency_pct_at_50
    const auto found = std::ranges::find_if(columnUnits, [&](const ColumnUnit& entry) { return column.ends_with(entry.ending); });
    return found == columnUnits.end() ? std::string_view{} : found->unit;
}

SourcedFigure figureOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps)
{
    return Filler{catalog, fillGaps, true}.column(part, column);
}

Quantity<> valueOf(const Part& part, std::string_view column, const Catalog& catalog, bool fillGaps)
{
    return Filler{catalog, fillGaps, false}.column(part, column).value;
}

SourcedFigure priceOf(const Part& part, const Catalog& catalog, bool fillGaps)
{
    return Filler{catalog, fillGaps, true}.price(part);
}

std::string classOf(const Part& part, std::string_view classColumn, const Catalog& catalog)
{
    const bool derived = part.kind == PartKind::server && (classColumn == "class" || classColumn == "accelerator_form");
    if (!derived || !part.text(classColumn).empty()) return std::string{part.text(classColumn)};
    if (classColumn == "class") {
        if (part.text("rack_system") == "1") return "rack-system";
        return part.number("accelerator_count").value_or(0) > 0 ? "accelerated" : "cpu";
    }
    const PartPtr card = catalog.find(PartKind::accelerator, part.text("accelerator_id"));
    const std::string_view form = card ? card->text("form_factor") : std::string_view{};
    if (form.starts_with("SXM")) return "sxm";
    if (form.starts_with("OAM")) return "oam";
    return form.starts_with("PCIe") ? "pcie" : "";
}

} // namespace rackwright
