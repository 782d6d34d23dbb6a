#include "core/exchange/bom_json.h"

#include <algorithm>

namespace rackwright {

namespace {

void putBand(Node::Object& into, const std::string& name, const std::optional<PriceBand>& band)
{
    const auto put = [&](const char* end, Money PriceBand::*member) {
        into.emplace_back(name + end, band ? Node{((*band).*member).inUsd()} : Node{});
    };
    put("_usd", &PriceBand::typical), put("_low_usd", &PriceBand::low), put("_high_usd", &PriceBand::high);
}

Node lineNode(const BomLine& line)
{
    Node::Object object{{"group", toText(line.group)}, {"part_id", line.partId}, {"table", line.table}, {"name", line.name},
        {"quantity", line.quantity}, {"price_state", toText(line.state)}};
    putBand(object, "unit_price", line.unitPrice);
    putBand(object, "extended_price", line.extended);
    object.emplace_back("price_basis", line.basis);
    object.emplace_back("price_date", line.date);
    object.emplace_back("confidence", line.confidence);
    object.emplace_back("source", line.source);
    object.emplace_back("later_than_as_of", line.laterThanAsOf);
    Node::Array lengths, months;
    for (const auto& [lengthM, count] : line.lengths) lengths.push_back(Node::Object{{"length_m", lengthM}, {"quantity", count}});
    for (const auto& [month, count] : line.byMonth) months.push_back(Node::Object{{"month", month}, {"quantity", count}});
    object.emplace_back("lengths", std::move(lengths));
    object.emplace_back("by_month", std::move(months));
    return object;
}

Node totalNode(std::string_view group, const Quantity<>& usd)
{
    Node::Array missing(usd.missing.begin(), usd.missing.end());
    return Node::Object{{"group", group}, {"total_usd", usd}, {"total_low_usd", usd.hasValue() ? Node{usd.low} : Node{}},
        {"total_high_usd", usd.hasValue() ? Node{usd.high} : Node{}}, {"knowledge", toText(usd.knowledge)},
        {"missing", std::move(missing)}};
}

} // namespace

Node bomNode(const Bom& bom)
{
    Node::Array lines, totals;
    for (const BomLine& line : bom.lines) lines.push_back(lineNode(line));
    for (const BomGroup group : bomGroups())
        if (std::ranges::any_of(bom.lines, [group](const BomLine& line) { return line.group == group; }))
            totals.push_back(totalNode(toText(group), bom.totalUsd(group)));
    totals.push_back(totalNode("all", bom.totalUsd()));
    return Node::Object{{"lines", std::move(lines)}, {"totals", std::move(totals)},
        {"no_price", Node::Array(bom.noPrice.begin(), bom.noPrice.end())}, {"unpriced_share", bom.unpricedShare}};
}

std::string bomJson(const Bom& bom)
{
    return toJson(bomNode(bom));
}

} // namespace rackwright
