#include "core/cost/cloud.h"

#include "core/cost/band.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::array<std::pair<PriceTerm, std::string_view>, 4> terms{{
    {PriceTerm::onDemand, "on_demand"},
    {PriceTerm::reserved1Year, "reserved_1y"},
    {PriceTerm::reserved3Years, "reserved_3y"},
    {PriceTerm::spot, "spot"},
}};

constexpr std::array<std::pair<Payment, std::string_view>, 3> payments{{
    {Payment::asUsed, "as_used"},
    {Payment::partialUpfront, "partial_upfront"},
    {Payment::allUpfront, "all_upfront"},
}};

bool isReserved(PriceTerm term)
{
    return term == PriceTerm::reserved1Year || term == PriceTerm::reserved3Years;
}

/// A stated price; an empty cell is not sold, and so is a 0.
std::optional<double> priceOfTerm(const Part& row, PriceTerm term)
{
    const std::optional<double> usd = row.number(fmt::format("{}_usd_per_h", toText(term)));
    return usd && *usd > 0 ? usd : std::nullopt;
}

std::string paymentText(const Part& row, PriceTerm term)
{
    if (term == PriceTerm::onDemand) return "by the hour, no commitment";
    if (term == PriceTerm::spot) return fmt::format("spot, can be taken back at any time; price of {}", row.text("price_date"));
    return fmt::format("hourly equivalent, upfront share not stated; {}", row.text("reserved_basis"));
}

/// A commitment that is only estimated (by a ratio) lies between the longer commitment and on demand.
Quantity<> bandOfPrice(const Part& row, PriceTerm term, double usd)
{
    const bool estimated =
        isReserved(term) && (row.text("reserved_basis").starts_with("estimate") || row.text("reserved_basis") == "unsourced");
    if (!estimated) return Quantity<>::known(usd);
    double low = usd;
    if (term == PriceTerm::reserved1Year) low = std::min(usd, priceOfTerm(row, PriceTerm::reserved3Years).value_or(usd));
    const double high = std::max(usd, priceOfTerm(row, PriceTerm::onDemand).value_or(usd));
    return Quantity<>::estimated(low, usd, high);
}

/// Rows of one thing sold: what is left after the date, newest first, then cheaper, then by source.
void keepCounting(std::vector<const PartPtr*>& rows, PriceTerm term, std::string_view asOf)
{
    const auto later = [&](const PartPtr* row) { return isLater((*row)->text("price_date"), asOf); };
    if (!std::ranges::all_of(rows, later)) std::erase_if(rows, later);
    std::ranges::sort(rows, [&](const PartPtr* a, const PartPtr* b) {
        const auto key = [&](const Part& row) { return std::tuple{*priceOfTerm(row, term), row.sourceOf("instance_type"), std::string_view{row.id}}; };
        const std::string_view dateA = (*a)->text("price_date"), dateB = (*b)->text("price_date");
        return dateA != dateB ? dateA > dateB : key(**a) < key(**b);
    });
}

std::string joinedRegions(const std::vector<CloudOffer>& offers)
{
    std::string text;
    std::size_t count = 0;
    for (const CloudOffer& offer : offers) {
        if (text.find(offer.region()) != std::string::npos) continue;
        if (++count > 5) return text + ", …";
        text += (text.empty() ? "" : ", ") + std::string{offer.region()};
    }
    return text;
}

/// Sets offer, or problem.
void chooseOffer(CloudQuote& quote, const CloudPlan& plan, const std::vector<CloudOffer>& offers)
{
    const auto choose = [&](PriceTerm term) {
        const auto found = std::ranges::find_if(
            offers, [&](const CloudOffer& offer) { return offer.term == term && (plan.region.empty() || offer.region() == plan.region); });
        if (found != offers.end()) quote.offer = *found;
        return quote.offer.has_value();
    };
    if (choose(quote.commitment.term)) return;
    if (quote.commitment.term != PriceTerm::onDemand && choose(PriceTerm::onDemand)) {
        quote.termFallback = true;
        return;
    }
    std::vector<std::pair<std::string, std::string>> args{
        {"provider", plan.provider}, {"instance_type", plan.instanceType}, {"term", std::string{toText(quote.commitment.term)}}};
    if (!plan.region.empty()) {
        args.emplace_back("region", plan.region);
        args.emplace_back("sold_in", joinedRegions(offers));
    }
    quote.problem = Error{plan.region.empty() ? "COST-NO-CLOUD-PRICE" : "COST-NOT-SOLD-IN-REGION", std::move(args)};
}

/// Sets instances and countBasis, or problem.
Knowledge countInstances(CloudQuote& quote, const CloudPlan& plan, const CloudWork& work, const Catalog& catalog)
{
    const auto least = [](double needed) { return std::max<std::int64_t>(1, std::llround(std::ceil(needed - 1e-9))); };
    if (plan.instances > 0) {
        quote.instances = plan.instances;
        quote.countBasis = "stated";
        return Knowledge::known;
    }
    const Quantity<>&own = work.ownWorkPerS, &cloud = work.cloudWorkPerSPerInstance;
    if (own.hasValue() && cloud.hasValue() && cloud.value > 0) {
        quote.instances = least(own.value / cloud.value);
        quote.countBasis = "equal work";
        return std::max(own.knowledge, cloud.knowledge);
    }
    const std::string accelerator = acceleratorIdOf(*quote.offer->instance, catalog);
    if (work.ownAccelerators > 0 && quote.offer->accelerators() > 0 && accelerator == work.ownAcceleratorId) {
        quote.instances = least(work.ownAccelerators / quote.offer->accelerators());
        quote.countBasis = "same accelerators by count, work rate not known";
        return Knowledge::estimated;
    }
    quote.problem = Error{"COST-NO-EQUAL-WORK",
        {{"provider", plan.provider}, {"instance_type", plan.instanceType}, {"accelerator", accelerator},
            {"own_accelerator", work.ownAcceleratorId}}};
    return Knowledge::unknown;
}

} // namespace

std::string_view toText(PriceTerm term)
{
    return std::ranges::find(terms, term, &std::pair<PriceTerm, std::string_view>::first)->second;
}

std::string_view toText(Payment payment)
{
    return std::ranges::find(payments, payment, &std::pair<Payment, std::string_view>::first)->second;
}

Result<Commitment> commitmentOf(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const auto term = std::ranges::find(terms, text.substr(0, colon), &std::pair<PriceTerm, std::string_view>::second);
    const std::string_view paid = colon == std::string_view::npos ? "as_used" : text.substr(colon + 1);
    const auto payment = std::ranges::find(payments, paid, &std::pair<Payment, std::string_view>::second);
    const bool fits = term != terms.end() && payment != payments.end() && (payment->first == Payment::asUsed || isReserved(term->first));
    if (fits) return Commitment{term->first, payment->first};
    return fail("COST-UNKNOWN-TERM",
        {{"found", std::string{text}},
            {"wanted", "on_demand, spot, reserved_1y or reserved_3y, these two also with :partial_upfront or :all_upfront"}});
}

double distanceKm(const Place& a, const Place& b)
{
    constexpr double earthRadiusKm = 6371, radPerDeg = std::numbers::pi / 180;
    const double latA = a.latitudeDeg * radPerDeg, latB = b.latitudeDeg * radPerDeg;
    const double halfLat = std::sin((latB - latA) / 2), halfLon = std::sin((b.longitudeDeg - a.longitudeDeg) * radPerDeg / 2);
    const double h = halfLat * halfLat + std::cos(latA) * std::cos(latB) * halfLon * halfLon;
    return 2 * earthRadiusKm * std::asin(std::min(1.0, std::sqrt(h)));
}

std::vector<CloudOffer> cloudOffers(
    std::span<const PartPtr> instances, const std::optional<Place>& site, const Catalog& catalog, std::string_view asOf)
{
    using Sold = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, PriceTerm>;
    std::map<Sold, std::vector<const PartPtr*>> rowsOf;
    for (const PartPtr& row : instances)
        for (const auto& [term, name] : terms)
            if (priceOfTerm(*row, term))
                rowsOf[{row->text("provider"), row->text("instance_type"), row->text("region"), row->text("accelerator_id"), term}]
                    .push_back(&row);
    std::vector<CloudOffer> offers;
    for (auto& [sold, rows] : rowsOf) {
        const PriceTerm term = std::get<PriceTerm>(sold);
        keepCounting(rows, term, asOf);
        const PartPtr& row = *rows.front();
        CloudOffer offer{.instance = row, .term = term, .price = UsdPerInstanceHour{*priceOfTerm(*row, term)}};
        offer.usdPerHour = bandOfPrice(*row, term, offer.price.usd);
        offer.payment = paymentText(*row, term);
        if (const Place* place = catalog.cloudRegionPlace(offer.provider(), offer.region()); place && site)
            offer.distanceKm = distanceKm(*site, *place);
        offers.push_back(std::move(offer));
    }
    // stable: what is equally near and dear stays in the order of provider, type, region, accelerator and term
    std::ranges::stable_sort(offers, [](const CloudOffer& a, const CloudOffer& b) {
        const auto key = [](const CloudOffer& offer) {
            return std::tuple{!offer.distanceKm, offer.distanceKm.value_or(0), offer.price.usd};
        };
        return key(a) < key(b);
    });
    return offers;
}

std::vector<PartPtr> instancesOf(const Project& project, const Catalog& catalog, std::string_view provider, std::string_view instanceType)
{
    const auto fits = [&](const Part& row) {
        return row.text("instance_type") == instanceType && (provider.empty() || row.text("provider") == provider);
    };
    std::vector<PartPtr> found;
    for (const auto& [key, part] : *project.parts)
        if (key.first == PartKind::cloudInstance && fits(*part)) found.push_back(part);
    if (!found.empty()) return found;
    for (const PartPtr& part : catalog.parts(PartKind::cloudInstance))
        if (fits(*part)) found.push_back(part);
    return found;
}

std::vector<PartPtr> instancesWith(const Catalog& catalog, std::string_view acceleratorId)
{
    std::vector<PartPtr> found;
    for (const PartPtr& part : catalog.parts(PartKind::cloudInstance))
        if (acceleratorIdOf(*part, catalog) == acceleratorId) found.push_back(part);
    return found;
}

std::string acceleratorIdOf(const Part& instance, const Catalog& catalog)
{
    const std::string_view name = instance.text("accelerator_id");
    for (const Alias& alias : catalog.resolve("cloud_instances", "accelerator_id", name))
        if (!alias.targetId.empty()) return alias.targetId;
    return std::string{name};
}

CloudQuote cloudQuote(const CloudPlan& plan, const CloudWork& work, const std::optional<Place>& site, std::span<const PartPtr> instances,
    const Catalog& catalog, std::string_view asOf)
{
    CloudQuote quote;
    const Result<Commitment> commitment = commitmentOf(plan.term);
    if (!commitment) {
        quote.problem = commitment.error();
        return quote;
    }
    quote.commitment = *commitment;
    if (instances.empty()) {
        quote.problem = Error{"COST-NO-INSTANCE", {{"provider", plan.provider}, {"instance_type", plan.instanceType}}};
        return quote;
    }
    const std::vector<CloudOffer> offers = cloudOffers(instances, site, catalog, asOf);
    chooseOffer(quote, plan, offers);
    quote.nearestUnknown = plan.region.empty() && !site;
    constexpr std::size_t shown = 8;
    for (const CloudOffer& offer : offers) {
        if (quote.alternatives.size() == shown) break;
        const bool chosen = quote.offer && offer.instance == quote.offer->instance && offer.term == quote.offer->term;
        if (!chosen && offer.term != PriceTerm::spot) quote.alternatives.push_back(offer);
    }
    if (!quote.offer) return quote;
    const Knowledge counted = countInstances(quote, plan, work, catalog);
    if (!quote.instances) return quote;
    quote.usdPerYear = quote.offer->usdPerHour * (hoursPerYear * plan.hoursShare * static_cast<double>(*quote.instances));
    quote.usdPerYear.knowledge = std::max(quote.usdPerYear.knowledge, counted);
    return quote;
}

std::vector<CashFlow> commitmentFlows(double usdPerYear, double years, Commitment commitment)
{
    const double upfrontShare = commitment.payment == Payment::allUpfront ? 1 : commitment.payment == Payment::partialUpfront ? 0.5 : 0;
    if (upfrontShare == 0 || !isReserved(commitment.term)) return yearlyFlows(usdPerYear, years);
    const double termYears = commitment.term == PriceTerm::reserved3Years ? 3 : 1;
    std::vector<CashFlow> flows = yearlyFlows(usdPerYear * (1 - upfrontShare), years);
    for (double start = 0; start < years; start += termYears)
        flows.push_back({start, usdPerYear * upfrontShare * std::min(termYears, years - start)});
    return flows;
}

} // namespace rackwright
