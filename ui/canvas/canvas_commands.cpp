#include "ui/canvas/canvas_commands.h"

#include "ui/canvas/canvas_dialogs.h"
#include "ui/command/command_set.h"
#include "ui/document/subjects.h"

#include <algorithm>
#include <unordered_set>

namespace rackwright {

namespace {

QString utf(const std::string& from)
{
    return QString::fromStdString(from);
}

} // namespace

CanvasCommands::CanvasCommands(const Workspace& workspace, CanvasContext& context, RackView& view, QWidget& owner)
    : QObject{&owner}, document_{workspace.document}, commands_{workspace.commands}, context_{context}, view_{view}, owner_{owner}
{
    connectEdits();
    connectDesign();
    connectView();
    // Keys that a list or a field also understands belong to the canvas only while it has the keyboard.
    for (const std::string_view id :
        {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.array", "edit.delete", "edit.rename", "edit.select-all",
            "edit.select-same", "design.open-host", "view.tool-select", "view.tool-hand", "view.face", "view.fit-selection"}) {
        QAction* action = commands_.action(id);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        owner_.addAction(action);
    }
    connect(&document_, &Document::selectionChanged, this, &CanvasCommands::updateEnabled);
    connect(&document_, &Document::projectChanged, this, &CanvasCommands::updateEnabled);
    connect(&document_, &Document::scenarioChanged, this, &CanvasCommands::updateEnabled);
    updateEnabled();
}

void CanvasCommands::connectEdits()
{
    const auto on = [this](std::string_view id, void (CanvasCommands::*handler)()) {
        commands_.on(id, this, [this, handler](bool) { (this->*handler)(); });
    };
    commands_.on("edit.cut", this, [this](bool) {
        copy();
        remove();
    });
    on("edit.copy", &CanvasCommands::copy);
    on("edit.paste", &CanvasCommands::paste);
    on("edit.duplicate", &CanvasCommands::duplicate);
    on("edit.array", &CanvasCommands::array);
    on("edit.delete", &CanvasCommands::remove);
    on("edit.rename", &CanvasCommands::rename);
    on("edit.replace", &CanvasCommands::replace);
    on("edit.select-all", &CanvasCommands::selectAll);
    on("edit.select-same", &CanvasCommands::selectSame);
}

void CanvasCommands::connectDesign()
{
    const auto on = [this](std::string_view id, void (CanvasCommands::*handler)()) {
        commands_.on(id, this, [this, handler](bool) { (this->*handler)(); });
    };
    on("design.add-rack", &CanvasCommands::addRack);
    on("design.place-all", &CanvasCommands::placeAll);
    on("design.to-unplaced", &CanvasCommands::toUnplaced);
    on("design.cord", &CanvasCommands::cord);
    commands_.on("design.open-host", this, [this](bool) { view_.openHost(view_.focused()); });
}

void CanvasCommands::connectView()
{
    const auto hand = [this](bool on) {
        view_.setHandTool(on);
        commands_.action("view.tool-hand")->setChecked(on);
        commands_.action("view.tool-select")->setChecked(!on);
    };
    commands_.on("view.tool-select", this, [hand](bool) { hand(false); });
    commands_.on("view.tool-hand", this, [hand](bool) { hand(true); });
    commands_.action("view.tool-select")->setChecked(true);
    commands_.on("view.face", this, [this](bool rear) {
        context_.face = rear ? Face::rear : Face::front;
        Q_EMIT lookChanged();
    });
    commands_.on("view.overlay-power", this, [this](bool on) {
        context_.powerOverlay = on;
        Q_EMIT lookChanged();
    });
    constexpr double step = 1.25;
    commands_.on("view.zoom-in", this, [this](bool) { view_.zoomBy(step); });
    commands_.on("view.zoom-out", this, [this](bool) { view_.zoomBy(1 / step); });
    commands_.on("view.fit", this, [this](bool) { view_.fitAll(); });
    commands_.on("view.fit-selection", this, [this](bool) { view_.fitSelection(); });
}

void CanvasCommands::updateEnabled()
{
    const bool hasBuild = build() != nullptr;
    const std::vector<Id> chosen = hasBuild ? devices() : std::vector<Id>{}, racks = selectedRacks();
    const bool any = !chosen.empty() || !racks.empty();
    for (const std::string_view id : {"edit.cut", "edit.copy", "edit.duplicate", "design.to-unplaced", "edit.select-same"})
        commands_.setEnabled(id, !chosen.empty());
    for (const std::string_view id : {"edit.delete", "edit.rename", "edit.replace", "design.cord", "view.fit-selection"})
        commands_.setEnabled(id, any);
    commands_.setEnabled("edit.array", chosen.size() == 1);
    commands_.setEnabled("design.open-host", chosen.size() == 1);
    commands_.setEnabled("edit.paste", hasBuild && !clipboard_.empty());
    for (const std::string_view id : {"design.add-rack", "design.place-all", "edit.select-all"}) commands_.setEnabled(id, hasBuild);
}

bool CanvasCommands::apply(const QString& name, const Document::Edit& edit)
{
    const std::int64_t firstNewId = document_.project().nextId;
    document_.endGesture();
    if (const Result<void> done = document_.apply(name, edit); !done) {
        const Refusal refusal = refusalOf(done.error());
        Q_EMIT view_.refused(refusal.reason, refusal.mend);
        return false;
    }
    if (const Build* now = build())
        if (std::vector<Id> added = addedSince(*now, firstNewId); !added.empty()) {
            view_.setFocused(added.front());
            document_.select(std::move(added));
            view_.reveal(view_.focused());
        }
    return true;
}

const Build* CanvasCommands::build() const
{
    return view_.racks().build();
}

std::vector<Id> CanvasCommands::devices() const
{
    return build() ? movable(*build(), document_.selection()) : std::vector<Id>{};
}

std::vector<Id> CanvasCommands::selectedRacks() const
{
    std::vector<Id> racks;
    if (!build()) return racks;
    for (const Id id : document_.selection())
        if (rackOf(*build(), id)) racks.push_back(id);
    return racks;
}

void CanvasCommands::remove()
{
    const std::string scenario = document_.scenarioName();
    const std::vector<Id> racks = selectedRacks();
    std::unordered_set<Id> gone{racks.begin(), racks.end()};
    std::vector<Id> loose; // not already in a rack that goes
    for (const Id id : devices()) {
        const PlacedDevice device = findDevice(*build(), id);
        if (!device.rack || !gone.contains(device.rack->id)) loose.push_back(id);
    }
    if (racks.empty() && loose.empty()) return;
    QString what = loose.empty() ? QString{} : namesOf(*build(), loose);
    if (racks.size() == 1) what = tr("rack %1").arg(utf(nameOf(*build(), racks.front())));
    if (racks.size() > 1) what = tr("%1 racks").arg(racks.size());
    if (!racks.empty() && !loose.empty()) what = tr("%1 and %2").arg(what, namesOf(*build(), loose));
    apply(tr("Delete %1").arg(what), [=](const Project& project, const Catalog& catalog) {
        Result<Project> next = loose.empty() ? Result<Project>{project} : edit::remove(project, {scenario, loose}, catalog);
        if (next && !racks.empty()) next = edit::removeRacks(*next, {scenario, racks}, catalog);
        return next;
    });
}

void CanvasCommands::copy()
{
    clipboard_.clear();
    clipboardRacks_.clear();
    for (const Id id : devices()) {
        clipboard_.push_back(edit::copyOf(*build(), id));
        const RackItem* rack = view_.racks().rackOfDevice(id);
        clipboardRacks_.push_back(rack ? view_.racks().layout().indexOf(rack->id()) : -1);
    }
    updateEnabled();
}

void CanvasCommands::paste()
{
    if (clipboard_.empty() || !build()) return;
    const CanvasLayout& layout = view_.racks().layout();
    const RackItem* held = view_.racks().rackOfDevice(view_.focused());
    const std::vector<Id> racks = selectedRacks();
    const Id chosen = !racks.empty() ? racks.front() : held ? held->id() : layout.racks.empty() ? Id::none : layout.racks.front().rack;
    const int first = *std::ranges::min_element(clipboardRacks_), target = layout.indexOf(chosen);
    // At the same heights in the rack that is chosen; where that is not free, in its lowest free places.
    const auto wheres = [&](bool sameHeights) {
        std::vector<edit::Where> places;
        for (std::size_t i = 0; i < clipboard_.size(); ++i) {
            edit::Where& where = places.emplace_back();
            const Anchor& anchor = clipboard_[i].device.anchor;
            const int rack = target + (sameHeights ? clipboardRacks_[i] - first : 0);
            if (const auto* site = std::get_if<AtSite>(&anchor)) where.site = site->site;
            if (const auto* floor = std::get_if<OnFloor>(&anchor))
                where.room = floor->room, where.xM = floor->xM + 0.6, where.yM = floor->yM;
            if (const auto* card = std::get_if<InDevice>(&anchor))
                where.host = view_.openedHost() != Id::none ? view_.openedHost() : card->host;
            const bool inRack =
                std::holds_alternative<InRack>(anchor) || std::holds_alternative<ZeroU>(anchor) || std::holds_alternative<RearDoor>(anchor);
            if (!inRack || rack < 0 || rack >= static_cast<int>(layout.racks.size())) continue;
            where.rack = layout.racks[static_cast<std::size_t>(rack)].rack;
            if (const auto* space = std::get_if<InRack>(&anchor); space && sameHeights) where.fromHalfU = space->fromHalfU;
        }
        return places;
    };
    const auto edit = [&](bool sameHeights) -> Document::Edit {
        return [request = edit::Paste{document_.scenarioName(), clipboard_, wheres(sameHeights)}](
                   const Project& project, const Catalog& catalog) { return edit::paste(project, request, catalog); };
    };
    const Document::Edit asItWas = edit(true);
    const QString what = clipboard_.size() == 1 ? utf(clipboard_.front().device.label) : tr("%1 devices").arg(clipboard_.size());
    apply(tr("Paste %1").arg(what), document_.tryEdit(asItWas) ? asItWas : edit(false));
}

void CanvasCommands::duplicate()
{
    const std::vector<Id> chosen = devices();
    if (chosen.empty()) return;
    apply(tr("Duplicate %1").arg(namesOf(*build(), chosen)),
        [chosen, scenario = document_.scenarioName()](const Project& project, const Catalog& catalog) {
            Result<Project> next = project;
            for (const Id id : chosen)
                if (next) next = edit::duplicate(*next, {scenario, id, {}, {}}, catalog);
            return next;
        });
}

void CanvasCommands::array()
{
    const std::vector<Id> chosen = devices();
    if (chosen.size() == 1) (new ArrayDialog{document_, chosen.front(), &owner_})->open();
}

void CanvasCommands::rename()
{
    const std::vector<Id> racks = selectedRacks();
    const std::vector<Id> chosen = racks.empty() ? devices() : racks;
    if (!chosen.empty()) (new RenameDialog{document_, racks.empty() ? edit::Thing::device : edit::Thing::rack, chosen, &owner_})->open();
}

void CanvasCommands::replace()
{
    const std::vector<Id> racks = selectedRacks();
    const std::vector<Id> chosen = racks.empty() ? devices() : racks;
    if (!chosen.empty()) (new ReplaceDialog{document_, !racks.empty(), chosen, &owner_})->open();
}

void CanvasCommands::selectAll()
{
    if (!build()) return;
    std::vector<Id> all;
    forEachPlacement(*build(), [&](const PlacedDevice& device) {
        if (!std::holds_alternative<InDevice>(device.placement->anchor)) all.push_back(device.placement->id);
    });
    document_.select(std::move(all));
}

void CanvasCommands::selectSame()
{
    std::unordered_set<std::string> parts;
    for (const Id id : document_.selection())
        if (const PlacedDevice device = findDevice(*build(), id); device.placement) parts.insert(device.placement->partId);
    std::vector<Id> same;
    forEachPlacement(*build(), [&](const PlacedDevice& device) {
        if (parts.contains(device.placement->partId)) same.push_back(device.placement->id);
    });
    if (!same.empty()) document_.select(std::move(same));
}

void CanvasCommands::toUnplaced()
{
    const std::vector<Id> chosen = devices();
    if (chosen.empty()) return;
    edit::MoveMany request{document_.scenarioName(), {}};
    for (const Id id : chosen) request.moves.emplace_back(id, edit::Where{});
    apply(tr("Unplace %1").arg(namesOf(*build(), chosen)),
        [request](const Project& project, const Catalog& catalog) { return edit::moveMany(project, request, catalog); });
}

void CanvasCommands::cord()
{
    const std::vector<Id> racks = selectedRacks(), chosen = devices();
    if (racks.empty() && chosen.empty()) return;
    const QString what = racks.empty() ? namesOf(*build(), chosen)
        : racks.size() == 1            ? tr("rack %1").arg(utf(nameOf(*build(), racks.front())))
                                       : tr("%1 racks").arg(racks.size());
    apply(tr("Cord %1").arg(what), [=, scenario = document_.scenarioName()](const Project& project, const Catalog& catalog) {
        if (!racks.empty()) return edit::cordRacks(project, scenario, racks, catalog);
        edit::CordUp request;
        request.scenario = scenario;
        request.devices = chosen;
        return edit::cord(project, request, catalog);
    });
}

void CanvasCommands::addRack()
{
    if (!build()) return;
    auto* dialog = new AddRackDialog{document_, &owner_};
    const std::int64_t firstNewId = document_.project().nextId;
    connect(dialog, &EditDialog::applied, this, [this, firstNewId] {
        std::vector<Id> added;
        for (const RackPtr& rack : build()->racks)
            if (toNumber(rack->id) >= firstNewId) added.push_back(rack->id);
        if (added.empty()) return;
        document_.select(added);
        view_.reveal(added.front());
    });
    dialog->open();
}

void CanvasCommands::placeAll()
{
    const auto unplaced = [this] {
        return std::ranges::count_if(
            build()->placements, [](const Placement& each) { return std::holds_alternative<Unplaced>(each.anchor); });
    };
    if (!build() || unplaced() == 0) return;
    const auto before = unplaced();
    apply(tr("Place all"), [scenario = document_.scenarioName()](const Project& project, const Catalog& catalog) {
        return edit::placeAll(project, {scenario, {}}, catalog);
    });
    const auto left = unplaced();
    if (left == 0) return;
    const QString reason =
        left == before ? tr("No rack has a place for what is unplaced.") : tr("%1 of %2 found no place.").arg(left).arg(before);
    Q_EMIT view_.refused(reason, tr("Add a rack with Ctrl+R, or make room."));
}

} // namespace rackwright
