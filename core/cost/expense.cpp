#include "core/cost/expense.h"

#include "core/cost/rates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace rackwright {

namespace {

Explanation leaf(std::string name, Quantity<> value, std::string unit, std::string source)
{
    return {.name = std::move(name), .value = std::move(value), .unit = std::move(unit), .source = std::move(source)};
}

Explanation count(std::string name, std::int64_t value)
{
    return leaf(std::move(name), Quantity<>::known(static_cast<double>(value)), {}, "counted in the design");
}

/// What a row of unit costs is multiplied by.
struct Multiplier {
    Explanation amount;
    double scale = 1; ///< 0.01 for percent, 12 for a monthly price
    bool yearly = false;
    std::string formula;
};

std::optional<Multiplier> multiplierOf(const CostFigure& row, const CostBase& base, const Quantity<>& capexUsd)
{
    const std::string& unit = row.unit;
    const bool support = row.group == "support";
    const auto hardware = [&] { return leaf("hardware", base.hardwareUsd, "USD", "bill of materials"); };
    if (unit == "USD/rack") return Multiplier{count("racks", base.racks), 1, false, "racks * USD/rack"};
    if (unit == "USD/node") return Multiplier{count("servers", base.servers), 1, false, "servers * USD/node"};
    if (unit == "USD/GPU") return Multiplier{count("accelerators", base.accelerators), 1, false, "accelerators * USD/accelerator"};
    if (unit == "USD") return Multiplier{count("lump sum", 1), 1, false, "lump sum"};
    if (unit == "USD/GPU-year") return Multiplier{count("accelerators", base.accelerators), 1, true, "accelerators * USD/accelerator-year"};
    if (unit == "USD/server-year" || unit == "USD/system-year")
        return Multiplier{count("servers", base.servers), 1, true, "servers * USD/server-year"};
    if (unit == "USD/kW-month")
        return Multiplier{leaf("IT load", base.itPowerW * 1e-3, "kW", "power of the design"), 12, true, "kW * USD/kW-month * 12"};
    if (unit == "percent of capex")
        return Multiplier{leaf("capex", capexUsd, "USD", "hardware and what is spent once"), 0.01, support, "capex * percent / 100"};
    if (unit == "percent of insured value/year") return Multiplier{hardware(), 0.01, true, "hardware * percent / 100"};
    const bool ofHardware = unit == "percent of hardware" || unit == "percent of list" || unit == "percent of nodes"
        || (unit == "percent" && (row.group == "install" || row.group == "tax"));
    if (ofHardware) return Multiplier{hardware(), 0.01, support, "hardware * percent / 100"};
    return std::nullopt;
}

void sortUnique(std::vector<std::string>& ids)
{
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// Adds items that follow rows of unit costs.
class ExpenseBuilder {
public:
    ExpenseBuilder(const CostBase& base, Quantity<> capexUsd, const Catalog& catalog)
        : base_{base}, capexUsd_{std::move(capexUsd)}, catalog_{catalog}
    {
    }

    Expense take()
    {
        sortUnique(expense_.assumedRows);
        return std::move(expense_);
    }

    void add(CostItem item) { expense_.items.push_back(std::move(item)); }

    /// The row, noted as assumed; or a problem.
    const CostFigure* row(const std::string& id)
    {
        const CostFigure* found = catalog_.cost(id);
        if (found)
            expense_.assumedRows.push_back(id);
        else
            expense_.problems.push_back(Error{"COST-NO-ROW", {{"found", id}, {"wanted", "an id of the table onprem_costs"}}});
        return found;
    }

    void addByRow(const std::string& rowId, std::string itemId, bool yearly)
    {
        const CostFigure* figure = row(rowId);
        if (!figure) return;
        const std::optional<Multiplier> by = multiplierOf(*figure, base_, capexUsd_);
        if (!by || by->yearly != yearly) {
            expense_.problems.push_back(Error{"COST-WRONG-ROW",
                {{"row", rowId}, {"found", figure->unit}, {"wanted", yearly ? "a cost of each year" : "a cost that is paid once"}}});
            return;
        }
        Explanation rate = explain(*figure);
        const Quantity<> usd = multiplied(by->amount.value, rate.value) * by->scale;
        add({std::move(itemId), usd,
            {.name = figure->figure,
                .value = usd,
                .unit = yearly ? "USD/year" : "USD",
                .formula = by->formula,
                .inputs = {by->amount, std::move(rate)}}});
    }

    /// max(least, servers / servers per post) × salary.
    void addStaff(const CostChoices& choices)
    {
        if (choices.salaryRow.empty() || base_.servers == 0) return;
        const CostFigure* salary = row(choices.salaryRow);
        const CostFigure* perPost = row(choices.serversPerPostRow);
        const CostFigure* least = row(choices.smallestPostRow);
        if (!salary || !perPost || !least) return;
        const Explanation servers = count("servers", base_.servers);
        const Quantity<> ratio = bandOf(*perPost), smallest = bandOf(*least);
        Quantity<> posts = divided(servers.value, ratio);
        if (posts.hasValue() && smallest.hasValue())
            posts = {std::max(posts.value, smallest.value), std::max(posts.low, smallest.low), std::max(posts.high, smallest.high),
                Knowledge::estimated, {}};
        const Quantity<> usd = multiplied(posts, bandOf(*salary));
        Explanation postsWhy{.name = "posts",
            .value = posts,
            .unit = "FTE",
            .formula = "max(least, servers / servers per post)",
            .inputs = {servers, explain(*perPost), explain(*least)}};
        add({"staff", usd,
            {.name = "operations staff",
                .value = usd,
                .unit = "USD/year",
                .formula = "posts * salary",
                .inputs = {postsWhy, explain(*salary)}}});
    }

private:
    const CostBase& base_;
    Quantity<> capexUsd_;
    const Catalog& catalog_;
    Expense expense_;
};

CostItem energyItem(const CostBase& base, const EnergyTerms& energy, std::string_view powerBasis, bool insideColocation)
{
    if (insideColocation)
        return {"energy", zero(),
            {.name = "energy", .value = zero(), .unit = "USD/year", .origin = Origin::assumption, .source = "inside the colocation rate"}};
    const Quantity<> usd = energyUsdPerYear(base.itPowerW, energy.pue, energy.tariffUsdPerKwh);
    return {"energy", usd,
        {.name = "energy",
            .value = usd,
            .unit = "USD/year",
            .formula = "P_IT / 1000 * 8760 h * PUE * tariff",
            .inputs = {leaf(fmt::format("IT power ({})", powerBasis), base.itPowerW, "W", "power of the design"), energy.pueWhy,
                energy.tariffWhy}}};
}

} // namespace

CostChoices CostChoices::energyOnly()
{
    CostChoices choices;
    choices.supportRow.clear(), choices.salaryRow.clear(), choices.serversPerPostRow.clear(), choices.smallestPostRow.clear();
    return choices;
}

CostBase costBaseOf(const Inventory& inventory, const Bom& bom, const Quantity<>& itPowerW)
{
    CostBase base;
    base.hardwareUsd = bom.totalUsd();
    base.racks = static_cast<std::int64_t>(inventory.racks.size());
    base.itPowerW = itPowerW;
    for (std::size_t i = 0; i < inventory.devices.size(); ++i) {
        const Device& device = inventory.devices[i];
        base.accelerators += acceleratorsOf(inventory, static_cast<int>(i));
        // Boxes at the edge have no operators of their own.
        const bool atEdge = std::holds_alternative<AtSite>(device.placement->anchor);
        if (!device.counts || atEdge || device.part->kind != PartKind::server) continue;
        const bool rackSystem = device.part->number("rack_system") == 1;
        base.servers +=
            rackSystem ? std::max<std::int64_t>(1, std::llround(std::ceil(device.part->number("accelerator_count").value_or(8) / 8))) : 1;
    }
    return base;
}

Quantity<> Expense::totalUsd() const
{
    Quantity<> total = zero();
    for (const CostItem& item : items) total += item.usd;
    return total;
}

const CostItem* Expense::item(std::string_view id) const
{
    const auto found = std::ranges::find(items, id, &CostItem::id);
    return found == items.end() ? nullptr : &*found;
}

Expense capexOf(const Bom& bom, const CostBase& base, const CostChoices& choices, const Catalog& catalog)
{
    ExpenseBuilder builder{base, bom.totalUsd(), catalog};
    Explanation hardware{.name = "hardware", .value = base.hardwareUsd, .unit = "USD", .formula = "sum of the lines of the bill"};
    for (const BomLine& line : bom.lines) {
        const Knowledge knowledge = line.state == PriceState::estimated ? Knowledge::estimated : Knowledge::known;
        Explanation why{
            .name = fmt::format("{} × {}", line.quantity, line.name), .unit = "USD", .formula = "quantity * unit price", .date = line.date};
        if (line.counts()) {
            why.value = quantityOf(*line.extended, knowledge);
            why.inputs = {count("quantity", line.quantity), line.priceWhy};
        } else if (line.state == PriceState::noPrice) {
            why.value = Quantity<>::unknown(line.partId), why.source = "no price is known";
        } else {
            why.value = zero();
            why.source = line.state == PriceState::inHost ? "inside the price of its host" : "owned already";
        }
        hardware.inputs.push_back(std::move(why));
    }
    builder.add({"hardware", base.hardwareUsd, std::move(hardware)});
    for (const std::string& rowId : choices.onceRows) builder.addByRow(rowId, rowId, false);
    return builder.take();
}

EnergyTerms energyTermsOf(const Project& project, const Site* site, const Quantity<>& pue, const Catalog& catalog, bool fillGaps)
{
    EnergyTerms terms;
    terms.tariffWhy = {.name = "tariff", .value = terms.tariffUsdPerKwh, .unit = "USD/kWh"};
    const PartPtr region = site && !site->regionId.empty() ? project.part(PartKind::region, site->regionId) : nullptr;
    if (site && site->tariffUsdPerKwh) {
        terms.tariffUsdPerKwh = Quantity<>::known(*site->tariffUsdPerKwh);
        terms.tariffWhy.origin = Origin::user, terms.tariffWhy.source = "tariff of the site";
    } else if (const auto price = region ? region->number("industrial_price_usd_per_kwh") : std::nullopt) {
        const double check = region->number("price_check_usd_per_kwh").value_or(*price);
        terms.tariffUsdPerKwh = {*price, std::min(*price, check), std::max(*price, check), Knowledge::known, {}};
        terms.tariffWhy.origin = Origin::catalog;
        terms.tariffWhy.source = fmt::format("{}: {}", region->id, region->sourceOf("industrial_price_usd_per_kwh"));
        terms.tariffWhy.date = region->text("price_date");
    }
    terms.tariffWhy.value = terms.tariffUsdPerKwh;
    terms.pueWhy = {.name = "PUE", .value = pue, .source = "power and cooling of the design"};
    terms.pue = pue;
    if (site && site->pue) {
        terms.pue = Quantity<>::known(*site->pue);
        terms.pueWhy = {.name = "PUE", .value = terms.pue, .origin = Origin::user, .source = "PUE of the site"};
    } else if (const CostFigure* row = catalog.cost("op113"); !pue.hasValue() && fillGaps && row) {
        terms.pue = bandOf(*row);
        terms.pueWhy = explain(*row);
        terms.assumedRows.push_back(row->id);
    }
    return terms;
}

Quantity<> energyUsdPerYear(const Quantity<>& itPowerW, const Quantity<>& pue, const Quantity<>& tariffUsdPerKwh)
{
    return multiplied(multiplied(itPowerW * (hoursPerYear / 1000), pue), tariffUsdPerKwh);
}

Expense opexOf(const CostBase& base, const Quantity<>& capexUsd, const EnergyTerms& energy, std::string_view powerBasis,
    const CostChoices& choices, const Catalog& catalog)
{
    ExpenseBuilder builder{base, capexUsd, catalog};
    const bool colocated = !choices.colocationRow.empty();
    builder.add(energyItem(base, energy, powerBasis, colocated && !choices.colocationMeteredEnergy));
    if (!choices.supportRow.empty()) builder.addByRow(choices.supportRow, "support", true);
    builder.addStaff(choices);
    if (colocated) builder.addByRow(choices.colocationRow, "colocation", true);
    for (const std::string& rowId : choices.yearlyRows) builder.addByRow(rowId, rowId, true);
    return builder.take();
}

} // namespace rackwright
