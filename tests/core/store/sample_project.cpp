#include "tests/core/store/sample_project.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace rackwright::testing_support {

namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<Part> makePart(PartKind kind, std::string id, const Cells& cells)
{
    auto part = std::make_shared<Part>();
    part->kind = kind;
    part->id = std::move(id);
    part->provenances = {{"spec", "vendor, \"data sheet\", page 4", "2025-11"}, {"estimate", "class rule", "2026-01"}};
    for (const auto& [column, value] : cells) part->values.push_back({column, value, column.ends_with("_w") ? 1u : 0u});
    std::ranges::sort(part->values, {}, &PartValue::column);
    return part;
}

std::shared_ptr<Part> makeServer()
{
    auto server =
        makePart(PartKind::server, "srv-8", {{"vendor", "Maker"}, {"model", "Eight"}, {"height_u", "4"}, {"max_power_w", "6400"}});
    server->ports = {{"compute", 8, 400, "OSFP", PortRole::compute, true}, {"mgmt", 1, 1, "RJ45", PortRole::outOfBand, false}};
    server->bays = {{"pcie", 8, "FHFL", 5, 16, 350.0}, {"ocp", 1, "OCP 3.0", {}, {}, {}}};
    server->inlets = {{4, "C20", 3200.0, 2}, {1, "C14", {}, {}}};
    server->prices = {{180000.5, 200000.0, 250000.25, "each", "list", "2026-02-01", "high", "reseller"},
        {{}, 190000.0, {}, "each", "analyst-estimate", "2025-12-01", "low", "report"}};
    return server;
}

PartSnapshot makeParts()
{
    PartSnapshot parts;
    const auto add = [&](const std::shared_ptr<Part>& part) { parts[{part->kind, part->id}] = part; };
    add(makeServer());
    add(makePart(PartKind::rack, "rack-42", {{"height_u", "42"}, {"width_mm", "600"}}));
    auto leaf = makePart(PartKind::switchUnit, "leaf-64", {{"height_u", "2"}, {"max_power_w", "1800"}});
    leaf->ports = {{"osfp", 64, 400, "OSFP", PortRole::fabric, false}};
    leaf->inlets = {{2, "C20", 2000.0, 1}};
    add(leaf);
    auto pdu = makePart(PartKind::powerUnit, "pdu-24", {{"rating_kw", "17.3"}});
    pdu->outlets = {{"C19", 12}, {"C13/C19", 12}};
    pdu->inlets = {{1, "IEC 60309 32A", {}, {}}};
    add(pdu);
    add(makePart(PartKind::accelerator, "gpu-x", {{"memory_gb", "141"}, {"tdp_w", "350"}}));
    add(makePart(PartKind::cooling, "door-30", {{"capacity_kw", "30"}}));
    add(makePart(PartKind::cooling, "cdu-floor", {{"capacity_kw", "1300"}}));
    add(makePart(PartKind::storage, "edge-box", {{"capacity_tb", "12"}}));
    add(makePart(PartKind::cable, "aoc-10", {{"length_m", "10"}}));
    add(makePart(PartKind::nic, "nic-400", {{"speed_gbps", "400"}}));
    add(makePart(PartKind::model, "llama", {{"layers", "80"}, {"hidden", "8192"}}));
    add(makePart(PartKind::region, "is", {{"grid_gco2_per_kwh", "28"}}));
    add(makePart(PartKind::cloudInstance, "p5", {{"provider", "aws"}, {"instance_type", "p5.48xlarge"}}));
    auto bare = std::make_shared<Part>(); // states nothing, names no source
    bare->kind = PartKind::cpu;
    bare->id = "cpu-bare";
    bare->values = {{"cores", "64", 0}};
    add(bare);
    return parts;
}

Placement placed(int id, std::string label, std::string part, Anchor anchor)
{
    Placement made;
    made.id = Id{id};
    made.label = std::move(label);
    made.partId = std::move(part);
    made.anchor = std::move(anchor);
    return made;
}

BuildPtr makeBuild()
{
    auto first = std::make_shared<Rack>();
    first->id = Id{101}, first->name = "R01", first->partId = "rack-42", first->room = Id{3}, first->xM = 1.2, first->yM = -0.0;
    first->row = 1, first->column = 1, first->powerLimitKw = 40.5;
    first->placements = {
        placed(110, "node-1", "srv-8", InRack{.fromHalfU = 8, .heightHalfU = 8}),
        placed(111, "node-1-gpu", "gpu-x", InDevice{Id{110}, "pcie", 0}),
        placed(112, "node-1-nic", "nic-400", InDevice{Id{110}, "pcie", 1}),
        placed(113, "leaf-1", "leaf-64", InRack{.fromHalfU = 76, .heightHalfU = 4, .fullDepth = false, .face = Face::rear}),
        placed(114, "pdu-A", "pdu-24", ZeroU{Side::left, 0, 80, Face::rear, 0}),
        placed(115, "pdu-B", "pdu-24", ZeroU{Side::right, 0, 80, Face::rear, 0}),
        placed(116, "door", "door-30", RearDoor{}),
    };
    first->placements[0].overrides = {{"max_power_w", "6100"}, {"price_usd", "175000"}};
    first->placements[0].phase = Id{71};
    first->placements[3].status = PlacementStatus::existing;
    auto second = std::make_shared<Rack>();
    second->id = Id{102}, second->name = "R02", second->partId = "rack-42", second->phase = Id{72}, second->room = Id{4};
    second->placements = {
        placed(120, "node-2", "srv-8", InRack{.fromHalfU = 0, .heightHalfU = 8, .fromQuarter = 0, .widthQuarters = 4}),
        placed(121, "half", "edge-box", InRack{.fromHalfU = 10, .heightHalfU = 3, .fromQuarter = 2, .widthQuarters = 2}),
        placed(122, "on-shelf", "edge-box", OnShelf{Id{121}, 1}),
    };
    second->placements[2].status = PlacementStatus::removed;
    auto build = std::make_shared<Build>();
    build->racks = {first, second};
    build->placements = {
        placed(130, "cdu", "cdu-floor", OnFloor{Id{3}, 4.25, 7.5}),
        placed(131, "edge-1", "edge-box", AtSite{Id{2}}),
        placed(132, "spare", "gpu-x", Unplaced{}),
    };
    const auto links = [](std::vector<Link> list) { return std::make_shared<const std::vector<Link>>(std::move(list)); };
    build->links = {{Id{101}, Id{101}, links({{Id{140}, {Id{110}, "compute", 0}, {Id{113}, "osfp", 0}, "aoc-10", 3.5}})},
        {Id{101}, Id{102},
            links({{Id{141}, {Id{113}, "osfp", 1}, {Id{120}, "compute", 1}, "", {}},
                {Id{142}, {Id{120}, "compute", 2}, {Id{113}, "osfp", 2}, "", 0.0}})}};
    const auto cords = [](std::vector<Cord> list) { return std::make_shared<const std::vector<Cord>>(std::move(list)); };
    build->cords = {{Id{101},
        cords({{Id{150}, Id{110}, 0, Id{114}}, {Id{151}, Id{110}, 1, Id{115}}, {Id{152}, Id{114}, 0, std::string{"A"}},
            {Id{153}, Id{115}, 0, std::string{"B"}}})}};
    return build;
}

std::vector<Workload> makeWorkloads()
{
    TrainingJob training{"llama", "fp8", 8192, 1024, 15e12};
    InferenceService serving;
    serving.modelId = "llama", serving.tpotLimitS = 0.05;
    VisionJob vision{"llama", 48, 29.97};
    return {{Id{10}, "pretrain", training}, {Id{11}, "cameras", vision}, {Id{12}, "chat", serving}};
}

std::vector<ScenarioPtr> makeScenarios()
{
    auto own = std::make_shared<Scenario>();
    own->id = Id{20}, own->name = "Own", own->build = makeBuild(), own->finance = {4, 0.07};
    own->phases = {{Id{72}, "second wave", 12}, {Id{71}, "first wave", 0}};
    own->allocations = {{Id{10}, std::vector<Id>{Id{120}, Id{110}}, 0.75, ParallelPlan{8, 2, 1, 1, 1, 2, 4, 3, Recompute::selective, true}},
        {Id{12}, {}, 1.0, {}}, {Id{11}, 0.125, 0.5, {}}};
    auto cloud = std::make_shared<Scenario>();
    cloud->id = Id{22}, cloud->name = "Rented", cloud->cloud = CloudPlan{"aws", "p5.48xlarge", "", 0, "Own", "reserved_3y", 0.6};
    cloud->allocations = {{Id{10}, {}, 1.0, {}}};
    auto hybrid = std::make_shared<Scenario>(*own);
    hybrid->id = Id{21}, hybrid->name = "Both";
    hybrid->cloud = CloudPlan{"aws", "p5.48xlarge", "eu-north-1", 3, "", "on_demand", 0.1};
    // One rack is changed: the other, and its links, are shared with Own.
    auto build = std::make_shared<Build>(*own->build);
    auto rack = std::make_shared<Rack>(*build->racks[1]);
    rack->name = "R02b";
    build->racks[1] = rack;
    hybrid->build = build;
    return {own, cloud, hybrid};
}

} // namespace

Project sampleProject()
{
    Project project;
    project.id = "sample-1";
    project.name = "Ångström's \"big\" design; DROP TABLE rack; -- 設計 🚀\n\ttwo lines";
    project.asOf = "2026-03-01";
    Site main;
    main.id = Id{1}, main.name = "Main", main.regionId = "is", main.tariffUsdPerKwh = 0.061, main.pue = 1.15;
    main.feeds = {{Id{6}, "B", 'B', 900, 415}, {Id{5}, "A", 'A', 900.5, 415}};
    Room hall{.id = Id{4}, .name = "hall 2"};
    Room pod{.id = Id{3}, .name = "pod"};
    pod.airCoolingKw = 120, pod.airSupplyCfm = 20000, pod.containment = "open", pod.floorLimitKgPerM2 = 1200, pod.liquidSupplyC = 32,
    pod.liquidFlowLpm = 900;
    main.rooms = {hall, pod};
    Site edge;
    edge.id = Id{2}, edge.name = "Edge", edge.altitudeM = -2.5;
    project.sites = {edge, main};
    project.workloads = makeWorkloads();
    project.scenarios = makeScenarios();
    project.parts = std::make_shared<const PartSnapshot>(makeParts());
    project.approvals = {{"POWER-OVER-FEED", "feed:A", "agreed with the landlord"}, {"FABRIC-OVERSUBSCRIBED", "scenario:Own", ""}};
    project.nextId = 200;
    project.extra = {{"rack", "101", "colour", "red"}, {"site", "1", "owner", ""}};
    return project;
}

namespace {

/// SplitMix64: the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_{seed} { }
    std::uint64_t bits()
    {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    int upTo(int most) { return static_cast<int>(bits() % (static_cast<std::uint64_t>(most) + 1)); }
    bool coin() { return bits() % 2 == 0; }
    double real()
    {
        constexpr double odd[] = {0, 0.1, 1, 1e-300, 1e29, 3.5, 1.0 / 3, 123456789.125};
        return coin() ? odd[upTo(7)] : static_cast<double>(bits() >> 11) * 0x1p-40;
    }
    std::optional<double> maybeReal() { return coin() ? std::optional{real()} : std::nullopt; }
    std::optional<int> maybeInt(int most) { return coin() ? std::optional{upTo(most)} : std::nullopt; }
    std::string text()
    {
        static const char* const pieces[] = {
            "a", "R01", "'", "\"", ";--", "\n", "é", "漢", "🚀", " ", "%", "\x7f", "NULL", "0", "\\", "x'00'"};
        std::string made;
        for (int i = upTo(5); i > 0; --i) made += pieces[upTo(15)];
        return made;
    }

private:
    std::uint64_t state_;
};

class RandomMaker {
public:
    RandomMaker(std::uint64_t seed, int size) : random_{seed}, size_{size} { }

    Project project()
    {
        Project made;
        made.id = random_.text(), made.name = random_.text(), made.asOf = random_.text();
        for (int i = random_.upTo(2); i > 0; --i) made.sites.push_back(site());
        for (int i = random_.upTo(4); i > 0; --i) made.workloads.push_back({newId(), random_.text(), job()});
        for (const Workload& each : made.workloads) workloads_.push_back(each.id);
        auto parts = std::make_shared<PartSnapshot>();
        for (int i = random_.upTo(size_); i > 0; --i) addPart(*parts);
        made.parts = parts;
        for (int i = random_.upTo(3); i > 0; --i) made.scenarios.push_back(scenario(made));
        for (int i = random_.upTo(2); i > 0; --i) made.approvals.push_back({random_.text(), random_.text(), random_.text()});
        for (int i = random_.upTo(2); i > 0; --i) made.extra.push_back({"rack", fmt::format("{}", i), random_.text(), random_.text()});
        std::ranges::sort(made.extra);
        made.nextId = next_ + 1;
        return made;
    }

private:
    Id newId() { return Id{next_ += 1 + random_.upTo(3)}; }
    template <class T>
    T oneOf(const std::vector<T>& list)
    {
        return list[static_cast<std::size_t>(random_.upTo(static_cast<int>(list.size()) - 1))];
    }

    Site site()
    {
        Site made{newId(), random_.text(), random_.text(), random_.maybeReal(), random_.maybeReal(), random_.maybeReal(), {}, {}};
        sites_.push_back(made.id);
        for (int i = random_.upTo(3); i > 0; --i)
            made.feeds.push_back({newId(), random_.text(), static_cast<char>('A' + random_.upTo(25)), random_.real(), random_.real()});
        for (int i = random_.upTo(3); i > 0; --i) {
            made.rooms.push_back({newId(), random_.text(), random_.real(), random_.maybeReal(), random_.maybeReal(),
                random_.coin() ? "open" : "none", random_.maybeReal(), random_.maybeReal(), random_.maybeReal()});
            rooms_.push_back(made.rooms.back().id);
        }
        return made;
    }

    Job job()
    {
        switch (random_.upTo(2)) {
        case 0: return TrainingJob{random_.text(), random_.text(), 1 + random_.upTo(9999), 1 + random_.upTo(9999), random_.real()};
        case 1:
            return InferenceService{random_.text(), random_.text(), random_.text(), random_.text(), random_.upTo(9999), random_.upTo(9999),
                1 + random_.upTo(99), random_.maybeReal(), random_.maybeReal()};
        default: return VisionJob{random_.text(), 1 + random_.upTo(99), random_.real()};
        }
    }

    void addPart(PartSnapshot& parts)
    {
        auto made = std::make_shared<Part>();
        made->kind = static_cast<PartKind>(random_.upTo(static_cast<int>(partKindCount) - 1));
        made->id = random_.text();
        for (int i = random_.upTo(2); i > 0; --i) made->provenances.push_back({random_.text(), random_.text(), random_.text()});
        std::map<std::string, std::string> cells;
        for (int i = random_.upTo(4); i > 0; --i) cells[random_.text()] = random_.text();
        for (const auto& [column, value] : cells) // an index past the end stands for "no source"
            made->values.push_back({column, value, static_cast<std::uint32_t>(random_.upTo(static_cast<int>(made->provenances.size())))});
        for (int i = random_.upTo(2); i > 0; --i)
            made->ports.push_back(
                {random_.text(), random_.upTo(99), random_.real(), random_.text(), static_cast<PortRole>(random_.upTo(5)), random_.coin()});
        for (int i = random_.upTo(2); i > 0; --i)
            made->bays.push_back(
                {random_.text(), random_.upTo(9), random_.text(), random_.maybeInt(6), random_.maybeInt(16), random_.maybeReal()});
        for (int i = random_.upTo(2); i > 0; --i)
            made->inlets.push_back({random_.upTo(9), random_.text(), random_.maybeReal(), random_.maybeInt(4)});
        for (int i = random_.upTo(2); i > 0; --i) made->outlets.push_back({random_.text(), random_.upTo(48)});
        for (int i = random_.upTo(2); i > 0; --i)
            made->prices.push_back({random_.maybeReal(), random_.maybeReal(), random_.maybeReal(), random_.text(), random_.text(),
                random_.text(), random_.text(), random_.text()});
        parts[{made->kind, made->id}] = made;
    }

    Anchor anchor(const std::vector<Id>& hosts)
    {
        switch (random_.upTo(7)) {
        case 0:
            return InRack{
                random_.upTo(90), random_.upTo(20), random_.upTo(3), random_.upTo(4), random_.coin(), static_cast<Face>(random_.upTo(1))};
        case 1:
            return ZeroU{static_cast<Side>(random_.upTo(1)), random_.upTo(90), random_.upTo(90), static_cast<Face>(random_.upTo(1)),
                random_.upTo(3)};
        case 2: return RearDoor{};
        case 3: return hosts.empty() ? Anchor{Unplaced{}} : OnShelf{oneOf(hosts), random_.upTo(3)};
        case 4: return hosts.empty() ? Anchor{Unplaced{}} : InDevice{oneOf(hosts), random_.text(), random_.upTo(7)};
        case 5: return rooms_.empty() ? Anchor{Unplaced{}} : OnFloor{oneOf(rooms_), -random_.real(), random_.real()};
        case 6: return sites_.empty() ? Anchor{Unplaced{}} : AtSite{oneOf(sites_)};
        default: return Unplaced{};
        }
    }

    std::vector<Placement> placements(std::vector<Id>& hosts, const std::vector<Phase>& phases)
    {
        std::vector<Placement> made;
        for (int i = random_.upTo(size_); i > 0; --i) {
            Placement each;
            each.id = newId(), each.label = random_.text(), each.partId = random_.text(), each.anchor = anchor(hosts);
            if (!phases.empty() && random_.coin()) each.phase = oneOf(phases).id;
            each.status = static_cast<PlacementStatus>(random_.upTo(2));
            for (int n = random_.upTo(2); n > 0; --n) each.overrides[random_.text()] = random_.text();
            hosts.push_back(each.id);
            made.push_back(std::move(each));
        }
        return made;
    }

    BuildPtr build(const std::vector<Phase>& phases, std::vector<Id>& devices)
    {
        auto made = std::make_shared<Build>();
        std::map<Id, Id> rackOf;
        for (int i = random_.upTo(size_ / 3); i > 0; --i) {
            auto rack = std::make_shared<Rack>();
            rack->id = newId(), rack->name = random_.text(), rack->partId = random_.text(), rack->xM = random_.real(),
            rack->yM = -random_.real();
            rack->row = random_.upTo(9) - 3, rack->column = random_.upTo(9), rack->powerLimitKw = random_.maybeReal();
            if (!rooms_.empty() && random_.coin()) rack->room = oneOf(rooms_);
            if (!phases.empty() && random_.coin()) rack->phase = oneOf(phases).id;
            rack->placements = placements(devices, phases);
            for (const Placement& each : rack->placements) rackOf[each.id] = rack->id;
            made->racks.push_back(rack);
        }
        made->placements = placements(devices, phases);
        if (!devices.empty()) addLinks(*made, devices, rackOf);
        return made;
    }

    void addLinks(Build& build, const std::vector<Id>& devices, std::map<Id, Id>& rackOf)
    {
        std::map<std::pair<Id, Id>, std::vector<Link>> links;
        std::map<Id, std::vector<Cord>> cords;
        for (int i = random_.upTo(2 * size_); i > 0; --i) {
            Link link{newId(), {oneOf(devices), random_.text(), random_.upTo(63)}, {oneOf(devices), random_.text(), random_.upTo(63)},
                random_.text(), random_.maybeReal()};
            links[std::minmax(rackOf[link.a.device], rackOf[link.b.device])].push_back(std::move(link));
        }
        for (int i = random_.upTo(2 * size_); i > 0; --i) {
            Cord cord{newId(), oneOf(devices), random_.upTo(5), oneOf(devices)};
            if (random_.coin()) cord.to = "feed " + random_.text();
            cords[rackOf[cord.device]].push_back(std::move(cord));
        }
        for (auto& [racks, list] : links)
            build.links.push_back({racks.first, racks.second, std::make_shared<const std::vector<Link>>(std::move(list))});
        for (auto& [rack, list] : cords) build.cords.push_back({rack, std::make_shared<const std::vector<Cord>>(std::move(list))});
    }

    ScenarioPtr scenario(const Project& soFar)
    {
        auto made = std::make_shared<Scenario>();
        if (!soFar.scenarios.empty() && random_.coin()) *made = *soFar.scenarios.back(); // shares its build
        made->id = newId(), made->name = random_.text(), made->finance = {random_.real(), -random_.real()};
        std::vector<Id> devices;
        if (!made->build && random_.coin()) {
            for (int i = random_.upTo(2); i > 0; --i) made->phases.push_back({newId(), random_.text(), random_.upTo(60)});
            made->build = build(made->phases, devices);
        }
        if (random_.coin())
            made->cloud =
                CloudPlan{random_.text(), random_.text(), random_.text(), random_.upTo(99), random_.text(), "spot", random_.real()};
        for (int i = random_.upTo(2); i > 0 && !workloads_.empty(); --i) {
            Allocation each{oneOf(workloads_), {}, random_.real(), {}};
            if (random_.coin()) each.pool = random_.real();
            if (random_.coin() && !devices.empty()) each.pool = std::vector<Id>{oneOf(devices), oneOf(devices)};
            if (random_.coin())
                each.plan = ParallelPlan{
                    1 + random_.upTo(8), 1, 1 + random_.upTo(99), 1, 1, 1, 1, random_.upTo(3), Recompute::full, random_.coin()};
            made->allocations.push_back(std::move(each));
        }
        return made;
    }

    Random random_;
    int size_;
    std::int64_t next_ = 0;
    std::vector<Id> sites_, rooms_, workloads_;
};

} // namespace

Project randomProject(std::uint64_t seed, int size)
{
    return RandomMaker{seed, size}.project();
}

Project largeProject(int racks)
{
    constexpr int devices = 20, linksPerRack = 60;
    Project project = sampleProject();
    auto build = std::make_shared<Build>();
    std::int64_t next = 1000;
    std::vector<std::vector<Id>> ids(static_cast<std::size_t>(racks));
    for (int r = 0; r < racks; ++r) {
        auto rack = std::make_shared<Rack>();
        rack->id = Id{next++}, rack->name = fmt::format("R{:04}", r), rack->partId = "rack-42", rack->room = Id{3},
        rack->xM = 0.6 * (r % 40), rack->row = r / 40;
        for (int d = 0; d < devices; ++d) {
            const Id id{next++};
            Anchor anchor = InRack{.fromHalfU = 4 * d, .heightHalfU = 4};
            if (d >= devices - 2) anchor = ZeroU{d % 2 ? Side::left : Side::right, 0, 80, Face::rear, 0};
            rack->placements.push_back({id, fmt::format("{}-dev-{:02}", rack->name, d),
                d >= devices - 2 ? "pdu-24"
                    : d == 0     ? "leaf-64"
                                 : "srv-8",
                anchor, {}, {}, {}});
            ids[static_cast<std::size_t>(r)].push_back(id);
        }
        build->racks.push_back(std::move(rack));
    }
    for (int r = 0; r < racks; ++r) {
        const auto& own = ids[static_cast<std::size_t>(r)];
        const auto& other = ids[static_cast<std::size_t>((r + 1) % racks)];
        std::vector<Link> within, across;
        for (int i = 0; i < linksPerRack; ++i)
            (i < 40 ? within : across)
                .push_back({Id{next++}, {own[static_cast<std::size_t>(1 + i % 16)], "compute", i / 16},
                    {i < 40 ? own[0] : other[0], "osfp", i}, "", {}});
        std::vector<Cord> cords;
        for (int d = 0; d < 18; ++d)
            for (int inlet = 0; inlet < 2; ++inlet)
                cords.push_back({Id{next++}, own[static_cast<std::size_t>(d)], inlet, own[static_cast<std::size_t>(18 + inlet)]});
        const Id a = build->racks[static_cast<std::size_t>(r)]->id, b = build->racks[static_cast<std::size_t>((r + 1) % racks)]->id;
        build->links.push_back({a, a, std::make_shared<const std::vector<Link>>(std::move(within))});
        build->links.push_back({std::min(a, b), std::max(a, b), std::make_shared<const std::vector<Link>>(std::move(across))});
        build->cords.push_back({a, std::make_shared<const std::vector<Cord>>(std::move(cords))});
    }
    std::ranges::sort(build->links, {}, [](const LinkChunk& each) { return std::pair{each.rackA, each.rackB}; });
    auto scenario = std::make_shared<Scenario>();
    scenario->id = Id{20}, scenario->name = "Own", scenario->build = build;
    project.scenarios = {scenario};
    project.nextId = next;
    return project;
}

} // namespace rackwright::testing_support
