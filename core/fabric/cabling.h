// What is bought to make the links: lengths from rack positions, media rules, plugs and cables of the catalog.
#pragma once

#include "core/catalog/part.h"
#include "core/fabric/network.h"
#include "core/quantity/quantity.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rackwright {

/// How one link is made. Parallel to Inventory::links. Parts belong to the project's parts or the catalog, which outlive it.
struct LinkPlan {
    bool valid = false; ///< both ports exist
    PortRole network = PortRole::fabric;
    LinkClass kind = LinkClass::other;
    double speedGbps = 0; ///< of the slower end, one direction
    double routedM = -1; ///< along the trays, slack included; below 0: positions are not known
    double orderM = -1; ///< rounded up to a length that is sold; below 0: not known
    const Part* cable = nullptr; ///< fibre, or copper or active cable with its plugs; null: none of the catalog serves
    const Part* plugA = nullptr; ///< transceiver at end a; null where the cable brings its plugs
    const Part* plugB = nullptr;
    int reason = -1; ///< into Cabling::reasons
};

/// A line of the bill of materials.
struct CableLine {
    const Part* part = nullptr;
    double lengthM = 0; ///< 0: a transceiver
    std::int64_t count = 0;
};

/// Links, cables and plugs are three counts: a twin-port plug serves two links, a broken-out cable several.
struct Cabling {
    std::vector<LinkPlan> links; ///< parallel to Inventory::links
    std::vector<CableLine> lines; ///< by part id and length
    std::vector<std::string> reasons; ///< why a medium was chosen, as text
    std::int64_t validLinks = 0;
    std::int64_t cables = 0; ///< fibres and cables, chosen ones
    std::int64_t plugs = 0; ///< transceivers, chosen ones
    std::int64_t linksWithoutCable = 0; ///< nothing in the catalog joins these ports over that length
    std::int64_t linksWithoutLength = 0; ///< rack positions are not known, no length stated
    std::int64_t formConflicts = 0; ///< ports that no plug can join (RJ45 with a cage …)
    std::int64_t beyondReach = 0; ///< links whose stated cable is too short
    Quantity<> cableM; ///< total length: low without slack, high as ordered
};

/// Lengths at which cables and fibres are sold, in metres; longer ones by 10 m (LinkX cable and fibre lists).
[[nodiscard]] double soldLengthM(double metres);
/// The same for one cable: active optical ones come in fewer lengths, linear active copper of 800 Gb/s from 3 m.
[[nodiscard]] double soldLengthM(double metres, const Part& cable);

} // namespace rackwright
