#include "core/cost/bom.h"

#include "core/catalog/estimate.h"
#include "core/catalog/price_book.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::array<std::pair<BomGroup, std::string_view>, 9> groupNames{{
    {BomGroup::compute, "compute"},
    {BomGroup::fabric, "fabric"},
    {BomGroup::storage, "storage"},
    {BomGroup::power, "power"},
    {BomGroup::cooling, "cooling"},
    {BomGroup::racks, "racks"},
    {BomGroup::cables, "cables"},
    {BomGroup::unplaced, "unplaced"},
    {BomGroup::other, "other"},
}};

BomGroup groupOf(PartKind kind)
{
    switch (kind) {
    case PartKind::accelerator:
    case PartKind::cpu:
    case PartKind::server:
    case PartKind::cxlMemory: return BomGroup::compute;
    case PartKind::switchUnit:
    case PartKind::nic: return BomGroup::fabric;
    case PartKind::storage: return BomGroup::storage;
    case PartKind::powerUnit: return BomGroup::power;
    case PartKind::cooling: return BomGroup::cooling;
    case PartKind::rack: return BomGroup::racks;
    case PartKind::cable: return BomGroup::cables;
    default: return BomGroup::other;
    }
}

/// What one part costs, found once.
struct PartPrice {
    Quantity<> usd;
    std::string basis, date, confidence, source;
    Explanation why;
    bool later = false;
    bool partOfBiggerPrice = false; ///< "do not add": inside a host or a rack system it is in their price
};

/// The row of the price book that counts; null when a class rule or nothing does.
const Price* rowThatCounts(const Part& part)
{
    std::size_t best = 0;
    for (const std::string_view unit : {"each", "per_rack"})
        if (bandOf(part.prices, unit, &best)) return &part.prices[best];
    return nullptr;
}

PartPrice findPrice(const PartPtr& part, std::string_view asOf, const Catalog& catalog, bool fillGaps)
{
    PartPrice price;
    const PartPtr priced = pricedAsOf(part, asOf, price.later);
    SourcedFigure figure = priceOf(*priced, catalog, fillGaps);
    price.usd = std::move(figure.value);
    price.why = std::move(figure.explanation);
    if (!price.usd.hasValue()) return price;
    if (const Price* row = rowThatCounts(*priced)) {
        price.basis = row->basis, price.date = row->date, price.confidence = row->confidence, price.source = row->source;
        price.partOfBiggerPrice = row->source.find("do not add") != std::string::npos;
    } else {
        price.basis = "class rule", price.source = price.why.source, price.date = price.why.date;
    }
    return price;
}

/// Devices that share a line: same part, group and price.
struct LineKey {
    BomGroup group{};
    std::string_view partId;
    PriceState state{}; ///< noPrice stands for "by the price of the part"
    int missingCards = 0; ///< of a host sold with cards
    std::string_view userPrice; ///< `price_usd` of the placement
    friend auto operator<=>(const LineKey&, const LineKey&) = default;
};

class BomBuilder {
public:
    BomBuilder(const Project& project, const Scenario& scenario, const Inventory& inventory, const Catalog& catalog, bool fillGaps)
        : project_{project}, inventory_{inventory}, catalog_{catalog}, fillGaps_{fillGaps}
    {
        for (const Phase& phase : scenario.phases) monthOfPhase_[toNumber(phase.id)] = phase.month;
    }

    Bom build(std::span<const CableOrder> cables)
    {
        findRackSystems();
        countCards();
        for (std::size_t i = 0; i < inventory_.devices.size(); ++i) addDevice(i);
        for (std::size_t i = 0; i < inventory_.racks.size(); ++i) addRack(i);
        for (const Placement* placement : inventory_.unresolved) addUnresolved(*placement);
        for (const CableOrder& cable : cables) addCable(cable);
        return finish();
    }

private:
    /// A line before its price, with the parts that the price needs.
    struct Draft {
        PartPtr part;
        std::string name;
        std::int64_t quantity = 0;
        std::map<int, std::int64_t> byMonth;
        std::map<double, std::int64_t> lengths;
    };

    [[nodiscard]] int monthOf(Id phase) const
    {
        const auto found = monthOfPhase_.find(toNumber(phase));
        return found == monthOfPhase_.end() ? 0 : found->second;
    }

    [[nodiscard]] PartPtr partOf(const Device& device) const { return inventory_.parts[static_cast<std::size_t>(device.partIndex)]; }

    const PartPrice& priceOfPart(const PartPtr& part)
    {
        const auto [entry, isNew] = prices_.try_emplace(part.get());
        if (isNew) entry->second = findPrice(part, project_.asOf, catalog_, fillGaps_);
        return entry->second;
    }

    Draft& draft(const LineKey& key, const PartPtr& part, Id phase, std::int64_t count = 1)
    {
        Draft& line = drafts_[key];
        if (!line.part) line.part = part;
        line.quantity += count;
        line.byMonth[monthOf(phase)] += count;
        return line;
    }

    void findRackSystems()
    {
        holdsSystem_.assign(inventory_.racks.size(), false);
        for (const Device& device : inventory_.devices)
            if (device.rack >= 0 && device.part->number("rack_system") == 1) holdsSystem_[static_cast<std::size_t>(device.rack)] = true;
    }

    /// Of the cards in a host that is sold with them, as many as it is sold with are in its price.
    void countCards()
    {
        cardsInHost_.assign(inventory_.devices.size(), 0);
        inPrice_.assign(inventory_.devices.size(), false);
        for (std::size_t i = 0; i < inventory_.devices.size(); ++i) {
            const Device& card = inventory_.devices[i];
            if (card.host < 0 || !card.inHostFigure) continue;
            const auto host = static_cast<std::size_t>(card.host);
            if (cardsInHost_[host] >= soldWith(inventory_.devices[host])) continue;
            ++cardsInHost_[host];
            inPrice_[i] = true;
        }
    }

    [[nodiscard]] static int soldWith(const Device& host) { return static_cast<int>(host.part->number("accelerator_count").value_or(0)); }

    void addDevice(std::size_t index)
    {
        const Device& device = inventory_.devices[index];
        const PartPtr part = partOf(device);
        const Placement& placement = *device.placement;
        LineKey key{.group = device.counts ? groupOf(part->kind) : BomGroup::unplaced, .partId = part->id, .state = PriceState::noPrice};
        const bool inRackSystem = device.rack >= 0 && holdsSystem_[static_cast<std::size_t>(device.rack)];
        if (placement.status == PlacementStatus::existing)
            key.state = PriceState::owned;
        else if (inPrice_[index] || ((device.host >= 0 || inRackSystem) && priceOfPart(part).partOfBiggerPrice))
            key.state = PriceState::inHost;
        else if (const auto set = placement.overrides.find("price_usd"); set != placement.overrides.end())
            key.userPrice = set->second;
        else if (part->kind == PartKind::server && bringsCardsInBays(*part))
            key.missingCards = std::max(0, soldWith(device) - cardsInHost_[index]);
        draft(key, part, placement.phase);
    }

    void addRack(std::size_t index)
    {
        const Rack& rack = *inventory_.racks[index];
        if (rack.partId.empty()) return;
        PartPtr part = inventory_.rackParts[index];
        LineKey key{.group = BomGroup::racks, .partId = rack.partId, .state = PriceState::noPrice};
        if (!part) {
            part = project_.part(rack.partId);
            if (part) key.group = groupOf(part->kind), key.partId = part->id;
            // a rack system sold whole is also a device of its rack
            for (const int device : inventory_.devicesOfRack[index])
                if (part && inventory_.devices[static_cast<std::size_t>(device)].part->id == part->id) return;
        } else if (holdsSystem_[index]) {
            key.state = PriceState::inHost;
        }
        draft(key, part, rack.phase);
    }

    void addUnresolved(const Placement& placement)
    {
        const bool unplaced = std::holds_alternative<Unplaced>(placement.anchor);
        const LineKey key{.group = unplaced ? BomGroup::unplaced : BomGroup::other,
            .partId = placement.partId,
            .state = placement.status == PlacementStatus::existing ? PriceState::owned : PriceState::noPrice};
        draft(key, nullptr, placement.phase);
    }

    void addCable(const CableOrder& cable)
    {
        if (cable.count <= 0) return;
        PartPtr part = project_.part(PartKind::cable, cable.partId);
        if (!part) part = catalog_.find(PartKind::cable, cable.partId);
        draft({.group = BomGroup::cables, .partId = cable.partId, .state = PriceState::noPrice}, part, Id::none, cable.count)
            .lengths[cable.lengthM] += cable.count;
    }

    void setPrice(BomLine& line, const Quantity<>& usd, PriceState state)
    {
        line.state = state;
        line.unitPrice = priceBandOf(usd);
        line.extended = *line.unitPrice * line.quantity;
    }

    void setUserPrice(BomLine& line, std::string_view text)
    {
        double usd = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), usd);
        if (error != std::errc{} || stop != text.data() + text.size() || !(usd >= 0 && usd < 1e15)) return;
        line.basis = "user", line.source = "set on the placement";
        line.priceWhy = {.name = line.name + " price_usd",
            .value = Quantity<>::known(usd),
            .unit = "USD",
            .origin = Origin::user,
            .source = line.source};
        setPrice(line, line.priceWhy.value, PriceState::priced);
    }

    /// host - missing cards × card: what an empty or half-filled host would cost.
    void setBarePrice(BomLine& line, const Draft& draft, const PartPrice& host, int missingCards)
    {
        const std::string_view cardId = draft.part->text("accelerator_id");
        PartPtr card = project_.part(PartKind::accelerator, cardId);
        if (!card) card = catalog_.find(PartKind::accelerator, cardId);
        if (!card) return;
        const PartPrice& each = priceOfPart(card);
        if (!each.usd.hasValue() || host.usd.value <= each.usd.value * missingCards) return;
        const double low = std::max(0.0, host.usd.low - each.usd.high * missingCards),
                     typical = host.usd.value - each.usd.value * missingCards;
        const Quantity<> bare =
            Quantity<>::estimated(std::min(low, typical), typical, std::max(typical, host.usd.high - each.usd.low * missingCards));
        line.basis = fmt::format("derived: {} without {} cards", line.basis, missingCards);
        line.source += fmt::format(" | less {} × {}: {}", missingCards, card->id, each.source);
        line.priceWhy = {.name = line.name + " without its cards",
            .value = bare,
            .unit = "USD",
            .formula = fmt::format("host - {} * card", missingCards),
            .inputs = {host.why, each.why}};
        setPrice(line, bare, PriceState::estimated);
    }

    BomLine lineOf(const LineKey& key, const Draft& draft)
    {
        BomLine line{.group = key.group, .partId = std::string{key.partId}, .quantity = draft.quantity, .state = key.state};
        line.byMonth.assign(draft.byMonth.begin(), draft.byMonth.end());
        line.lengths.assign(draft.lengths.begin(), draft.lengths.end());
        line.name = draft.part ? draft.part->displayName() : line.partId;
        if (draft.part) line.table = tableOf(draft.part->kind);
        if (key.state != PriceState::noPrice || !draft.part) return line;
        if (!key.userPrice.empty()) {
            setUserPrice(line, key.userPrice);
            return line;
        }
        const PartPrice& price = priceOfPart(draft.part);
        line.laterThanAsOf = price.later;
        if (!price.usd.hasValue()) return line;
        line.basis = price.basis, line.date = price.date, line.confidence = price.confidence, line.source = price.source;
        line.priceWhy = price.why;
        if (key.missingCards > 0)
            setBarePrice(line, draft, price, key.missingCards);
        else
            setPrice(line, price.usd, price.usd.knowledge == Knowledge::known ? PriceState::priced : PriceState::estimated);
        return line;
    }

    /// Median of the typical prices that the catalog states for a kind.
    [[nodiscard]] std::optional<double> medianPriceUsd(PartKind kind) const
    {
        std::vector<double> prices;
        for (const PartPtr& part : catalog_.parts(kind))
            if (!part->prices.empty() && part->prices.front().typicalUsd) prices.push_back(*part->prices.front().typicalUsd);
        if (prices.empty()) return std::nullopt;
        const auto middle = prices.begin() + static_cast<std::ptrdiff_t>(prices.size() / 2);
        std::ranges::nth_element(prices, middle);
        return *middle;
    }

    Bom finish()
    {
        Bom bom;
        std::map<PartKind, std::optional<double>> medians;
        double standIn = 0; // what the lines without a price might cost
        bool canSay = true;
        for (const auto& [key, draft] : drafts_) {
            BomLine line = lineOf(key, draft);
            if (line.extended) bom.total += *line.extended;
            if (line.laterThanAsOf) bom.laterPrices.push_back(line.partId);
            if (line.state == PriceState::noPrice) {
                bom.noPrice.push_back(line.partId);
                std::optional<double> median;
                if (draft.part) {
                    const auto [entry, isNew] = medians.try_emplace(draft.part->kind);
                    if (isNew) entry->second = medianPriceUsd(draft.part->kind);
                    median = entry->second;
                }
                canSay = canSay && median;
                standIn += median.value_or(0) * static_cast<double>(line.quantity);
            }
            bom.lines.push_back(std::move(line));
        }
        for (std::vector<std::string>* ids : {&bom.noPrice, &bom.laterPrices}) {
            std::ranges::sort(*ids);
            ids->erase(std::unique(ids->begin(), ids->end()), ids->end());
        }
        if (!canSay) {
            bom.unpricedShare = Quantity<>::unknown("price");
            bom.unpricedShare.missing = bom.noPrice;
        } else if (standIn > 0) {
            const double share = standIn / (standIn + bom.total.typical.inUsd());
            bom.unpricedShare = Quantity<>::estimated(share, share, share);
        }
        return bom;
    }

    const Project& project_;
    const Inventory& inventory_;
    const Catalog& catalog_;
    bool fillGaps_;
    std::unordered_map<std::int64_t, int> monthOfPhase_;
    std::unordered_map<const Part*, PartPrice> prices_;
    std::vector<bool> holdsSystem_, inPrice_;
    std::vector<int> cardsInHost_;
    std::map<LineKey, Draft> drafts_;
};

/// Sum of the lines that `pick` selects, of each line the money that `amount` gives.
template <class Pick, class Amount>
Quantity<> sumOf(const Bom& bom, Pick pick, Amount amount)
{
    Quantity<> total = zero();
    PriceBand sum;
    Knowledge knowledge = Knowledge::known;
    std::vector<std::string> missing;
    bool any = false;
    for (const BomLine& line : bom.lines) {
        if (!pick(line)) continue;
        if (line.state == PriceState::noPrice) detail::mergeMissing(missing, {line.partId});
        if (!line.counts()) continue;
        any = true;
        sum += amount(line);
        if (line.state == PriceState::estimated) knowledge = Knowledge::estimated;
    }
    if (!missing.empty()) knowledge = any ? Knowledge::atLeast : Knowledge::unknown;
    total = quantityOf(sum, knowledge);
    total.missing = std::move(missing);
    return total;
}

} // namespace

std::string_view toText(BomGroup group)
{
    return std::ranges::find(groupNames, group, &std::pair<BomGroup, std::string_view>::first)->second;
}

std::span<const BomGroup> bomGroups()
{
    static constexpr std::array groups{BomGroup::compute, BomGroup::fabric, BomGroup::storage, BomGroup::power, BomGroup::cooling,
        BomGroup::racks, BomGroup::cables, BomGroup::unplaced, BomGroup::other};
    return groups;
}

std::string_view toText(PriceState state)
{
    switch (state) {
    case PriceState::priced: return "priced";
    case PriceState::estimated: return "estimated";
    case PriceState::noPrice: return "no_price";
    case PriceState::inHost: return "in_host";
    case PriceState::owned: return "owned";
    }
    return "no_price";
}

PriceBand Bom::totalOf(BomGroup group) const
{
    PriceBand sum;
    for (const BomLine& line : lines)
        if (line.group == group && line.extended) sum += *line.extended;
    return sum;
}

Quantity<> Bom::totalUsd() const
{
    return sumOf(
        *this, [](const BomLine&) { return true; }, [](const BomLine& line) { return *line.extended; });
}

Quantity<> Bom::totalUsd(BomGroup group) const
{
    return sumOf(
        *this, [group](const BomLine& line) { return line.group == group; }, [](const BomLine& line) { return *line.extended; });
}

std::vector<std::pair<int, Quantity<>>> Bom::totalByMonth() const
{
    const auto countIn = [](const BomLine& line, int month) -> std::int64_t {
        const auto found = std::ranges::find(line.byMonth, month, &std::pair<int, std::int64_t>::first);
        return found == line.byMonth.end() ? 0 : found->second;
    };
    std::map<int, Quantity<>> totals;
    for (const BomLine& line : lines)
        for (const auto& entry : line.byMonth) totals.try_emplace(entry.first);
    for (auto& [month, usd] : totals)
        usd = sumOf(
            *this, [&, m = month](const BomLine& line) { return countIn(line, m) > 0; },
            [&, m = month](const BomLine& line) { return *line.unitPrice * countIn(line, m); });
    return {totals.begin(), totals.end()};
}

Bom makeBom(const Project& project, const Scenario& scenario, const Inventory& inventory, std::span<const CableOrder> cables,
    const Catalog& catalog, bool fillGaps)
{
    return BomBuilder{project, scenario, inventory, catalog, fillGaps}.build(cables);
}

PartPtr pricedAsOf(const PartPtr& part, std::string_view asOf, bool& later)
{
    const auto isLaterPrice = [asOf](const Price& price) { return isLater(price.date, asOf); };
    later = !part->prices.empty() && std::ranges::all_of(part->prices, isLaterPrice);
    if (later || std::ranges::none_of(part->prices, isLaterPrice)) return part;
    auto copy = std::make_shared<Part>(*part);
    std::erase_if(copy->prices, isLaterPrice);
    return copy;
}

} // namespace rackwright
