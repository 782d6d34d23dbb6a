// The bill of materials: one line per distinct part, exact to the cent; what has no price is kept and named.
#pragma once

#include "core/cluster/inventory.h"
#include "core/cost/band.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

enum class BomGroup { compute, fabric, storage, power, cooling, racks, cables, unplaced, other };
[[nodiscard]] std::string_view toText(BomGroup group);
/// All groups in the order of the bill.
[[nodiscard]] std::span<const BomGroup> bomGroups();

enum class PriceState {
    priced, ///< a stated price counts
    estimated, ///< planning or analyst estimate, class rule, or derived: never to be shown as a quote
    noPrice, ///< nothing is known: the total is a lower bound
    inHost, ///< inside the price of the host or of the rack system
    owned ///< exists already: nothing to buy
};
[[nodiscard]] std::string_view toText(PriceState state); ///< priced, estimated, no_price, in_host, owned

/// Cables of one part and length, as the fabric chose them.
struct CableOrder {
    std::string partId;
    double lengthM = 0;
    int count = 0;
};

struct BomLine {
    BomGroup group = BomGroup::other;
    std::string partId;
    std::string table; ///< "servers"; empty when the project does not hold the part
    std::string name;
    std::int64_t quantity = 0;
    PriceState state = PriceState::noPrice;
    std::optional<PriceBand> unitPrice, extended; ///< only when priced or estimated; extended = quantity × unit price
    std::string basis; ///< user, quote, list, street, …, "class rule", "derived: without 4 cards"
    std::string date, confidence, source;
    Explanation priceWhy; ///< of the unit price
    std::vector<std::pair<double, std::int64_t>> lengths; ///< cables: length in m → count, by length
    std::vector<std::pair<int, std::int64_t>> byMonth; ///< month of purchase → count, by month
    bool laterThanAsOf = false; ///< only prices newer than the project's date exist

    [[nodiscard]] bool counts() const { return extended.has_value(); }
};

struct Bom {
    std::vector<BomLine> lines; ///< by group, then part id
    PriceBand total; ///< sum of the extended prices that are known
    std::vector<std::string> noPrice; ///< part ids without a price, sorted, unique
    std::vector<std::string> laterPrices; ///< part ids priced later than the project's date
    /// Share of the hardware cost that is unknown, 0 … 1. What has no price is set at the median catalog price of its kind for
    /// this share alone; unknown when a kind has none.
    Quantity<> unpricedShare = Quantity<>::known(0);

    [[nodiscard]] PriceBand totalOf(BomGroup group) const;
    /// USD; at least, with the parts that have no price; estimated when an estimate entered.
    [[nodiscard]] Quantity<> totalUsd() const;
    [[nodiscard]] Quantity<> totalUsd(BomGroup group) const;
    /// Month of purchase → USD, by month; sums to totalUsd.
    [[nodiscard]] std::vector<std::pair<int, Quantity<>>> totalByMonth() const;
};

/// The bill of what the inventory holds, with the cables of the fabric. Prices: the project's own parts at the project's date
/// (rows dated later count only where there is no other); `price_usd` set on a placement wins over all. Cards inside a host
/// that is sold with them are listed and not charged; a host with fewer cards costs that much less (estimated).
/// Cable parts are looked up in the project, then in the catalog.
[[nodiscard]] Bom makeBom(const Project& project, const Scenario& scenario, const Inventory& inventory, std::span<const CableOrder> cables,
    const Catalog& catalog, bool fillGaps);

/// The part with those price rows only that count at the date: dated on or before it (a date may be a year or a month). A part
/// with later rows only keeps them, and `later` is set.
[[nodiscard]] PartPtr pricedAsOf(const PartPtr& part, std::string_view asOf, bool& later);

} // namespace rackwright
