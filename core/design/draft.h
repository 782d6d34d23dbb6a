// An edit under way: a copy of the lists of one build in which racks, link chunks and cord chunks are copied only when they
// change. `finish` gives the new project, or the old value itself when nothing changed.
#pragma once

#include "core/design/part_book.h"
#include "core/design/project.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rackwright::edit {

class Draft {
public:
    /// The build of the named scenario; empty: the first that has one. EDIT-NO-SCENARIO, EDIT-NO-BUILD.
    static Result<Draft> open(const Project& project, const std::string& scenarioName, const Catalog& catalog);
    [[nodiscard]] Project finish();

    PartBook parts;

    [[nodiscard]] const Project& project() const { return project_; }
    [[nodiscard]] const Scenario& scenario() const { return changedScenario_ ? *changedScenario_ : *scenario_; }
    Scenario& changeScenario(); ///< all but its build
    [[nodiscard]] const Build& build() const { return build_; }
    Id newId() { return Id{project_.nextId++}; }

    // racks
    [[nodiscard]] const Rack* rack(Id id) const; ///< null when there is none
    [[nodiscard]] Result<const Rack*> requireRack(Id id) const;
    Rack& changeRack(Id id); ///< precondition: it exists
    void addRack(Rack rack); ///< its id is the newest
    void eraseRack(Id id); ///< precondition: holds nothing that links or cords name
    [[nodiscard]] bool rackNameTaken(std::string_view name) const;

    // placements; `rack` none: in no rack
    [[nodiscard]] PlacedDevice find(Id id) const;
    [[nodiscard]] Result<PlacedDevice> require(Id id) const; ///< EDIT-NOT-FOUND
    void insert(Id rack, Placement placement);
    Placement& change(Id id); ///< precondition: it exists
    void erase(Id id);
    /// Cards and shelves' guests of the device, by id.
    [[nodiscard]] std::vector<Id> guestsOf(Id host) const;
    /// EDIT-DUPLICATE for the first of the new labels that is there already (devices in `ignored` left out) or comes twice.
    [[nodiscard]] Result<void> checkLabels(
        const std::vector<std::string>& labels, const std::unordered_set<std::int64_t>& ignored = {}) const;
    /// "part-3": the part's id with the number after the highest in use.
    [[nodiscard]] std::string freeLabel(const std::string& stem);
    [[nodiscard]] std::string nameOf(Id device) const;

    // links and cords
    void addLink(const Link& link);
    /// Takes out every link with an end in `devices` and gives them back.
    struct TakenLink {
        Link link;
        Id rackA{}, rackB{}; ///< the chunk that held it
    };
    std::vector<TakenLink> takeLinks(const std::unordered_set<std::int64_t>& devices);
    void eraseLinks(const std::unordered_set<std::int64_t>& links);
    void addCord(const Cord& cord);
    /// Takes out every cord of the devices, and to them.
    std::vector<Cord> takeCords(const std::unordered_set<std::int64_t>& devices, bool alsoTo);
    /// Moves a device and its guests with their links and cords to another rack.
    void moveToRack(Id device, Id rack);

    [[nodiscard]] Id rackOf(Id device) const;

private:
    using ChunkKey = std::pair<Id, Id>;

    Draft(const Project& project, const ScenarioPtr& scenario, const Catalog& catalog);
    [[nodiscard]] std::vector<Placement>& placementsOf(Id rack);
    [[nodiscard]] int rackIndex(Id id) const;
    std::vector<Link>& linksBetween(ChunkKey key);
    std::vector<Cord>& cordsOf(Id rack);
    [[nodiscard]] ChunkKey keyOf(const Link& link) const;
    void indexPlaces() const;
    void finishRacks();
    void finishLinks();
    void finishCords();

    Project project_;
    ScenarioPtr scenario_;
    std::optional<Scenario> changedScenario_;
    Build build_;
    bool looseChanged_ = false;
    std::unordered_map<std::int64_t, Rack*> ownRacks_;
    std::map<ChunkKey, std::vector<Link>*> ownLinks_;
    std::map<Id, std::vector<Cord>*> ownCords_;
    mutable int scans_ = 0;
    mutable std::unordered_map<std::int64_t, Id> places_; ///< device → rack: those found so far, all of them after many scans
    std::map<std::string, int> nextNumber_; ///< by stem
};

} // namespace rackwright::edit
