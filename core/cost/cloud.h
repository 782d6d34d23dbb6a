// What a cloud plan costs: which region and term, how many instances for the same work, USD a year.
#pragma once

#include "core/catalog/catalog.h"
#include "core/cost/rates.h"
#include "core/cost/tco.h"
#include "core/design/project.h"
#include "core/quantity/error.h"
#include "core/quantity/explanation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class PriceTerm { onDemand, reserved1Year, reserved3Years, spot };
[[nodiscard]] std::string_view toText(PriceTerm term); ///< on_demand, reserved_1y, reserved_3y, spot

/// When it is paid. The price tables give hourly equivalents: the payment option moves the cash, not the sum.
enum class Payment { asUsed, partialUpfront, allUpfront };
[[nodiscard]] std::string_view toText(Payment payment); ///< as_used, partial_upfront, all_upfront

struct Commitment {
    PriceTerm term = PriceTerm::onDemand;
    Payment payment = Payment::asUsed;
    friend bool operator==(Commitment, Commitment) = default;
};
/// "on_demand", "spot", "reserved_1y", "reserved_3y:all_upfront" …; COST-UNKNOWN-TERM for anything else, also for an upfront
/// payment without a commitment.
[[nodiscard]] Result<Commitment> commitmentOf(std::string_view text);

/// One price of one instance type in one region and term. A blank cell of the table yields none.
struct CloudOffer {
    PartPtr instance; ///< the row
    PriceTerm term = PriceTerm::onDemand;
    UsdPerInstanceHour price{0};
    Quantity<> usdPerHour; ///< the same with its band: a commitment estimated by a ratio lies between the longer term and on demand
    std::string payment; ///< how the price was stated: "hourly equivalent, upfront share not stated; " and the row's reserved_basis …
    std::optional<double> distanceKm; ///< from the site; nothing: one of both has no place

    [[nodiscard]] std::string_view provider() const { return instance->text("provider"); }
    [[nodiscard]] std::string_view type() const { return instance->text("instance_type"); }
    [[nodiscard]] std::string_view region() const { return instance->text("region"); }
    [[nodiscard]] double accelerators() const { return instance->number("accelerators").value_or(0); }
    [[nodiscard]] UsdPerAcceleratorHour perAcceleratorHour() const { return perAccelerator(price, accelerators()); }
};

/// Great circle on a sphere of 6,371 km.
[[nodiscard]] double distanceKm(const Place& a, const Place& b);

/// The prices of these rows: rows later than `asOf` count only where the same instance and region has no other; of several rows
/// the newest counts, then the cheaper. Independent of the order of rows. Sorted: nearest first, no place last, then price.
[[nodiscard]] std::vector<CloudOffer> cloudOffers(
    std::span<const PartPtr> instances, const std::optional<Place>& site, const Catalog& catalog, std::string_view asOf);
/// Rows of the instance type: the project's own, else the catalog's. Empty provider: of all providers.
[[nodiscard]] std::vector<PartPtr> instancesOf(
    const Project& project, const Catalog& catalog, std::string_view provider, std::string_view instanceType);
/// Rows with this accelerator (catalog id; foreign names are resolved), for a search by accelerator.
[[nodiscard]] std::vector<PartPtr> instancesWith(const Catalog& catalog, std::string_view acceleratorId);
/// The catalog id of an instance's accelerator; the row's own name where there is no part of it.
[[nodiscard]] std::string acceleratorIdOf(const Part& instance, const Catalog& catalog);

/// What the rented instances must do.
struct CloudWork {
    Quantity<> ownWorkPerS = Quantity<>::unknown("work rate of the build"); ///< of the whole build
    Quantity<> cloudWorkPerSPerInstance = Quantity<>::unknown("work rate of the instance");
    double ownAccelerators = 0; ///< fallback when a rate is unknown …
    std::string ownAcceleratorId; ///< … and the kind is the same; empty: mixed or none
};

struct CloudQuote {
    std::optional<CloudOffer> offer; ///< nothing: no price; `problem` says why
    Commitment commitment; ///< what was asked for and, but for `termFallback`, what `offer` is
    std::optional<Error> problem; ///< COST-NOT-SOLD-IN-REGION, COST-NO-CLOUD-PRICE, COST-NO-INSTANCE, COST-NO-EQUAL-WORK, …
    std::vector<CloudOffer> alternatives; ///< same type, other regions and terms, nearest first, at most 8
    std::optional<std::int64_t> instances;
    std::string countBasis; ///< "stated", "equal work", "same accelerators by count"
    bool termFallback = false; ///< the term asked for is sold nowhere: on demand
    bool nearestUnknown = false; ///< the site has no place: the cheapest region was taken
    Quantity<> usdPerYear = Quantity<>::unknown("cloud price");

    [[nodiscard]] double accelerators() const { return offer && instances ? offer->accelerators() * static_cast<double>(*instances) : 0; }
};

/// The term asked for in the region of the plan, else in the nearest that sells it, else on demand; spot only when asked. A blank
/// price is "not sold there", never 0. Instances: the plan's, else the least number whose work rate reaches the build's, else
/// the same number of the same accelerators. USD a year = price × 8,760 h × hours share × instances.
[[nodiscard]] CloudQuote cloudQuote(const CloudPlan& plan, const CloudWork& work, const std::optional<Place>& site,
    std::span<const PartPtr> instances, const Catalog& catalog, std::string_view asOf);

/// The payments over `years`, as used at the end of each year; upfront shares (all, or half) at the start of each term of one or
/// three years. They always sum to usdPerYear × years.
[[nodiscard]] std::vector<CashFlow> commitmentFlows(double usdPerYear, double years, Commitment commitment);

} // namespace rackwright
