#include "ui/drawing/rack_picture.h"

#include "core/design/mounting.h"
#include "core/quantity/figure_id.h"
#include "core/quantity/units.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>

namespace rackwright {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString translated(const char* english)
{
    return QCoreApplication::translate("rackwright", english);
}

/// With the sign of what is known, and without the names of what is missing: there is no room for them on a face.
QString short_(const Quantity<>* value, std::string_view unit)
{
    if (!value || !value->hasValue()) return {};
    const QString number = text(formatQuantity(value->value, unit));
    switch (value->knowledge) {
    case Knowledge::estimated: return QStringLiteral("≈ ") + number;
    case Knowledge::atLeast: return QStringLiteral("≥ ") + number;
    default: return number;
    }
}

const Quantity<>* valueOf(const ScenarioAssessment* assessed, std::string_view figure, std::string_view kind, std::string_view name)
{
    const Figure* found = assessed ? assessed->figure(figureId(figure, kind, name)) : nullptr;
    return found && found->value.hasValue() ? &found->value : nullptr;
}

/// Ports share a cage where the form says so: "OSFP-2x400G" holds two.
int portsPerCage(std::string_view form)
{
    const auto dash = form.rfind('-');
    if (dash == std::string_view::npos || dash + 2 >= form.size() || form[dash + 2] != 'x') return 1;
    const char digit = form[dash + 1];
    return digit >= '2' && digit <= '9' ? digit - '0' : 1;
}

std::vector<PortBlock> portBlocksOf(const Part& part)
{
    std::vector<PortBlock> blocks;
    for (const PortGroup& group : portsOf(part)) {
        if (group.role == PortRole::scaleUp || (part.kind == PartKind::switchUnit && group.role == PortRole::outOfBand && group.count < 4))
            continue;
        const int cages = (group.count + portsPerCage(group.form) - 1) / portsPerCage(group.form);
        blocks.push_back({cages, part.kind != PartKind::switchUnit && group.role == PortRole::compute});
    }
    return blocks;
}

/// Drive bays are a sign of the kind, by height: the catalog states none. Small ones stand 24 to two U, large ones 15 to a U.
int driveBaysOf(const Part& part, int heightHalfU)
{
    if (part.kind == PartKind::storage) return heightHalfU >= 8 ? heightHalfU * 15 / 2 : heightHalfU * 6;
    if (part.kind != PartKind::server) return 0;
    if (part.number("accelerator_count").value_or(0) > 0) return 8;
    return heightHalfU <= 2 ? 8 : 12;
}

FaceShape shapeOf(const Part& part)
{
    switch (part.kind) {
    case PartKind::accelerator: return FaceShape::accelerated;
    case PartKind::server: return part.number("accelerator_count").value_or(0) > 0 ? FaceShape::accelerated : FaceShape::server;
    case PartKind::switchUnit: return FaceShape::switchUnit;
    case PartKind::storage: return FaceShape::storage;
    case PartKind::powerUnit: return FaceShape::powerUnit;
    case PartKind::cooling: return FaceShape::coolingUnit;
    default: return FaceShape::other;
    }
}

int acceleratorsOf(const Part& part)
{
    if (part.kind == PartKind::accelerator) return 1;
    return part.kind == PartKind::server ? static_cast<int>(part.number("accelerator_count").value_or(0)) : 0;
}

void describe(DeviceFace& face, const Part& part)
{
    face.model = text(part.displayName());
    face.kind = kindOf(part);
    face.shape = shapeOf(part);
    face.accelerators = acceleratorsOf(part);
    face.portBlocks = portBlocksOf(part);
    for (const PortBlock& block : face.portBlocks) face.ports += block.count;
    face.driveBays = driveBaysOf(part, face.heightHalfU);
    for (const InletGroup& inlet : part.inlets) face.supplies += inlet.count;
    for (const OutletGroup& outlet : part.outlets) face.outlets += outlet.count;
}

void stand(DeviceFace& face, const Anchor& anchor, const Part* part)
{
    face.heightHalfU = part ? heightHalfUOf(*part).value_or(2) : 2;
    if (const auto* at = std::get_if<InRack>(&anchor)) {
        face.fromHalfU = at->fromHalfU, face.heightHalfU = at->heightHalfU;
        face.fromQuarter = at->fromQuarter, face.widthQuarters = at->widthQuarters;
        face.face = at->face, face.fullDepth = at->fullDepth;
    } else if (const auto* side = std::get_if<ZeroU>(&anchor)) {
        face.side = side->side, face.sidePosition = side->position, face.face = side->face;
        face.fromHalfU = side->fromHalfU, face.heightHalfU = std::max(2, side->toHalfU - side->fromHalfU);
    } else if (std::holds_alternative<RearDoor>(anchor)) {
        face.door = true, face.face = Face::rear;
    }
}

void judgeLoad(DeviceFace& face, const Placement& placement, const ScenarioAssessment& assessed)
{
    const Quantity<>* load = valueOf(&assessed, "power.load_w", "pdu", placement.label);
    const Quantity<>* limit = valueOf(&assessed, "power.limit_w", "pdu", placement.label);
    if (load && limit && limit->value > 0) face.loadShare = load->value / limit->value;
    const std::string subject = subjectOf("pdu", placement.label);
    face.overloaded = face.loadShare > 1 || std::ranges::any_of(assessed.findings, [&](const Finding& finding) {
        const bool isLoad = finding.code == "POWER-PDU-OVERLOAD" || finding.code == "POWER-FEED-LOSS" || finding.code == "POWER-PDU-LOSS";
        const bool overloads = finding.code == "POWER-PDU-OVERLOAD"
            || std::ranges::find(finding.args, std::pair<std::string, std::string>{"effect", "overload"}) != finding.args.end();
        return isLoad && overloads && std::ranges::find(finding.subjects, subject) != finding.subjects.end();
    });
}

QString bayDetail(std::optional<int> lanes, std::optional<double> watts)
{
    QString detail;
    if (lanes) detail = QStringLiteral("×%1").arg(*lanes);
    if (watts) detail += (detail.isEmpty() ? QString{} : QStringLiteral(" · ")) + text(formatQuantity(*watts, "W"));
    return detail;
}

std::vector<BayFace> baysOf(const Part& host, const std::vector<const Placement*>& cards, const Project& project)
{
    std::vector<BayFace> bays;
    for (const BayGroup& group : host.bays)
        for (int index = 0; index < group.count; ++index) {
            BayFace bay;
            bay.bay = text(group.name), bay.index = index;
            bay.label = text(group.form), bay.detail = bayDetail(group.lanes, group.maxPowerW);
            for (const Placement* card : cards) {
                const auto& at = std::get<InDevice>(card->anchor);
                if (at.bay != group.name || at.index != index) continue;
                const PartPtr part = project.part(card->partId);
                bay.card = card->id, bay.label = part ? text(part->displayName()) : text(card->label);
                bay.kind = part ? kindOf(*part) : DeviceKind::other;
                if (part) bay.detail = bayDetail(cardLanesOf(*part), nameplateWOf(*part, card));
            }
            bays.push_back(std::move(bay));
        }
    return bays;
}

/// Cards in their hosts: bays and, where the accelerators are cards, how many there are.
void fillBays(RackPicture& picture, const Rack& rack, const Project& project)
{
    std::map<Id, std::vector<const Placement*>> cards;
    for (const Placement& placement : rack.placements)
        if (const auto* at = std::get_if<InDevice>(&placement.anchor)) cards[at->host].push_back(&placement);
    for (DeviceFace& face : picture.devices) {
        const auto placed = std::ranges::find(rack.placements, face.id, &Placement::id);
        const PartPtr part = project.part(placed->partId);
        if (!part || part->bays.empty() || mountOf(*part) == Mount::wholeRack) continue;
        const std::vector<const Placement*>& own = cards[face.id];
        face.bays = baysOf(*part, own, project);
        const auto accelerators = std::ranges::count(face.bays, DeviceKind::accelerator, &BayFace::kind);
        if (soldWithCards(*part) || accelerators > 0) face.accelerators = static_cast<int>(accelerators);
        if (face.accelerators > 0) face.kind = DeviceKind::accelerator, face.shape = FaceShape::accelerated;
    }
}

Status worstOf(const Rack& rack, const ScenarioAssessment& assessed)
{
    std::unordered_set<std::string> names{subjectOf("rack", rack.name)};
    for (const Placement& placement : rack.placements)
        for (const std::string_view kind : {"device", "pdu"}) names.insert(subjectOf(kind, placement.label));
    Status worst = Status::ok;
    for (const Finding& finding : assessed.findings) {
        if (finding.severity == Severity::info || !finding.approvedBecause.empty()) continue;
        if (std::ranges::none_of(finding.subjects, [&](const std::string& subject) { return names.contains(subject); })) continue;
        if (finding.severity == Severity::error) return Status::over;
        worst = Status::nearLimit;
    }
    return worst;
}

QString kindName(DeviceKind kind)
{
    switch (kind) {
    case DeviceKind::compute: return translated("servers");
    case DeviceKind::accelerator: return translated("accelerators");
    case DeviceKind::network: return translated("network");
    case DeviceKind::storage: return translated("storage");
    case DeviceKind::power: return translated("power");
    case DeviceKind::cooling: return translated("cooling");
    case DeviceKind::other: break;
    }
    return translated("other");
}

/// "4 × DGX H100" where one accelerated system fills it, else the kinds of what is in it, the largest first.
QString contentOf(const RackPicture& picture)
{
    std::map<QString, int> systems;
    std::map<DeviceKind, int> halfUs;
    for (const DeviceFace& device : picture.devices) {
        if (device.side || device.door || device.status == PlacementStatus::removed) continue;
        if (device.shape == FaceShape::accelerated) ++systems[device.model];
        halfUs[device.kind] += device.heightHalfU;
    }
    if (systems.size() == 1) return QStringLiteral("%1 × %2").arg(systems.begin()->second).arg(systems.begin()->first);
    std::vector<std::pair<int, DeviceKind>> kinds;
    for (const auto& [kind, height] : halfUs) kinds.emplace_back(-height, kind);
    std::ranges::sort(kinds);
    QStringList names;
    for (const auto& [height, kind] : kinds) names << kindName(kind);
    QString joined = names.join(QStringLiteral(", "));
    if (!joined.isEmpty()) joined[0] = joined[0].toUpper();
    return joined;
}

void describeFrame(RackPicture& picture, const Rack& rack, const Project& project)
{
    const PartPtr part = project.part(rack.partId);
    int top = 0;
    for (const DeviceFace& device : picture.devices)
        if (!device.side && !device.door) top = std::max(top, device.fromHalfU + device.heightHalfU);
    const std::optional<int> stated = part ? heightHalfUOf(*part) : std::nullopt;
    picture.heightU = stated ? (*stated + 1) / 2 : std::max(42, (top + 1) / 2);
    if (!part) return;
    picture.widthMm = part->number("outer_width_mm").value_or(600);
    picture.soldWhole = mountOf(*part) == Mount::wholeRack;
    const std::string_view standard = part->text("standard");
    picture.tank = standard.starts_with("tank");
    if (standard.find("21 inch") != std::string_view::npos && !picture.tank) picture.panelMm = 538;
    if (standard.find("double width") != std::string_view::npos) picture.panelMm = 2 * 538;
}

void describeLoad(RackPicture& picture, const Rack& rack, const ScenarioAssessment& assessed)
{
    const QString u = QStringLiteral("%1 U").arg(picture.heightU);
    const Quantity<>* used = valueOf(&assessed, "space.u_used", "rack", rack.name);
    picture.caption = used ? translated("%1 of %2").arg(QString::number(used->value), u) : u;
    const QString mass = short_(valueOf(&assessed, "space.mass_kg", "rack", rack.name), "kg");
    if (!mass.isEmpty()) picture.caption += QStringLiteral(" · ") + mass;
    picture.load = short_(valueOf(&assessed, "power.workload_w", "rack", rack.name), "W");
    picture.status = worstOf(rack, assessed);
    if (!rack.powerLimitKw) return;
    const Quantity<>* most = valueOf(&assessed, "power.nameplate_w", "rack", rack.name);
    const QString limit = text(formatQuantity(*rack.powerLimitKw * 1000, "W"));
    picture.limit = most ? translated("max %1 of %2").arg(short_(most, "W"), limit) : translated("of %1").arg(limit);
    if (most && *rack.powerLimitKw > 0) picture.loadShare = most->value / (*rack.powerLimitKw * 1000);
}

} // namespace

DeviceKind kindOf(const Part& part)
{
    switch (part.kind) {
    case PartKind::accelerator: return DeviceKind::accelerator;
    case PartKind::server: return acceleratorsOf(part) > 0 ? DeviceKind::accelerator : DeviceKind::compute;
    case PartKind::cpu:
    case PartKind::cxlMemory: return DeviceKind::compute;
    case PartKind::switchUnit:
    case PartKind::nic:
    case PartKind::cable: return DeviceKind::network;
    case PartKind::storage: return DeviceKind::storage;
    case PartKind::powerUnit: return DeviceKind::power;
    case PartKind::cooling: return DeviceKind::cooling;
    case PartKind::rack:
    case PartKind::model:
    case PartKind::region:
    case PartKind::cloudInstance: break;
    }
    return DeviceKind::other;
}

DeviceFace faceOf(const Placement& placement, const Project& project, const ScenarioAssessment* assessed)
{
    const PartPtr part = project.part(placement.partId);
    DeviceFace face;
    face.id = placement.id;
    face.label = text(placement.label);
    face.status = placement.status;
    stand(face, placement.anchor, part.get());
    if (part) describe(face, *part);
    if (!assessed) return face;
    face.watts = short_(assessed->wattsOf(placement.id), "W");
    if (face.shape == FaceShape::powerUnit) judgeLoad(face, placement, *assessed);
    return face;
}

RackPicture pictureOf(const Rack& rack, const Project& project, const ScenarioAssessment* assessed)
{
    RackPicture picture;
    picture.id = rack.id;
    picture.name = text(rack.name);
    for (const Placement& placement : rack.placements) {
        const Anchor& anchor = placement.anchor;
        if (std::holds_alternative<InRack>(anchor) || std::holds_alternative<ZeroU>(anchor) || std::holds_alternative<RearDoor>(anchor))
            picture.devices.push_back(faceOf(placement, project, assessed));
    }
    fillBays(picture, rack, project);
    describeFrame(picture, rack, project);
    picture.content = contentOf(picture);
    picture.caption = QStringLiteral("%1 U").arg(picture.heightU);
    if (assessed) describeLoad(picture, rack, *assessed);
    return picture;
}

} // namespace rackwright
