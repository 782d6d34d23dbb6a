// The ports of a build, numbered: which port and cage a link ends in, and what carries which speed.
#pragma once

#include "core/cluster/inventory.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// "OSFP-2x400G": family OSFP, two ports a cage of 400 Gb/s; "QSFP112": one, speed left to the port.
struct PortForm {
    std::string family;
    int portsPerCage = 1;
    double portGbps = 0; ///< 0: not in the name
    [[nodiscard]] double cageGbps() const { return portsPerCage * portGbps; }
};
[[nodiscard]] PortForm parsePortForm(std::string_view form);

/// One end of a link, resolved. Ports and cages are numbered over the whole build, from 0.
struct PortRef {
    int device = -1; ///< into Inventory::devices; -1: there is no such port
    int port = -1, cage = -1;
    int type = -1; ///< the same for the same port group of the same part, over the whole build
    int index = 0; ///< within its group
    const PortGroup* spec = nullptr;
};

/// A port group of a distinct part.
struct PortType {
    const Part* part = nullptr;
    PortGroup spec;
    PortForm form;
    int firstPort = 0, firstCage = 0; ///< within the device
};

class PortTable {
public:
    explicit PortTable(const Inventory& inventory);

    /// `device` stays -1 when device, group or index does not exist.
    [[nodiscard]] PortRef find(const LinkEnd& end) const;
    [[nodiscard]] const PortType& type(int index) const { return types_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int types() const { return static_cast<int>(types_.size()); }
    /// The types of a part: [first, last).
    [[nodiscard]] std::pair<int, int> typesOf(int partIndex) const;
    [[nodiscard]] int ports() const { return ports_; }
    [[nodiscard]] int cages() const { return cages_; }

private:
    const Inventory& inventory_;
    std::vector<PortType> types_;
    std::vector<int> firstType_; ///< by part, with one at the end
    std::vector<int> firstPort_, firstCage_; ///< by device
    int ports_ = 0, cages_ = 0;
};

/// A link with both ends resolved. Parallel to Inventory::links.
struct ResolvedLink {
    PortRef a, b;
    double gbps = 0; ///< of the slower end, one direction
    [[nodiscard]] bool valid() const { return a.device >= 0 && b.device >= 0; }
    [[nodiscard]] double bytesPerS() const { return gbps * 1e9 / 8; }
};
[[nodiscard]] std::vector<ResolvedLink> resolveLinks(const Inventory& inventory, const PortTable& ports);

} // namespace rackwright
