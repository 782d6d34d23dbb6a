// The document: an immutable value. An edit makes a new Project that shares all it did not change.
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/id.h"
#include "core/workload/job.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rackwright {

// ---- the site, shared by scenarios -------------------------------------------------------------------------------

struct Feed {
    Id id{};
    std::string name; ///< "A"
    char side = 'A'; ///< redundancy side
    double ratedKw = 0; ///< continuous
    double voltageV = 0; ///< line to line
    friend bool operator==(const Feed&, const Feed&) = default;
};

struct Room {
    Id id{};
    std::string name;
    double supplyAirC = 22;
    std::optional<double> airCoolingKw; ///< room air handlers; rear doors and CDUs are parts
    std::optional<double> airSupplyCfm;
    std::string containment = "contained"; ///< contained, open, none
    std::optional<double> floorLimitKgPerM2;
    std::optional<double> liquidSupplyC;
    std::optional<double> liquidFlowLpm;
    friend bool operator==(const Room&, const Room&) = default;
};

struct Site {
    Id id{};
    std::string name;
    std::string regionId; ///< energy region (a part in the snapshot)
    std::optional<double> tariffUsdPerKwh; ///< overrides the region's
    std::optional<double> pue;
    std::optional<double> altitudeM;
    std::vector<Feed> feeds;
    std::vector<Room> rooms;
    friend bool operator==(const Site&, const Site&) = default;
};

// ---- placements --------------------------------------------------------------------------------------------------

enum class Face { front, rear };
enum class Side { left, right };
enum class PlacementStatus { planned, existing, removed };

/// In a rack: half-U from the bottom, quarter widths from the left.
struct InRack {
    int fromHalfU = 0, heightHalfU = 2;
    int fromQuarter = 0, widthQuarters = 4;
    bool fullDepth = true;
    Face face = Face::front;
    friend bool operator==(const InRack&, const InRack&) = default;
};
struct ZeroU {
    Side side = Side::left;
    int fromHalfU = 0, toHalfU = 0;
    Face face = Face::rear;
    int position = 0; ///< the n-th unit along that side
    friend bool operator==(const ZeroU&, const ZeroU&) = default;
};
/// The back of the rack: a rear door takes no U.
struct RearDoor {
    friend bool operator==(const RearDoor&, const RearDoor&) = default;
};
struct OnShelf {
    Id host{};
    int place = 0;
    friend bool operator==(const OnShelf&, const OnShelf&) = default;
};
struct InDevice {
    Id host{};
    std::string bay;
    int index = 0; ///< 0-based within the bay group
    friend bool operator==(const InDevice&, const InDevice&) = default;
};
struct OnFloor {
    Id room{};
    double xM = 0, yM = 0;
    friend bool operator==(const OnFloor&, const OnFloor&) = default;
};
struct AtSite { ///< edge boxes
    Id site{};
    friend bool operator==(const AtSite&, const AtSite&) = default;
};
/// Not put anywhere yet: spares, services, leftovers.
struct Unplaced {
    friend bool operator==(const Unplaced&, const Unplaced&) = default;
};

using Anchor = std::variant<Unplaced, InRack, ZeroU, RearDoor, OnShelf, InDevice, OnFloor, AtSite>;

struct Placement {
    Id id{};
    std::string label; ///< unique over the build
    std::string partId;
    Anchor anchor;
    Id phase{};
    PlacementStatus status = PlacementStatus::planned;
    std::map<std::string, std::string> overrides; ///< column → value, as the user set it
    friend bool operator==(const Placement&, const Placement&) = default;
};

struct Rack {
    Id id{};
    std::string name;
    std::string partId; ///< empty rack, rack system sold whole, or tank
    Id room{};
    double xM = 0, yM = 0; ///< position of the front left corner on the floor
    int row = 0, column = 0;
    Id phase{};
    std::optional<double> powerLimitKw; ///< declared by the user: what the rack may draw by nameplate
    std::vector<Placement> placements; ///< by id; devices in it and cards in those devices
    friend bool operator==(const Rack&, const Rack&) = default;
};
using RackPtr = std::shared_ptr<const Rack>;

// ---- links and cords ---------------------------------------------------------------------------------------------

struct LinkEnd {
    Id device{};
    std::string port; ///< port group name
    int index = 0; ///< 0-based within the group
    friend auto operator<=>(const LinkEnd&, const LinkEnd&) = default;
};
struct Link {
    Id id{};
    LinkEnd a, b;
    std::string cablePartId; ///< empty: chosen by the media rules
    std::optional<double> lengthM; ///< empty: from positions
    friend bool operator==(const Link&, const Link&) = default;
};
/// Power: inlet `index` of a device to a PDU, or a PDU's own inlet to a feed of the site.
struct Cord {
    Id id{};
    Id device{};
    int inlet = 0;
    std::variant<Id, std::string> to; ///< PDU placement id, or the name of a feed
    friend bool operator==(const Cord&, const Cord&) = default;
};

/// Links between (or within) two racks; Id::none stands for what is in no rack. Shared until one of them changes.
struct LinkChunk {
    Id rackA{}, rackB{}; ///< rackA <= rackB
    std::shared_ptr<const std::vector<Link>> links;
};
/// Cords of the devices of one rack.
struct CordChunk {
    Id rack{};
    std::shared_ptr<const std::vector<Cord>> cords;
};

// ---- scenarios ---------------------------------------------------------------------------------------------------

struct Build {
    std::vector<RackPtr> racks; ///< by id
    std::vector<Placement> placements; ///< in no rack: floor, site, unplaced, and cards in those; by id
    std::vector<LinkChunk> links; ///< by (rackA, rackB)
    std::vector<CordChunk> cords; ///< by rack
};
using BuildPtr = std::shared_ptr<const Build>;

struct CloudPlan {
    std::string provider, instanceType, region; ///< empty region: nearest that sells it
    int instances = 0; ///< 0: by equal work with the build of `equalTo`
    std::string equalTo; ///< scenario name
    std::string term = "reserved_1y"; ///< reserved_1y, reserved_3y, on_demand, spot
    double hoursShare = 1.0; ///< share of the year that is paid
    friend bool operator==(const CloudPlan&, const CloudPlan&) = default;
};

struct Finance {
    double years = 5;
    double discountRate = 0.08;
    friend bool operator==(const Finance&, const Finance&) = default;
};

struct Allocation {
    Id workload{};
    std::variant<std::monostate, std::vector<Id>, double> pool; ///< all | devices | share of all
    double hoursShare = 1.0;
    std::optional<ParallelPlan> plan; ///< empty: Auto
    friend bool operator==(const Allocation&, const Allocation&) = default;
};

struct Phase {
    Id id{};
    std::string name;
    int month = 0;
    friend bool operator==(const Phase&, const Phase&) = default;
};

struct Scenario {
    Id id{};
    std::string name;
    BuildPtr build; ///< null: no on-prem part
    std::optional<CloudPlan> cloud; ///< both: hybrid
    Finance finance;
    std::vector<Allocation> allocations;
    std::vector<Phase> phases;
};
using ScenarioPtr = std::shared_ptr<const Scenario>;

struct Workload {
    Id id{};
    std::string name;
    Job job;
    friend bool operator==(const Workload&, const Workload&) = default;
};

struct Approval {
    std::string findingCode, subject, reason;
    friend bool operator==(const Approval&, const Approval&) = default;
};

/// What a later minor version of the program stored beyond this one's fields: kept and written back, never read.
struct ExtraRow {
    std::string entity, id, key, value; ///< table, row, name of the field, its text; unique by the first three
    friend auto operator<=>(const ExtraRow&, const ExtraRow&) = default;
};

/// Catalog rows used by the project, copied; keyed by table and id. Engine and BOM read parts only from here.
using PartSnapshot = std::map<std::pair<PartKind, std::string>, PartPtr>;

struct Project {
    std::string id; ///< given by the caller of `new`
    std::string name;
    std::string asOf; ///< ISO date: which prices count
    std::vector<Site> sites;
    std::vector<Workload> workloads;
    std::vector<ScenarioPtr> scenarios;
    std::shared_ptr<const PartSnapshot> parts = std::make_shared<const PartSnapshot>();
    std::vector<Approval> approvals;
    std::int64_t nextId = 1;
    std::vector<ExtraRow> extra; ///< sorted

    [[nodiscard]] PartPtr part(PartKind kind, std::string_view id) const;
    /// A part of any kind that can be placed or mounted.
    [[nodiscard]] PartPtr part(std::string_view id) const;
    [[nodiscard]] ScenarioPtr scenario(std::string_view name) const;
    [[nodiscard]] const Workload* workload(std::string_view name) const;
    [[nodiscard]] const Workload* workload(Id id) const;
};

/// Deep equality: same values, whatever is shared.
[[nodiscard]] bool operator==(const Project& a, const Project& b);
[[nodiscard]] bool operator==(const Build& a, const Build& b);

/// A placed device with the rack that holds it (null when in none).
struct PlacedDevice {
    const Rack* rack = nullptr;
    const Placement* placement = nullptr;
};
/// Visits every placement of the build: rack by rack, then those in no rack.
template <class Visitor>
void forEachPlacement(const Build& build, Visitor&& visit)
{
    for (const RackPtr& rack : build.racks)
        for (const Placement& placement : rack->placements) visit(PlacedDevice{rack.get(), &placement});
    for (const Placement& placement : build.placements) visit(PlacedDevice{nullptr, &placement});
}
[[nodiscard]] PlacedDevice findDevice(const Build& build, Id id);
[[nodiscard]] PlacedDevice findDevice(const Build& build, std::string_view label);
[[nodiscard]] RackPtr findRack(const Build& build, std::string_view name);

} // namespace rackwright
