// A part as the catalog states it: values with the source of each, plus ports, bays and inlets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class PartKind {
    accelerator,
    cpu,
    server,
    rack,
    switchUnit,
    nic,
    cable,
    storage,
    cooling,
    powerUnit,
    cxlMemory,
    model,
    region,
    cloudInstance
};
inline constexpr std::size_t partKindCount = 14;

/// The table name ("accelerators", "power_units", …), also the `kind` in project files.
[[nodiscard]] std::string_view tableOf(PartKind kind);
[[nodiscard]] std::optional<PartKind> partKindOfTable(std::string_view table);

struct Provenance {
    std::string kind; ///< spec, measured, estimate, derived, unsourced, user …
    std::string source;
    std::string date;
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// One stated cell. The column carries the unit in its name, as in the tables.
struct PartValue {
    std::string column;
    std::string value;
    std::uint32_t provenance = 0; ///< index into Part::provenances
    friend bool operator==(const PartValue&, const PartValue&) = default;
};

enum class PortRole { compute, storage, inBand, outOfBand, fabric, scaleUp };
[[nodiscard]] std::string_view toText(PortRole role);
[[nodiscard]] std::optional<PortRole> portRoleOf(std::string_view text);

struct PortGroup {
    std::string name;
    int count = 0;
    double speedGbps = 0; ///< per port and direction
    std::string form;
    PortRole role = PortRole::fabric;
    bool railByIndex = false; ///< the n-th port is on rail n
    friend bool operator==(const PortGroup&, const PortGroup&) = default;
};

struct BayGroup {
    std::string name;
    int count = 0;
    std::string form;
    std::optional<int> pcieGen;
    std::optional<int> lanes;
    std::optional<double> maxPowerW;
    friend bool operator==(const BayGroup&, const BayGroup&) = default;
};

struct InletGroup {
    int count = 0;
    std::string connector; ///< C14, C20, …
    std::optional<double> ratedW; ///< of one supply
    std::optional<int> needed; ///< supplies that carry full load
    friend bool operator==(const InletGroup&, const InletGroup&) = default;
};

struct OutletGroup {
    std::string connector; ///< C13, C19, C13/C19
    int count = 0;
    friend bool operator==(const OutletGroup&, const OutletGroup&) = default;
};

/// Price bands of one part in the order in which they count (price_book.h); USD for one `unit`.
struct Price {
    std::optional<double> lowUsd, typicalUsd, highUsd;
    std::string unit; ///< each, per_rack
    std::string basis; ///< user-quote, project, quote, list, street, analyst-estimate, planning-estimate
    std::string date;
    std::string confidence; ///< high, medium, low
    std::string source;
    friend bool operator==(const Price&, const Price&) = default;
};

/// A catalog row as an immutable value. Only stated values are held; a blank cell has no entry.
struct Part {
    PartKind kind = PartKind::server;
    std::string id;
    std::vector<PartValue> values; ///< sorted by column
    std::vector<Provenance> provenances;
    std::vector<PortGroup> ports;
    std::vector<BayGroup> bays;
    std::vector<InletGroup> inlets;
    std::vector<OutletGroup> outlets;
    std::vector<Price> prices; ///< best first

    [[nodiscard]] const PartValue* find(std::string_view column) const;
    /// The stated number, or nothing; finite. Loaders guarantee that numeric columns hold numbers.
    [[nodiscard]] std::optional<double> number(std::string_view column) const;
    /// The stated text, or an empty view.
    [[nodiscard]] std::string_view text(std::string_view column) const;
    [[nodiscard]] const Provenance* provenanceOf(std::string_view column) const;
    /// The document that the column comes from, or an empty view.
    [[nodiscard]] std::string_view sourceOf(std::string_view column) const;
    /// "NVIDIA DGX H100": vendor and model or name, else the id.
    [[nodiscard]] std::string displayName() const;

    friend bool operator==(const Part&, const Part&) = default;
};

using PartPtr = std::shared_ptr<const Part>;

} // namespace rackwright
