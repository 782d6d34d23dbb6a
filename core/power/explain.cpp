#include "core/catalog/estimate.h"
#include "core/cluster/clock_power.h"
#include "core/cluster/liquid_share.h"
#include "core/power/ledger.h"
#include "core/quantity/figure_id.h"

#include <fmt/format.h>

#include <algorithm>

namespace rackwright::power {

namespace {

/// Devices of one part that are treated alike in one sum.
struct Group {
    int partIndex = 0;
    int missingCards = 0;
    bool insideHost = false;
    int count = 0;
    double dynamicShare = 0; ///< summed
    std::array<Quantity<>, powerBases> watts{zero(), zero(), zero(), zero(), zero()};
    Quantity<> opticsW = zero();
};
using Groups = std::vector<Group>;

class Explainer {
public:
    Explainer(const PowerInputs& inputs, const PowerResult& result) : in_{inputs}, result_{result}, cards_{countCards(inputs.inventory)} { }

    void run(Trace& trace)
    {
        Groups total, it;
        std::vector<Groups> racks(in_.inventory.racks.size());
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i) {
            if (!result_.ledger.counts[i]) continue;
            addTo(total, i);
            if (result_.ledger.loadClass[i] == LoadClass::it) addTo(it, i);
            if (const int rack = in_.inventory.devices[i].rack; rack >= 0) addTo(racks[static_cast<std::size_t>(rack)], i);
        }
        for (std::size_t basis = 0; basis < powerBases; ++basis) {
            const PowerBasis which = static_cast<PowerBasis>(basis);
            trace.record(figureId(figureOf(which)), sum(total, which, result_.total.of(which), "scenario"));
            for (std::size_t rack = 0; rack < racks.size(); ++rack) {
                const std::string& name = in_.inventory.racks[rack]->name;
                trace.record(
                    figureId(figureOf(which), "rack", name), sum(racks[rack], which, result_.racks[rack].of(which), "rack " + name));
            }
        }
        explainFacility(trace, sum(it, PowerBasis::workload, plain(result_.itW), "IT equipment"));
    }

private:
    void addTo(Groups& groups, std::size_t device)
    {
        const int part = in_.inventory.devices[device].partIndex;
        const int missing = cards_.missing(in_.inventory, static_cast<int>(device));
        const bool inside = cards_.inside[device];
        auto at = std::ranges::find_if(groups,
            [&](const Group& group) { return group.partIndex == part && group.missingCards == missing && group.insideHost == inside; });
        if (at == groups.end()) at = groups.insert(groups.end(), Group{part, missing, inside});
        ++at->count;
        at->dynamicShare += dynamicShareOf(in_, device);
        for (std::size_t basis = 0; basis < powerBases; ++basis) at->watts[basis] += result_.ledger.watts[basis][device];
        if (!in_.opticsW.empty()) at->opticsW += in_.opticsW[device];
    }

    [[nodiscard]] Explanation sum(const Groups& groups, PowerBasis basis, const Quantity<>& value, const std::string& of) const
    {
        Explanation told;
        told.name = fmt::format("{} power of {}", toText(basis), of);
        told.value = value, told.unit = "W";
        told.formula = basis == PowerBasis::psuInstalled ? "sum of the supplies' ratings; sizes cords and inlets, never a load"
                                                         : "sum over the devices";
        for (const Group& group : groups) told.inputs.push_back(explainGroup(group, basis));
        return told;
    }

    [[nodiscard]] Explanation explainGroup(const Group& group, PowerBasis basis) const
    {
        const Part& part = *in_.inventory.parts[static_cast<std::size_t>(group.partIndex)];
        Explanation told;
        told.name = fmt::format("{} x {}", group.count, part.displayName());
        told.value = group.watts[static_cast<std::size_t>(basis)], told.unit = "W";
        if (group.insideHost) {
            told.formula = "0: the host is sold with these cards, its figure includes them";
            return told;
        }
        if (basis == PowerBasis::psuInstalled) return explainSupplies(std::move(told), part);
        const PowerColumns columns = columnsOf(part);
        if (columns.passes) {
            told.formula = "0: passes power or heat on and draws none of its own";
            return told;
        }
        const auto figure = [&](std::string_view column) { return figureOf(part, column, in_.catalog, in_.fillGaps).explanation; };
        if (basis == PowerBasis::workload) {
            told.formula = "count * (idle + u c^2 (full - idle)) * share left in the host; full is typical, else nameplate";
            told.inputs.push_back(figure(columns.typical));
            if (!valueOf(part, columns.typical, in_.catalog, in_.fillGaps).hasValue()) told.inputs.push_back(figure(columns.nameplate));
            if (columns.steady)
                told.inputs.push_back(
                    explainInput("idle", told.inputs.front().value, "W", Origin::assumption, "draws the same at any load"));
            else
                told.inputs.push_back(figure(columns.idle));
            told.inputs.push_back(explainShare(group));
        } else if (basis == PowerBasis::idle && columns.steady) {
            told.formula = "count * typical_power_w: draws the same at any load (assumption)";
            told.inputs.push_back(figure(columns.typical));
        } else {
            told.formula = "count * watts * share left in the host";
            told.inputs.push_back(figure(basis == PowerBasis::nameplate ? columns.nameplate
                    : basis == PowerBasis::typical                      ? columns.typical
                                                                        : columns.idle));
        }
        addAdjustments(told, group, part);
        return told;
    }

    [[nodiscard]] Explanation explainShare(const Group& group) const
    {
        if (in_.utilisation.empty() && in_.clockFraction.empty())
            return explainInput("u c^2", Quantity<>::known(1), "", Origin::assumption, "no workload: devices work at their typical load");
        return explainInput("u c^2, mean", Quantity<>::known(group.dynamicShare / group.count), "", Origin::derived,
            fmt::format("utilisation of the workload; {}", clockPowerAssumption));
    }

    void addAdjustments(Explanation& told, const Group& group, const Part& part) const
    {
        if (group.missingCards > 0) {
            Explanation share;
            share.name = fmt::format("share left without {} of its cards", group.missingCards);
            share.value = bareShare(part, group.missingCards, in_);
            share.formula = "1 - missing * tdp_w / max_power_w; band: cards draw between their typical share and all of their TDP";
            share.origin = Origin::estimate;
            if (const PartPtr card = in_.project.part(PartKind::accelerator, part.text("accelerator_id")))
                share.inputs.push_back(figureOf(*card, "tdp_w", in_.catalog, in_.fillGaps).explanation);
            told.inputs.push_back(std::move(share));
        }
        if (group.opticsW.high > 0)
            told.inputs.push_back(
                explainInput("plugs and cables in them", group.opticsW, "W", Origin::derived, "power_w_per_end of the links"));
    }

    [[nodiscard]] static Explanation explainSupplies(Explanation told, const Part& part)
    {
        told.formula = "count * sum(supplies * rated_w)";
        for (const InletGroup& group : part.inlets)
            told.inputs.push_back(explainInput(fmt::format("{} supplies, {}", group.count, group.connector),
                Quantity<>::from(group.ratedW, part.id + " inlets rated_w"), "W", Origin::catalog,
                "rating of one supply (table of inlets)"));
        return told;
    }

    void explainFacility(Trace& trace, Explanation itTold) const
    {
        Explanation facility;
        facility.name = "facility power";
        facility.value = plain(result_.facilityW), facility.unit = "W";
        facility.formula = "sum over sites of IT power * PUE";
        for (const SitePower& site : result_.sites) {
            facility.inputs.push_back(explainInput("IT power, workload basis", plain(site.it), "W", Origin::derived, {}));
            facility.inputs.push_back(explainPue(site));
        }
        Explanation pue;
        pue.name = "PUE";
        pue.value = result_.pue();
        pue.formula = "facility power / IT power";
        for (const SitePower& site : result_.sites) pue.inputs.push_back(explainPue(site));
        trace.record("power.it_w", std::move(itTold));
        trace.record("power.pue", std::move(pue));
        trace.record("power.facility_w", std::move(facility));
    }

    [[nodiscard]] static Explanation explainPue(const SitePower& site)
    {
        const std::string name = fmt::format("PUE of {}", site.site ? site.site->name : std::string{"an unknown site"});
        if (site.site && site.site->pue) return explainInput(name, site.pue, "", Origin::user, "stated for the site");
        if (!site.pue.hasValue()) return explainInput(name, site.pue, "", Origin::user, "not stated");
        Explanation told = explainInput(name, site.pue, "", Origin::estimate,
            "planning PUE 1.3 for air-cooled and 1.1 for liquid-cooled chassis: SemiAnalysis InferenceX (pull request 1112)");
        told.formula = "1.3 + liquid share * (1.1 - 1.3); band by 1.08 to 1.5 by air, 1.05 to 1.15 by liquid";
        return told;
    }

    const PowerInputs& in_;
    const PowerResult& result_;
    CardCount cards_;
};

} // namespace

void explain(const PowerInputs& inputs, const PowerResult& result, Trace& trace)
{
    Explainer{inputs, result}.run(trace);
    explainPath(inputs, result, trace);
}

} // namespace rackwright::power
