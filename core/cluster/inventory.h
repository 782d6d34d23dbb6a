// What a build holds, flattened and resolved once for all areas: devices with their parts, racks, links and cords.
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/quantity.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// One placed device. Indexes point into the same Inventory.
struct Device {
    const Placement* placement = nullptr;
    const Part* part = nullptr; ///< with the placement's overrides; never null: unresolved placements are in Inventory::unresolved
    int partIndex = 0; ///< into Inventory::parts
    int rack = -1; ///< into Inventory::racks; -1: in none
    int host = -1; ///< the device whose bay it sits in
    bool inHostFigure = false; ///< its watts, heat and price are inside the host's figure
    bool counts = true; ///< false: unplaced spares, removed

    [[nodiscard]] Id id() const { return placement->id; }
    [[nodiscard]] const std::string& label() const { return placement->label; }
};

struct Inventory {
    BuildPtr build;
    std::shared_ptr<const PartSnapshot> snapshot; ///< the project's own parts
    std::vector<const Rack*> racks; ///< those in use at the month asked for
    std::vector<PartPtr> rackParts; ///< parallel to racks; may be null
    std::vector<PartPtr> parts; ///< distinct parts of devices, in order of first use
    std::vector<Device> devices; ///< rack by rack, by id; a rack system sold whole is a device of its rack
    std::vector<std::vector<int>> devicesOfRack;
    std::vector<const Link*> links;
    std::vector<const Cord*> cords;
    std::vector<const Placement*> unresolved; ///< parts that the project does not hold
    std::unordered_map<std::int64_t, int> indexById;

    [[nodiscard]] int indexOf(Id id) const;
    [[nodiscard]] std::string rackName(int rack) const;
    /// A part of the project that stands for no device (the accelerator of a server, a cable); null when it has none.
    [[nodiscard]] PartPtr namedPart(PartKind kind, std::string_view partId) const;
};

/// Resolves the build against the project's own parts. `month` drops phases that come later (none: all).
[[nodiscard]] Inventory takeInventory(const Project& project, const Scenario& scenario, std::optional<int> month);

/// Accelerators that a device brings by itself: a server's built-in ones (SXM, OAM, rack systems), or the card itself.
/// A host of PCIe cards brings none of its own: its cards are placements.
[[nodiscard]] int acceleratorsOf(const Inventory& inventory, int device);

/// A server whose accelerators are PCIe cards in bays: they are placements of their own, also when it is sold with them.
[[nodiscard]] bool bringsCardsInBays(const Part& server);

/// The number that the user set for this device in place of its part's column; none where the part's holds.
[[nodiscard]] std::optional<double> overriddenNumber(const Device& device, std::string_view column);

/// A column of every distinct part, evaluated once: value by `Device::partIndex`.
[[nodiscard]] std::vector<Quantity<>> columnOf(const Inventory& inventory, std::string_view column, const Catalog& catalog, bool fillGaps);

} // namespace rackwright
