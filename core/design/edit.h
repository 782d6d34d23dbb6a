// The edits of the document: pure functions Project -> Result<Project>. The old value stays as it is, the new one shares all
// that did not change (an edit copies one rack); an edit that changes nothing returns the same value, pointers included.
//
// Edits check with stated catalog figures only (U, depth, kg, nameplate W against declared limits, ports, bays, outlets).
// What the catalog does not state refuses nothing. Every part used is copied into Project::parts with what it depends on.
// Things are named by id; edit_script.h resolves names and patterns to ids. Ids are unique over the sites, rooms, feeds,
// workloads and scenarios of a project and within each scenario; a copied scenario shares build and phases, ids included.
//
// Error codes (args): EDIT-NO-SCENARIO (found, wanted), EDIT-NO-BUILD (scenario), EDIT-NO-ROOM,
// EDIT-NOT-FOUND (kind, found, nearest),
// EDIT-NO-PART (found, nearest), EDIT-DUPLICATE (kind, name), EDIT-BAD-NAME (kind, found, wanted), EDIT-BAD-VALUE (key,
// found, wanted), EDIT-UNKNOWN-KEY (kind, found, wanted, nearest), EDIT-NOTHING-TO-DO (what), EDIT-IN-USE (kind, name, by);
// placing: EDIT-NO-SPACE (rack, needed, from, blocked), EDIT-BEYOND-RACK (rack, needed, from, wanted), EDIT-RACK-FULL (rack,
// needed), EDIT-NO-HEIGHT (part), EDIT-TOO-DEEP, EDIT-TOO-HEAVY, EDIT-TOO-MUCH-POWER (part, rack, found, wanted),
// EDIT-WRONG-PLACE (part, found, wanted), EDIT-SIDE-FULL (rack, side, holds), EDIT-DOOR-TAKEN (rack, holds),
// EDIT-RACK-NOT-EMPTY (rack, holds), EDIT-WHOLE-RACK (part), EDIT-NOT-A-RACK (part, found), EDIT-CLOUD-ONLY (part, instances);
// cards: EDIT-NEEDS-HOST (part, form, hosts), EDIT-NEEDS-SYSTEM (part, form, systems), EDIT-NO-BAY (part, host, wanted,
// found), EDIT-BAYS-FULL (part, host, bays), EDIT-BAY-TAKEN (host, bay, holds), EDIT-BAY-POWER, EDIT-BAY-LANES, EDIT-BAY-COOLING (part,
// host, bay, found, wanted); links and cords: EDIT-NO-PORT (device, wanted, found), EDIT-PORT-TAKEN (device, port, by), EDIT-SAME-DEVICE
// (device), EDIT-LINKS-LOST (device, ports), EDIT-NO-PDU (rack, wanted), EDIT-NO-OUTLET (device, inlet, pdus), EDIT-NO-INLET (device),
// EDIT-NO-FEED (found, wanted).
#pragma once

#include "core/catalog/catalog.h"
#include "core/design/project.h"
#include "core/quantity/error.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rackwright::edit {

/// Key and value as a person writes them ("supply-air", "24 C"); the keys of each kind are listed by `keysOf`.
using Properties = std::vector<std::pair<std::string, std::string>>;

enum class Thing { project, site, room, feed, rack, device, workload, scenario, phase };
[[nodiscard]] std::string_view toText(Thing thing);
/// The keys that `set` understands for a kind of thing; for devices also any column of the part (an override).
[[nodiscard]] std::span<const std::string_view> keysOf(Thing thing);

// ---- site --------------------------------------------------------------------------------------------------------

/// Adds the site, or changes the one of that name.
struct SiteEdit {
    std::string name;
    Properties properties; ///< region, tariff, pue, altitude
};
Result<Project> site(const Project& project, const SiteEdit& request, const Catalog& catalog);

struct RoomEdit {
    std::string name;
    Id site{}; ///< none: the first
    Properties properties; ///< supply-air, air-cooling, airflow, containment, floor-limit, liquid-supply, liquid-flow
};
Result<Project> room(const Project& project, const RoomEdit& request, const Catalog& catalog);

struct FeedEdit {
    std::string name;
    Id site{};
    Properties properties; ///< side, rating, voltage
};
Result<Project> feed(const Project& project, const FeedEdit& request, const Catalog& catalog);

/// Removes a site, room or feed that nothing stands on or hangs on any more.
struct RemoveFacility {
    Thing thing = Thing::room;
    Id id{};
};
Result<Project> removeFacility(const Project& project, const RemoveFacility& request, const Catalog& catalog);

// ---- racks -------------------------------------------------------------------------------------------------------

/// Adds racks side by side. A server that is a rack sold whole makes a rack of that product with one placement that fills it.
struct AddRacks {
    std::string scenario; ///< empty: the first with a build; the same in all requests below
    std::vector<std::string> names;
    std::string partId;
    Id room{}; ///< none: the first
    std::optional<double> xM, yM; ///< of the first rack; empty: after the last rack of the row
    double spacingM = 0.6; ///< from one rack to the next; at least the part's outer width where stated
    int row = 1;
    Id phase{};
    std::optional<double> powerLimitKw;
    std::optional<int> heightHalfU; ///< of a rack sold whole, where the catalog states none
};
Result<Project> addRacks(const Project& project, const AddRacks& request, const Catalog& catalog);

struct RemoveRacks {
    std::string scenario;
    std::vector<Id> racks;
};
Result<Project> removeRacks(const Project& project, const RemoveRacks& request, const Catalog& catalog);

/// Another empty-rack part under the same devices; refused when they do not fit in it.
struct ReplaceRack {
    std::string scenario;
    Id rack{};
    std::string partId;
};
Result<Project> replaceRack(const Project& project, const ReplaceRack& request, const Catalog& catalog);

// ---- devices -----------------------------------------------------------------------------------------------------

/// Where a part goes: into a rack, into a bay of a host, on the floor of a room, at a site; all none: not put anywhere yet.
struct Where {
    Id rack{}, host{}, room{}, site{};
    std::optional<int> fromHalfU; ///< lowest half-U in the rack, from 0; empty: the lowest free place
    std::optional<int> heightHalfU; ///< where the catalog states no height
    std::optional<Face> face; ///< empty: as it was, else front
    std::optional<int> fromQuarter, widthQuarters; ///< devices of less than full width; empty: as it was, else all
    std::optional<Side> side; ///< zero-U units; empty: the side with more room
    std::string bay; ///< empty: the first bay group that takes the card
    std::optional<int> bayIndex; ///< from 0 in the group named by `bay`; empty: the first free one
    double xM = 0, yM = 0; ///< on the floor
};

struct Place {
    std::string scenario;
    std::string partId;
    Where where;
    std::string label; ///< empty: the part's id with a free number
    Id phase{};
    PlacementStatus status = PlacementStatus::planned;
    bool filled = true; ///< a host sold with its cards comes with them
};
Result<Project> place(const Project& project, const Place& request, const Catalog& catalog);

/// The same part many times, in one edit: `wheres[i]` gets `labels[i]`.
struct PlaceMany {
    std::string scenario;
    std::string partId;
    std::vector<Where> wheres;
    std::vector<std::string> labels; ///< empty: numbered
    Id phase{};
    PlacementStatus status = PlacementStatus::planned;
    bool filled = true;
};
Result<Project> placeMany(const Project& project, const PlaceMany& request, const Catalog& catalog);

/// With its cards; links and cords stay with it.
struct Move {
    std::string scenario;
    Id device{};
    Where where;
};
Result<Project> move(const Project& project, const Move& request, const Catalog& catalog);

/// Several devices at once: none stands in the way of another's new place. All of them or none.
struct MoveMany {
    std::string scenario;
    std::vector<std::pair<Id, Where>> moves;
};
Result<Project> moveMany(const Project& project, const MoveMany& request, const Catalog& catalog);

/// Takes cards, links and cords along.
struct Remove {
    std::string scenario;
    std::vector<Id> devices;
};
Result<Project> remove(const Project& project, const Remove& request, const Catalog& catalog);

/// One more of a device, with its cards and overrides, without its links and cords.
struct Duplicate {
    std::string scenario;
    Id device{};
    Where where;
    std::string label;
};
Result<Project> duplicate(const Project& project, const Duplicate& request, const Catalog& catalog);

/// A device and its guests as they were when they were copied; what came of the originals does not matter.
struct CopiedDevice {
    Placement device;
    std::vector<Placement> guests;
};
[[nodiscard]] CopiedDevice copyOf(const Build& build, Id device);

/// `devices[i]` goes to `wheres[i]`, with its overrides and guests, without links and cords; labels that are taken are
/// numbered anew.
struct Paste {
    std::string scenario;
    std::vector<CopiedDevice> devices;
    std::vector<Where> wheres;
};
Result<Project> paste(const Project& project, const Paste& request, const Catalog& catalog);

/// `count` more of a device in the same rack, each `stepHalfU` above the one before (empty: right above it).
struct Array {
    std::string scenario;
    Id device{};
    int count = 1;
    std::optional<int> stepHalfU;
    std::string labelPattern; ///< "dgx-{n:02}"; empty: the part's id with a free number
    int firstNumber = 1;
};
Result<Project> array(const Project& project, const Array& request, const Catalog& catalog);

/// Another part in the same place; links and cords keep their ports by name and place, else by role.
struct Replace {
    std::string scenario;
    std::vector<Id> devices;
    std::string partId;
    bool dropLinks = false; ///< else refused when a link or cord finds no port on the new part
};
Result<Project> replace(const Project& project, const Replace& request, const Catalog& catalog);

/// New names by pattern: {n}, {n:02} count from `firstNumber`; {name} the old name; {rack}, {u} where a device is.
struct Rename {
    std::string scenario; ///< for racks and devices
    Thing thing = Thing::device;
    std::vector<Id> ids;
    std::string pattern;
    int firstNumber = 1;
};
Result<Project> rename(const Project& project, const Rename& request, const Catalog& catalog);

/// Properties of anything. An empty value goes back to "not stated". Keys of a device that are columns of its part are overrides.
struct Set {
    std::string scenario; ///< for racks and devices
    Thing thing = Thing::device;
    std::vector<Id> ids;
    Properties properties;
};
Result<Project> set(const Project& project, const Set& request, const Catalog& catalog);

/// Puts what is unplaced into the racks: biggest first, each into the lowest place of the first rack that takes it. What finds
/// no place stays unplaced.
struct PlaceAll {
    std::string scenario;
    std::vector<Id> racks; ///< empty: all
};
Result<Project> placeAll(const Project& project, const PlaceAll& request, const Catalog& catalog);

// ---- links and cords ---------------------------------------------------------------------------------------------

enum class LinkPattern {
    spread, ///< each `from` gets `count` links, dealt in turn to the `to` devices
    rail, ///< port r of each `from` goes to `to` device r
    mesh ///< each `from` gets `count` links to each `to`
};

struct Connect {
    std::string scenario;
    std::vector<Id> from, to;
    LinkPattern pattern = LinkPattern::spread;
    int count = 1;
    std::optional<PortRole> role; ///< empty: the first role that both ends have free
    std::string fromPort, toPort; ///< port group; empty: by role (a switch answers any role with its fabric ports)
    std::optional<int> fromIndex, toIndex; ///< one link between two given ports, from 0
    std::string cablePartId;
    std::optional<double> lengthM;
};
Result<Project> connect(const Project& project, const Connect& request, const Catalog& catalog);

struct Disconnect {
    std::string scenario;
    std::vector<Id> links; ///< these
    std::vector<Id> from, to; ///< and those between these; `to` empty: all links of `from`
};
Result<Project> disconnect(const Project& project, const Disconnect& request, const Catalog& catalog);

/// Every inlet of the devices: in turn to the A- and B-side PDUs of the rack (the one with least load that has a fitting
/// outlet), or in turn to the named feeds or PDUs. Inlets that have a cord are corded anew.
struct CordUp {
    std::string scenario;
    std::vector<Id> devices;
    std::vector<std::string> feeds;
    std::vector<Id> pdus;
    bool off = false; ///< take the cords away
};
Result<Project> cord(const Project& project, const CordUp& request, const Catalog& catalog);
/// All devices of these racks that have inlets, PDUs left out.
Result<Project> cordRacks(const Project& project, const std::string& scenario, std::span<const Id> racks, const Catalog& catalog);

// ---- workloads, scenarios, phases --------------------------------------------------------------------------------

/// Adds the workload, or changes the one of that name. kind=training|serving|vision comes first in `properties` of a new one.
struct WorkloadEdit {
    std::string name;
    Properties properties;
};
Result<Project> workload(const Project& project, const WorkloadEdit& request, const Catalog& catalog);
struct RemoveWorkload {
    Id workload{};
};
Result<Project> removeWorkload(const Project& project, const RemoveWorkload& request, const Catalog& catalog);

/// One allocation per workload and scenario: a second one replaces the first.
struct Allocate {
    std::string scenario;
    Allocation allocation;
    bool off = false; ///< take it away
};
Result<Project> allocate(const Project& project, const Allocate& request, const Catalog& catalog);

/// Adds a scenario with an empty build, with a cloud plan, or both; or changes plan and finance of the one of that name.
struct ScenarioEdit {
    std::string name;
    std::optional<bool> build; ///< empty: yes for a new one without a plan
    std::optional<CloudPlan> cloud;
    Properties finance; ///< years, discount
};
Result<Project> scenario(const Project& project, const ScenarioEdit& request, const Catalog& catalog);
/// Shares build, ids and phases until one of them changes.
struct CopyScenario {
    std::string from, name;
};
Result<Project> copyScenario(const Project& project, const CopyScenario& request, const Catalog& catalog);
struct RemoveScenario {
    std::string name;
};
Result<Project> removeScenario(const Project& project, const RemoveScenario& request, const Catalog& catalog);

/// Adds the phase, or changes the month of the one of that name; `off` removes it, what it held is then there from the start.
struct PhaseEdit {
    std::string scenario;
    std::string name;
    int month = 0;
    bool off = false;
};
Result<Project> phase(const Project& project, const PhaseEdit& request, const Catalog& catalog);

/// An empty reason takes the approval back.
struct Approve {
    std::string findingCode, subject, reason;
};
Result<Project> approve(const Project& project, const Approve& request, const Catalog& catalog);

} // namespace rackwright::edit
