#include "core/exchange/bom_csv.h"

#include "core/exchange/csv_writer.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

const std::vector<std::string> columns{"group", "part_id", "name", "quantity", "price_state", "unit_price_usd", "extended_price_usd",
    "estimated_unit_price_usd", "estimated_extended_price_usd", "extended_low_usd", "extended_high_usd", "price_basis", "price_date",
    "confidence", "lengths", "source"};

/// "3 m: 128; 30 m: 64"
std::string lengthsOf(const BomLine& line)
{
    std::string text;
    for (const auto& [lengthM, count] : line.lengths) text += fmt::format("{}{:g} m: {}", text.empty() ? "" : "; ", lengthM, count);
    return text;
}

CsvCell cellOf(const std::optional<PriceBand>& price, bool shown, Money PriceBand::*end)
{
    return price && shown ? CsvCell{(*price).*end} : CsvCell{};
}

void addLine(CsvWriter& csv, const BomLine& line)
{
    const bool estimated = line.state == PriceState::estimated;
    csv.addRow({std::string{toText(line.group)}, line.partId, line.name, line.quantity, std::string{toText(line.state)},
        cellOf(line.unitPrice, !estimated, &PriceBand::typical), cellOf(line.extended, !estimated, &PriceBand::typical),
        cellOf(line.unitPrice, estimated, &PriceBand::typical), cellOf(line.extended, estimated, &PriceBand::typical),
        cellOf(line.extended, true, &PriceBand::low), cellOf(line.extended, true, &PriceBand::high), line.basis, line.date, line.confidence,
        lengthsOf(line), line.source});
}

/// Stated and estimated prices are summed apart.
template <class Pick>
void addTotal(CsvWriter& csv, const Bom& bom, std::string group, Pick pick)
{
    PriceBand stated, estimated;
    std::int64_t pieces = 0, withoutPrice = 0;
    bool any = false;
    for (const BomLine& line : bom.lines) {
        if (!pick(line)) continue;
        any = true;
        pieces += line.quantity;
        if (line.state == PriceState::noPrice) ++withoutPrice;
        if (line.extended) (line.state == PriceState::estimated ? estimated : stated) += *line.extended;
    }
    if (!any) return;
    const std::string note = withoutPrice == 0 ? std::string{} : fmt::format("at least: {} lines have no price", withoutPrice);
    csv.addRow({std::move(group), std::monostate{}, "total", pieces, note, std::monostate{}, stated.typical, std::monostate{},
        estimated.typical, stated.low + estimated.low, stated.high + estimated.high, std::monostate{}, std::monostate{}, std::monostate{},
        std::monostate{}, std::monostate{}});
}

} // namespace

std::string bomCsv(const Bom& bom)
{
    CsvWriter csv{columns};
    for (const BomLine& line : bom.lines) addLine(csv, line);
    for (const BomGroup group : bomGroups())
        addTotal(csv, bom, std::string{toText(group)}, [group](const BomLine& line) { return line.group == group; });
    addTotal(csv, bom, "all", [](const BomLine&) { return true; });
    return csv.text();
}

} // namespace rackwright
