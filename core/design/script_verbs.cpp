#include "core/design/edit_properties.h"
#include "core/design/script_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rackwright::edit {

namespace {

/// Runs the verb of one line; each function is one verb.
class LineRunner {
public:
    LineRunner(const Project& project, const ScriptLine& line, const Catalog& catalog)
        : project_{project}, catalog_{catalog}, line_{line}, read_{project, line}
    {
    }

    Result<Project> run()
    {
        using Runner = Result<Project> (LineRunner::*)();
        static constexpr std::array<std::pair<std::string_view, Runner>, 23> runners{{
            {"site", &LineRunner::runSite},
            {"room", &LineRunner::runRoom},
            {"feed", &LineRunner::runFeed},
            {"rack", &LineRunner::runRack},
            {"place", &LineRunner::runPlace},
            {"card", &LineRunner::runPlace},
            {"move", &LineRunner::runMove},
            {"remove", &LineRunner::runRemove},
            {"duplicate", &LineRunner::runDuplicate},
            {"array", &LineRunner::runArray},
            {"replace", &LineRunner::runReplace},
            {"rename", &LineRunner::runRename},
            {"set", &LineRunner::runSet},
            {"connect", &LineRunner::runConnect},
            {"disconnect", &LineRunner::runDisconnect},
            {"cord", &LineRunner::runCord},
            {"allocate", &LineRunner::runAllocate},
            {"phase", &LineRunner::runPhase},
            {"scenario", &LineRunner::runScenario},
            {"workload", &LineRunner::runWorkload},
            {"place-all", &LineRunner::runPlaceAll},
            {"approve", &LineRunner::runApprove},
            {"finance", &LineRunner::runFinance},
        }};
        const auto found = std::ranges::find(runners, std::string_view{line_.verb}, &std::pair<std::string_view, Runner>::first);
        return (this->*found->second)();
    }

private:
    // ---- site ----

    Result<Project> removeNamed(Thing thing)
    {
        const Result<Id> id = read_.oneOf(thing, "name");
        if (!id) return Unexpected{id.error()};
        return removeFacility(project_, {thing, *id}, catalog_);
    }

    Result<Project> runSite()
    {
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        if (*off) return removeNamed(Thing::site);
        return site(project_, {read_.text("name"), read_.rest({"name", "off"})}, catalog_);
    }

    template <class Request>
    Result<Project> runAtSite(Thing thing, Result<Project> (*edit)(const Project&, const Request&, const Catalog&))
    {
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        if (*off) return removeNamed(thing);
        const Result<Id> home = read_.oneOf(Thing::site, "site");
        if (!home) return Unexpected{home.error()};
        return edit(project_, {read_.text("name"), *home, read_.rest({"name", "site", "off"})}, catalog_);
    }

    Result<Project> runRoom() { return runAtSite<RoomEdit>(Thing::room, room); }
    Result<Project> runFeed() { return runAtSite<FeedEdit>(Thing::feed, feed); }

    // ---- racks ----

    Result<Id> phaseId()
    {
        const std::string name = read_.text("phase");
        return name.empty() ? Result<Id>{Id::none} : read_.oneOf(Thing::phase, "phase");
    }

    Result<Project> runRack()
    {
        const Result<std::vector<std::string>> names = expandNames(read_.text("name"));
        if (!names) return Unexpected{names.error()};
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        const Result<std::vector<Id>> there = read_.racks("name");
        if (*off) {
            if (!there) return Unexpected{there.error()};
            return removeRacks(project_, {read_.scenarioName(), *there}, catalog_);
        }
        if (there) return changeRacks(*there);
        if (!read_.has("part")) return Unexpected{there.error()};
        return newRacks(*names);
    }

    Result<Project> changeRacks(const std::vector<Id>& racks)
    {
        Result<Project> after = project_;
        if (read_.has("part"))
            for (const Id rack : racks)
                if (after) after = replaceRack(*after, {read_.scenarioName(), rack, read_.text("part")}, catalog_);
        if (!after) return after;
        return set(*after, {read_.scenarioName(), Thing::rack, racks, read_.rest({"name", "part", "scenario", "spacing", "height", "off"})},
            catalog_);
    }

    Result<Project> newRacks(const std::vector<std::string>& names)
    {
        AddRacks request;
        request.scenario = read_.scenarioName();
        request.names = names;
        request.partId = read_.text("part");
        const Result<Id> room = read_.oneOf(Thing::room, "room");
        const Result<Id> phase = phaseId();
        const Result<int> row = read_.whole("row", 1, 0, 10000);
        const auto x = read_.number("x", {"m", -1e4, 1e4}), y = read_.number("y", {"m", -1e4, 1e4});
        const auto spacing = read_.number("spacing", {"m", 0, 100}), limit = read_.number("power-limit", {"kW", 0, 1e6});
        const auto height = read_.number("height", {"U", 0.5, 200});
        if (!room || !phase) return Unexpected{!room ? room.error() : phase.error()};
        if (!row) return Unexpected{row.error()};
        for (const auto* number : {&x, &y, &spacing, &limit, &height})
            if (!*number) return Unexpected{number->error()};
        request.room = *room;
        request.phase = *phase;
        request.row = *row;
        request.xM = *x;
        request.yM = *y;
        request.spacingM = spacing->value_or(request.spacingM);
        request.powerLimitKw = *limit;
        if (*height) request.heightHalfU = static_cast<int>(**height * 2);
        Result<Project> after = addRacks(project_, request, catalog_);
        const std::string column = read_.text("column");
        if (!after || column.empty()) return after;
        const Result<std::vector<Id>> added = LineReader{*after, line_}.racks("name");
        return set(*after, {request.scenario, Thing::rack, *added, {{"column", column}}}, catalog_);
    }

    // ---- devices ----

    /// Where, but for rack, host and U, which may be several.
    Result<Where> whereOf()
    {
        Where where;
        const Result<Id> room = read_.oneOf(Thing::room, "room"), home = read_.oneOf(Thing::site, "site");
        const auto x = read_.number("x", {"m", -1e4, 1e4}), y = read_.number("y", {"m", -1e4, 1e4});
        const auto height = read_.number("height", {"U", 0.5, 200}), width = read_.number("width", {"", 1, 4, true}),
                   from = read_.number("from", {"", 1, 4, true});
        if (!room || !home) return Unexpected{!room ? room.error() : home.error()};
        for (const auto* number : {&x, &y, &height, &width, &from})
            if (!*number) return Unexpected{number->error()};
        where.room = *room;
        where.site = *home;
        where.xM = x->value_or(0);
        where.yM = y->value_or(0);
        where.bay = read_.text("bay");
        if (*height) where.heightHalfU = static_cast<int>(**height * 2);
        if (*width) where.widthQuarters = static_cast<int>(**width);
        if (*from) where.fromQuarter = static_cast<int>(**from) - 1;
        const std::string side = read_.text("side"), face = read_.text("face");
        if (side == "left" || side == "right")
            where.side = side == "left" ? Side::left : Side::right;
        else if (!side.empty())
            return badValue("side", side, "left or right");
        if (face == "front" || face == "rear")
            where.face = face == "front" ? Face::front : Face::rear;
        else if (!face.empty())
            return badValue("face", face, "front or rear");
        return where;
    }

    /// All places that the line names: racks times U, hosts times `each`, or `count` times the same.
    Result<std::vector<Where>> places(Id ownRack = Id::none)
    {
        Result<Where> where = whereOf();
        if (!where) return Unexpected{where.error()};
        const bool staysInRack = ownRack != Id::none && (read_.has("u") || read_.has("side"));
        const Result<std::vector<Id>> racks = read_.has("rack") ? read_.racks("rack")
            : staysInRack                                       ? std::vector<Id>{ownRack}
                                                                : std::vector<Id>{};
        const Result<std::vector<Id>> hosts = read_.has("host") ? read_.devices("host") : std::vector<Id>{};
        const Result<std::vector<int>> us = read_.halfUs("u");
        const Result<int> each = read_.whole("each", 1, 1, 1000), count = read_.whole("count", -1, 1, 100000);
        if (!racks || !hosts) return Unexpected{!racks ? racks.error() : hosts.error()};
        if (!us) return Unexpected{us.error()};
        if (!each || !count) return Unexpected{!each ? each.error() : count.error()};
        std::vector<Where> wheres;
        const auto repeat = [&](const Where& place) {
            for (int i = 0; i < *each; ++i) wheres.push_back(place);
        };
        for (const Id rack : *racks) {
            where->rack = rack;
            for (const int u : *us) {
                where->fromHalfU = u;
                wheres.push_back(*where);
            }
            if (us->empty()) repeat(*where);
        }
        for (const Id host : *hosts) {
            where->host = host;
            repeat(*where);
        }
        if (racks->empty() && hosts->empty()) {
            if (!us->empty()) return badValue("u", read_.text("u"), "a rack as well");
            wheres.assign(static_cast<std::size_t>(std::max(1, *count)), *where);
        }
        if (*count > 0) {
            const auto wanted = static_cast<std::size_t>(*count);
            if (wanted > wheres.size())
                return badValue("count", read_.text("count"), fmt::format("at most {} places that the line names", wheres.size()));
            wheres.resize(wanted);
        }
        return wheres;
    }

    const Build* build() const
    {
        const std::string name = read_.scenarioName();
        for (const ScenarioPtr& scenario : project_.scenarios)
            if (scenario->build && (name.empty() || scenario->name == name)) return scenario->build.get();
        return nullptr;
    }

    Result<std::vector<std::string>> labelsFor(const std::vector<Where>& wheres)
    {
        std::vector<std::string> labels;
        const std::string pattern = read_.text("label");
        const Result<int> start = read_.whole("start", 1, 0, 1000000);
        if (!start) return Unexpected{start.error()};
        if (pattern.empty()) return labels;
        int number = *start;
        for (const Where& where : wheres) {
            std::vector<std::pair<std::string_view, std::string>> words;
            if (const Build* held = build()) {
                const auto rack = std::ranges::find(held->racks, where.rack, [](const RackPtr& each) { return each->id; });
                if (rack != held->racks.end()) words.emplace_back("rack", (*rack)->name);
                if (where.host != Id::none) words.emplace_back("host", findDevice(*held, where.host).placement->label);
            }
            if (where.fromHalfU) words.emplace_back("u", uText(*where.fromHalfU).substr(1));
            Result<std::string> label = filled(pattern, number++, words);
            if (!label) return Unexpected{label.error()};
            labels.push_back(std::move(*label));
        }
        return labels;
    }

    Result<Project> runPlace()
    {
        const Result<std::vector<Where>> wheres = places();
        if (!wheres) return Unexpected{wheres.error()};
        const Result<std::vector<std::string>> labels = labelsFor(*wheres);
        if (!labels) return Unexpected{labels.error()};
        const Result<Id> phase = phaseId();
        if (!phase) return Unexpected{phase.error()};
        const Result<bool> isFilled = read_.flag("filled", true);
        if (!isFilled) return Unexpected{isFilled.error()};
        const std::string status = read_.text("status");
        PlaceMany request{read_.scenarioName(), read_.text("part"), *wheres, *labels, *phase, PlacementStatus::planned, *isFilled};
        if (status == "existing")
            request.status = PlacementStatus::existing;
        else if (!status.empty() && status != "planned")
            return badValue("status", status, "planned or existing");
        return placeMany(project_, request, catalog_);
    }

    /// The one place of move and duplicate; U without a rack means the device's own.
    Result<Where> placeFor(Id device)
    {
        const PlacedDevice placed = build() ? findDevice(*build(), device) : PlacedDevice{};
        const Result<std::vector<Where>> wheres = places(placed.rack ? placed.rack->id : Id::none);
        if (!wheres) return Unexpected{wheres.error()};
        if (wheres->size() != 1) return badValue("rack", read_.text("rack"), "one place");
        return wheres->front();
    }

    Result<Project> runMove()
    {
        const Result<Id> device = read_.device("device");
        if (!device) return Unexpected{device.error()};
        const Result<Where> where = placeFor(*device);
        if (!where) return Unexpected{where.error()};
        return edit::move(project_, {read_.scenarioName(), *device, *where}, catalog_);
    }

    Result<Project> runDuplicate()
    {
        const Result<Id> device = read_.device("device");
        if (!device) return Unexpected{device.error()};
        const Result<Where> where = placeFor(*device);
        if (!where) return Unexpected{where.error()};
        return duplicate(project_, {read_.scenarioName(), *device, *where, read_.text("label")}, catalog_);
    }

    Result<Project> runArray()
    {
        const Result<Id> device = read_.device("device");
        if (!device) return Unexpected{device.error()};
        const Result<int> count = read_.whole("count", 1, 1, 10000), start = read_.whole("start", 1, 0, 1000000);
        const auto step = read_.number("step", {"U", 0.5, 200});
        if (!count || !start) return Unexpected{!count ? count.error() : start.error()};
        if (!step) return Unexpected{step.error()};
        Array request{read_.scenarioName(), *device, *count, {}, read_.text("label"), *start};
        if (*step) request.stepHalfU = static_cast<int>(**step * 2);
        return array(project_, request, catalog_);
    }

    Result<Project> runReplace()
    {
        const Result<std::vector<Id>> devices = read_.devices("device");
        if (!devices) return Unexpected{devices.error()};
        const Result<bool> drop = read_.flag("drop-links");
        if (!drop) return Unexpected{drop.error()};
        return replace(project_, {read_.scenarioName(), *devices, read_.text("part"), *drop}, catalog_);
    }

    Result<Project> runRemove()
    {
        const Result<Thing> thing = read_.firstThing();
        if (!thing) return Unexpected{thing.error()};
        const std::string_view key = toText(*thing);
        if (*thing == Thing::scenario) return removeScenario(project_, {read_.text(key)}, catalog_);
        if (*thing == Thing::phase) return phase(project_, {read_.scenarioName(), read_.text(key), 0, true}, catalog_);
        const Result<std::vector<Id>> ids = read_.things(*thing, key);
        if (!ids) return Unexpected{ids.error()};
        if (*thing == Thing::device) return edit::remove(project_, {read_.scenarioName(), *ids}, catalog_);
        if (*thing == Thing::rack) return removeRacks(project_, {read_.scenarioName(), *ids}, catalog_);
        Result<Project> after = project_;
        for (const Id id : *ids) {
            if (!after) break;
            after = *thing == Thing::workload ? removeWorkload(*after, {id}, catalog_) : removeFacility(*after, {*thing, id}, catalog_);
        }
        return after;
    }

    // ---- names and properties ----

    Result<Project> runRename()
    {
        const Result<Thing> thing = read_.firstThing();
        if (!thing) return Unexpected{thing.error()};
        const Result<int> start = read_.whole("start", 1, 0, 1000000);
        if (!start) return Unexpected{start.error()};
        const Result<std::vector<Id>> ids = *thing == Thing::project ? std::vector<Id>{} : read_.things(*thing, toText(*thing));
        if (!ids) return Unexpected{ids.error()};
        const std::string scenario = *thing == Thing::scenario ? std::string{} : read_.scenarioName();
        return edit::rename(project_, {scenario, *thing, *ids, read_.text("to"), *start}, catalog_);
    }

    Result<Project> runSet()
    {
        const Result<Thing> thing = read_.firstThing();
        if (!thing) return Unexpected{thing.error()};
        const Result<std::vector<Id>> ids = *thing == Thing::project ? std::vector<Id>{} : read_.things(*thing, toText(*thing));
        if (!ids) return Unexpected{ids.error()};
        const bool inBuild = *thing == Thing::device || *thing == Thing::rack;
        Properties properties = read_.rest({toText(*thing), inBuild || *thing == Thing::phase ? "scenario" : toText(*thing)});
        return set(project_, {inBuild ? read_.scenarioName() : std::string{}, *thing, *ids, std::move(properties)}, catalog_);
    }

    // ---- links and cords ----

    Result<Project> runConnect()
    {
        Connect request;
        request.scenario = read_.scenarioName();
        const Result<std::vector<Id>> from = read_.devices("from"), to = read_.devices("to");
        if (!from || !to) return Unexpected{!from ? from.error() : to.error()};
        const Result<int> count = read_.whole("count", 1, 1, 10000), fromIndex = read_.whole("from-index", 0, 1, 10000),
                          toIndex = read_.whole("to-index", 0, 1, 10000);
        for (const auto* number : {&count, &fromIndex, &toIndex})
            if (!*number) return Unexpected{number->error()};
        const auto length = read_.number("length", {"m", 0, 100000});
        if (!length) return Unexpected{length.error()};
        request.from = *from;
        request.to = *to;
        request.count = *count;
        if (*fromIndex > 0) request.fromIndex = *fromIndex - 1;
        if (*toIndex > 0) request.toIndex = *toIndex - 1;
        request.lengthM = *length;
        request.fromPort = read_.text("from-port");
        request.toPort = read_.text("to-port");
        request.cablePartId = read_.text("cable");
        const std::string role = read_.text("role"), pattern = read_.text("pattern");
        if (!role.empty()) {
            request.role = portRoleOf(role);
            if (!request.role) return badValue("role", role, "compute, storage, in-band, out-of-band, fabric or scale-up");
        }
        if (pattern == "rail")
            request.pattern = LinkPattern::rail;
        else if (pattern == "mesh")
            request.pattern = LinkPattern::mesh;
        else if (!pattern.empty() && pattern != "spread")
            return badValue("pattern", pattern, "spread, rail or mesh");
        return connect(project_, request, catalog_);
    }

    Result<Project> runDisconnect()
    {
        const Result<std::vector<Id>> from = read_.devices("from");
        if (!from) return Unexpected{from.error()};
        const Result<std::vector<Id>> to = read_.has("to") ? read_.devices("to") : std::vector<Id>{};
        if (!to) return Unexpected{to.error()};
        return disconnect(project_, {read_.scenarioName(), {}, *from, *to}, catalog_);
    }

    Result<Project> runCord()
    {
        if (read_.has("rack") == read_.has("device")) return badValue("rack", read_.text("rack"), "a rack or devices");
        if (read_.has("rack")) {
            const Result<std::vector<Id>> racks = read_.racks("rack");
            if (!racks) return Unexpected{racks.error()};
            return cordRacks(project_, read_.scenarioName(), *racks, catalog_);
        }
        const Result<std::vector<Id>> devices = read_.devices("device");
        const Result<std::vector<Id>> pdus = read_.has("pdu") ? read_.devices("pdu") : std::vector<Id>{};
        if (!devices || !pdus) return Unexpected{!devices ? devices.error() : pdus.error()};
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        const Result<std::vector<std::string>> feeds = read_.has("feed") ? expandNames(read_.text("feed")) : std::vector<std::string>{};
        if (!feeds) return Unexpected{feeds.error()};
        return cord(project_, {read_.scenarioName(), *devices, *feeds, *pdus, *off}, catalog_);
    }

    // ---- workloads and scenarios ----

    Result<Project> runAllocate()
    {
        Allocate request;
        request.scenario = read_.scenarioName();
        const Result<Id> job = read_.oneOf(Thing::workload, "workload");
        if (!job) return Unexpected{job.error()};
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        request.off = *off;
        request.allocation.workload = *job;
        if (read_.has("devices")) {
            const Result<std::vector<Id>> devices = read_.devices("devices");
            if (!devices) return Unexpected{devices.error()};
            request.allocation.pool = *devices;
        }
        struct Shares {
            double share = 1, hours = 1;
        } shares;
        constexpr std::array<Key<Shares>, 2> table{
            {{"share", {"", 0, 1}, setShare<&Shares::share>}, {"hours", {"", 0, 1}, setShare<&Shares::hours>}}};
        Properties plan;
        for (const auto& [key, value] : read_.rest({"workload", "scenario", "devices", "off"})) {
            const auto own = std::ranges::find(table, std::string_view{key}, &Key<Shares>::name);
            if (own == table.end()) {
                plan.emplace_back(key, value);
                continue;
            }
            if (const Result<void> good = own->apply(shares, *own, value); !good) return Unexpected{good.error()};
        }
        if (read_.has("share")) request.allocation.pool = shares.share;
        request.allocation.hoursShare = shares.hours;
        if (!plan.empty()) {
            request.allocation.plan.emplace();
            if (const Result<void> good = applyProperties(*request.allocation.plan, "plan", planKeys(), plan); !good)
                return Unexpected{good.error()};
        }
        return allocate(project_, request, catalog_);
    }

    Result<Project> runPhase()
    {
        const Result<bool> off = read_.flag("off");
        const Result<int> month = read_.whole("month", 0, 0, 600);
        if (!off) return Unexpected{off.error()};
        if (!month) return Unexpected{month.error()};
        return phase(project_, {read_.scenarioName(), read_.text("name"), *month, *off}, catalog_);
    }

    Result<Project> runScenario()
    {
        const std::string name = read_.text("name");
        const Result<bool> off = read_.flag("off"), built = read_.flag("build");
        if (!off || !built) return Unexpected{!off ? off.error() : built.error()};
        if (*off) return removeScenario(project_, {name}, catalog_);
        Result<Project> start =
            read_.has("copy") ? copyScenario(project_, {read_.text("copy"), name}, catalog_) : Result<Project>{project_};
        if (!start) return start;
        ScenarioEdit request;
        request.name = name;
        if (read_.has("build")) request.build = *built;
        Properties cloud;
        for (const auto& pair : read_.rest({"name", "off", "build", "copy"}))
            (pair.first == "years" || pair.first == "discount" ? request.finance : cloud).push_back(pair);
        if (!cloud.empty()) {
            const ScenarioPtr there = start->scenario(name);
            request.cloud = there && there->cloud ? *there->cloud : CloudPlan{};
            if (const Result<void> good = applyProperties(*request.cloud, "scenario", cloudKeys(), cloud); !good)
                return Unexpected{good.error()};
        }
        return scenario(*start, request, catalog_);
    }

    Result<Project> runWorkload()
    {
        const Result<bool> off = read_.flag("off");
        if (!off) return Unexpected{off.error()};
        if (!*off) return workload(project_, {read_.text("name"), read_.rest({"name", "off"})}, catalog_);
        const Result<Id> job = read_.oneOf(Thing::workload, "name");
        if (!job) return Unexpected{job.error()};
        return removeWorkload(project_, {*job}, catalog_);
    }

    Result<Project> runPlaceAll()
    {
        const Result<std::vector<Id>> racks = read_.has("rack") ? read_.racks("rack") : std::vector<Id>{};
        if (!racks) return Unexpected{racks.error()};
        return placeAll(project_, {read_.scenarioName(), *racks}, catalog_);
    }

    Result<Project> runApprove()
    {
        return approve(project_, {read_.text("finding"), read_.text("subject"), read_.text("reason")}, catalog_);
    }

    Result<Project> runFinance()
    {
        std::vector<Id> ids;
        const std::string name = read_.scenarioName();
        for (const ScenarioPtr& each : project_.scenarios)
            if (name.empty() || each->name == name) ids.push_back(each->id);
        if (ids.empty()) return fail("EDIT-NO-SCENARIO", {{"found", name}, {"wanted", ""}});
        return set(project_, {{}, Thing::scenario, ids, read_.rest({"scenario"})}, catalog_);
    }

    const Project& project_;
    const Catalog& catalog_;
    const ScriptLine& line_;
    LineReader read_;
};

} // namespace

Result<Project> runLine(const Project& project, const ScriptLine& line, const Catalog& catalog)
{
    return LineRunner{project, line, catalog}.run();
}

} // namespace rackwright::edit
