#include "core/power/power.h"

#include "core/cluster/liquid_share.h"
#include "core/power/ledger.h"

#include <algorithm>

namespace rackwright {

namespace {

struct Basis {
    std::string_view text, figure;
};
constexpr std::array<Basis, powerBases> basisNames{{
    {"psu installed", "power.psu_installed_w"},
    {"nameplate", "power.nameplate_w"},
    {"typical", "power.typical_w"},
    {"workload", "power.workload_w"},
    {"idle", "power.idle_w"},
}};

void addTo(PowerTotals& totals, const PowerLedger& ledger, std::size_t device)
{
    for (std::size_t basis = 0; basis < powerBases; ++basis) totals.watts[basis] += ledger.watts[basis][device];
}

void sumUp(const PowerInputs& inputs, PowerResult& result)
{
    PowerTotals empty;
    empty.watts.fill(zero());
    result.total = result.it = empty;
    result.racks.assign(inputs.inventory.racks.size(), empty);
    for (std::size_t i = 0; i < inputs.inventory.devices.size(); ++i) {
        if (!result.ledger.counts[i]) continue;
        addTo(result.total, result.ledger, i);
        if (result.ledger.loadClass[i] == LoadClass::it) addTo(result.it, result.ledger, i);
        if (const int rack = inputs.inventory.devices[i].rack; rack >= 0)
            addTo(result.racks[static_cast<std::size_t>(rack)], result.ledger, i);
    }
}

Quantity<> pueOf(const Site* site, double liquidShare, bool fillGaps)
{
    if (site && site->pue) return Quantity<>::known(*site->pue);
    return fillGaps ? estimatedPue(liquidShare) : Quantity<>::unknown("pue");
}

/// IT watts and the watts of them that go to liquid, by site.
struct SiteSums {
    const Site* site;
    Quantity<> it = zero();
    double liquidW = 0;
};

void applyPue(const PowerInputs& inputs, PowerResult& result)
{
    std::vector<double> liquid;
    for (const PartPtr& part : inputs.inventory.parts) liquid.push_back(liquidShareOf(*part, inputs.catalog, inputs.fillGaps).value);
    const std::vector<const Site*> sites = power::sitesOf(inputs.inventory, inputs.project);
    std::vector<SiteSums> sums;
    for (std::size_t i = 0; i < inputs.inventory.devices.size(); ++i) {
        if (!result.ledger.counts[i] || result.ledger.loadClass[i] != LoadClass::it) continue;
        auto at = std::ranges::find(sums, sites[i], &SiteSums::site);
        if (at == sums.end()) at = sums.insert(sums.end(), SiteSums{sites[i]});
        const Quantity<>& watts = result.ledger.of(PowerBasis::workload)[i];
        at->it += watts;
        if (watts.hasValue()) at->liquidW += watts.value * liquid[static_cast<std::size_t>(inputs.inventory.devices[i].partIndex)];
    }
    result.itW = zero<ItWatts>();
    result.facilityW = zero<FacilityWatts>();
    for (const SiteSums& sum : sums) {
        SitePower site;
        site.site = sum.site;
        site.it = asIt(sum.it);
        site.pue = pueOf(sum.site, sum.it.hasValue() && sum.it.value > 0 ? sum.liquidW / sum.it.value : 0, inputs.fillGaps);
        site.facility = facilityPower(site.it, site.pue);
        result.itW += site.it;
        result.facilityW += site.facility;
        result.sites.push_back(std::move(site));
    }
}

} // namespace

std::string_view toText(PowerBasis basis)
{
    return basisNames[static_cast<std::size_t>(basis)].text;
}

std::string_view figureOf(PowerBasis basis)
{
    return basisNames[static_cast<std::size_t>(basis)].figure;
}

Quantity<> estimatedPue(double liquidShare)
{
    const double liquid = std::clamp(liquidShare, 0.0, 1.0);
    const auto mixed = [&](double air, double byLiquid) { return air + liquid * (byLiquid - air); };
    return Quantity<>::estimated(mixed(1.08, 1.05), mixed(1.3, 1.1), mixed(1.5, 1.15));
}

Quantity<> PowerResult::pue() const
{
    if (sites.size() == 1) return sites.front().pue;
    if (!itW.hasValue() || !facilityW.hasValue() || itW.low.w <= 0) return Quantity<>::unknown("pue");
    Quantity<> mean = Quantity<>::estimated(facilityW.low.w / itW.low.w, facilityW.value.w / itW.value.w, facilityW.high.w / itW.high.w);
    mean.knowledge = std::max(itW.knowledge, facilityW.knowledge);
    mean.missing = facilityW.missing;
    return mean;
}

PowerResult assessPower(const PowerInputs& inputs, Trace* trace)
{
    PowerResult result;
    result.ledger = power::makeLedger(inputs);
    sumUp(inputs, result);
    applyPue(inputs, result);
    if (inputs.tracePath)
        result.path = tracePowerPath({inputs.inventory, inputs.project, inputs.catalog, inputs.fillGaps,
            result.ledger.of(PowerBasis::nameplate), result.ledger.of(PowerBasis::typical)});
    if (trace) power::explain(inputs, result, *trace);
    return result;
}

} // namespace rackwright
