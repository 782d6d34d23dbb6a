#include "ui/canvas/canvas_dialogs.h"

#include "core/design/mounting.h"
#include "ui/canvas/drop_plan.h"
#include "ui/document/subjects.h"

#include <QCompleter>

#include <algorithm>

namespace rackwright {

namespace {

QString utf(std::string_view from)
{
    return QString::fromUtf8(from.data(), static_cast<qsizetype>(from.size()));
}

const Build& buildOf(const Document& document, const Project& project)
{
    return *project.scenario(document.scenarioName())->build;
}

/// "dgx-05, dgx-06 … dgx-12".
QString listed(const QStringList& names)
{
    if (names.size() <= 4) return names.join(QStringLiteral(", "));
    return names[0] + QStringLiteral(", ") + names[1] + QStringLiteral(" … ") + names.last();
}

QStringList namesSince(const Build& build, std::int64_t firstNewId)
{
    QStringList names;
    for (const Id id : addedSince(build, firstNewId)) names << utf(nameOf(build, id));
    return names;
}

QSpinBox* spinBox(int least, int most, int value)
{
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setValue(value);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return box;
}

/// "dgx-01" → "dgx-{n:02}" and 2; what has no number gets one.
std::pair<QString, int> patternAfter(const std::string& label)
{
    const std::size_t at = label.find_last_not_of("0123456789") + 1, digits = label.size() - at;
    const QString stem = utf(std::string_view{label}.substr(0, at));
    if (digits == 0 || digits > 6) return {utf(label) + QStringLiteral("-{n}"), 2};
    const QString number = label[at] == '0' && digits > 1 ? QStringLiteral("{n:0%1}").arg(digits) : QStringLiteral("{n}");
    return {stem + number, std::stoi(label.substr(at)) + 1};
}

} // namespace

// ---- array -------------------------------------------------------------------------------------------------------

ArrayDialog::ArrayDialog(Document& document, Id device, QWidget* parent)
    : EditDialog{document, tr("Array"), tr("Add"), parent}, device_{device}, count_{spinBox(1, 200, 3)}, first_{spinBox(0, 99999, 1)},
      step_{new QDoubleSpinBox}, pattern_{new QLineEdit}
{
    const PlacedDevice placed = findDevice(buildOf(document, document.project()), device);
    const auto* space = std::get_if<InRack>(&placed.placement->anchor);
    step_->setRange(0.5, 48);
    step_->setSingleStep(0.5);
    step_->setDecimals(1);
    step_->setSuffix(tr(" U"));
    step_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    step_->setValue(space ? space->heightHalfU / 2.0 : 1);
    step_->setEnabled(space != nullptr);
    const auto [pattern, first] = patternAfter(placed.placement->label);
    pattern_->setText(pattern);
    first_->setValue(first);
    form_->addRow(tr("How many more"), count_);
    form_->addRow(tr("From one to the next"), step_);
    form_->addRow(tr("Names"), pattern_);
    form_->addRow(tr("First number"), first_);
    for (QSpinBox* box : {count_, first_}) connect(box, &QSpinBox::valueChanged, this, &ArrayDialog::look);
    connect(step_, &QDoubleSpinBox::valueChanged, this, &ArrayDialog::look);
    connect(pattern_, &QLineEdit::textChanged, this, &ArrayDialog::look);
    count_->setObjectName(QStringLiteral("count"));
    look();
}

Document::Edit ArrayDialog::edit() const
{
    edit::Array request{document_.scenarioName(), device_, count_->value(), {}, pattern_->text().toStdString(), first_->value()};
    if (step_->isEnabled()) request.stepHalfU = qRound(step_->value() * 2);
    return [request](const Project& project, const Catalog& catalog) { return edit::array(project, request, catalog); };
}

QString ArrayDialog::stepName() const
{
    return tr("Array of %1").arg(utf(nameOf(buildOf(document_, document_.project()), device_)));
}

QString ArrayDialog::previewOf(const Project& after) const
{
    return tr("Adds %1.").arg(listed(namesSince(buildOf(document_, after), document_.project().nextId)));
}

// ---- rename ------------------------------------------------------------------------------------------------------

RenameDialog::RenameDialog(Document& document, edit::Thing thing, std::vector<Id> ids, QWidget* parent)
    : EditDialog{document, tr("Rename"), tr("Rename"), parent}, thing_{thing}, ids_{std::move(ids)}, pattern_{new QLineEdit},
      first_{spinBox(0, 99999, 1)}
{
    const std::string name = nameOf(buildOf(document, document.project()), ids_.front());
    pattern_->setObjectName(QStringLiteral("pattern"));
    if (ids_.size() == 1) {
        pattern_->setText(utf(name));
        form_->addRow(tr("Name"), pattern_);
    } else {
        pattern_->setText(patternAfter(name).first);
        pattern_->setToolTip(tr("{n} counts, {n:02} with two digits; {name} is the old name; {rack} and {u} are where a device is"));
        form_->addRow(tr("Pattern"), pattern_);
        form_->addRow(tr("First number"), first_);
    }
    pattern_->selectAll();
    connect(pattern_, &QLineEdit::textChanged, this, &RenameDialog::look);
    connect(first_, &QSpinBox::valueChanged, this, &RenameDialog::look);
    look();
}

Document::Edit RenameDialog::edit() const
{
    return [request = edit::Rename{document_.scenarioName(), thing_, ids_, pattern_->text().toStdString(), first_->value()}](
               const Project& project, const Catalog& catalog) { return edit::rename(project, request, catalog); };
}

QString RenameDialog::stepName() const
{
    const Build& build = buildOf(document_, document_.project());
    if (ids_.size() == 1) return tr("Rename %1").arg(utf(nameOf(build, ids_.front())));
    return thing_ == edit::Thing::rack ? tr("Rename %1 racks").arg(ids_.size()) : tr("Rename %1 devices").arg(ids_.size());
}

QString RenameDialog::previewOf(const Project& after) const
{
    if (ids_.size() == 1) return tr("{n} counts, {name} is the old name, {rack} and {u} are where a device is.");
    QStringList names;
    for (const Id id : ids_) names << utf(nameOf(buildOf(document_, after), id));
    return listed(names);
}

// ---- replace -----------------------------------------------------------------------------------------------------

ReplaceDialog::ReplaceDialog(Document& document, bool areRacks, std::vector<Id> ids, QWidget* parent)
    : EditDialog{document, tr("Replace with"), tr("Replace"), parent}, areRacks_{areRacks}, ids_{std::move(ids)}, filter_{new QLineEdit},
      list_{new QListWidget}
{
    const Build& build = buildOf(document, document.project());
    const std::string held = areRacks_ ? rackOf(build, ids_.front())->partId : findDevice(build, ids_.front()).placement->partId;
    const PartPtr now = document.project().part(held);
    for (std::size_t kind = 0; now && kind < partKindCount; ++kind)
        for (const PartPtr& part : document.engine().catalog.parts(static_cast<PartKind>(kind)))
            if (part->id != held && mountOf(*part) == mountOf(*now)) parts_.push_back(part);
    // Its own kind first.
    if (now) std::ranges::stable_partition(parts_, [&](const PartPtr& part) { return part->kind == now->kind; });
    filter_->setPlaceholderText(tr("Filter by name"));
    filter_->setObjectName(QStringLiteral("filter"));
    list_->setObjectName(QStringLiteral("parts"));
    list_->setMinimumHeight(260);
    list_->setAccessibleName(tr("Parts"));
    form_->addRow(filter_);
    form_->addRow(list_);
    connect(filter_, &QLineEdit::textChanged, this, &ReplaceDialog::fill);
    connect(list_, &QListWidget::currentRowChanged, this, &ReplaceDialog::look);
    fill();
}

void ReplaceDialog::fill()
{
    list_->clear();
    for (const PartPtr& part : parts_) {
        const QString name = utf(part->displayName());
        if (!name.contains(filter_->text(), Qt::CaseInsensitive) && !utf(part->id).contains(filter_->text(), Qt::CaseInsensitive)) continue;
        auto* item = new QListWidgetItem{name, list_};
        item->setData(Qt::UserRole, utf(part->id));
    }
    if (list_->count() > 0) list_->setCurrentRow(0);
    look();
}

std::string ReplaceDialog::chosen() const
{
    const QListWidgetItem* item = list_->currentItem();
    return item ? item->data(Qt::UserRole).toString().toStdString() : std::string{};
}

Document::Edit ReplaceDialog::edit() const
{
    const std::string part = chosen(), scenario = document_.scenarioName();
    if (!areRacks_)
        return [request = edit::Replace{scenario, ids_, part, false}](
                   const Project& project, const Catalog& catalog) { return edit::replace(project, request, catalog); };
    return [scenario, part, racks = ids_](const Project& project, const Catalog& catalog) {
        Result<Project> next = project;
        for (const Id rack : racks)
            if (next) next = edit::replaceRack(*next, {scenario, rack, part}, catalog);
        return next;
    };
}

QString ReplaceDialog::stepName() const
{
    return tr("Replace %1 with %2")
        .arg(namesOf(buildOf(document_, document_.project()), ids_), list_->currentItem() ? list_->currentItem()->text() : QString{});
}

// ---- racks -------------------------------------------------------------------------------------------------------

AddRackDialog::AddRackDialog(Document& document, QWidget* parent)
    : EditDialog{document, tr("Add rack"), tr("Add"), parent}, part_{new QComboBox}, room_{new QComboBox}, count_{spinBox(1, 500, 1)},
      row_{spinBox(1, 999, 1)}, limitKw_{new QDoubleSpinBox}
{
    const Build& build = buildOf(document, document.project());
    const std::string before = build.racks.empty() ? std::string{} : build.racks.back()->partId;
    for (const PartKind kind : {PartKind::rack, PartKind::server})
        for (const PartPtr& part : document.engine().catalog.parts(kind)) {
            const Mount mount = mountOf(*part);
            if (mount != Mount::frame && mount != Mount::wholeRack) continue;
            part_->addItem(utf(part->displayName()), utf(part->id));
            if (part->id == before) part_->setCurrentIndex(part_->count() - 1);
        }
    for (const Site& site : document.project().sites)
        for (const Room& room : site.rooms) room_->addItem(utf(room.name), qlonglong{toNumber(room.id)});
    if (!build.racks.empty()) {
        row_->setValue(build.racks.back()->row);
        room_->setCurrentIndex(std::max(0, room_->findData(qlonglong{toNumber(build.racks.back()->room)})));
    }
    limitKw_->setRange(0, 1000);
    limitKw_->setDecimals(1);
    limitKw_->setSuffix(tr(" kW"));
    limitKw_->setSpecialValueText(tr("none"));
    limitKw_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    part_->setEditable(true);
    part_->setInsertPolicy(QComboBox::NoInsert);
    part_->completer()->setFilterMode(Qt::MatchContains);
    part_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    part_->setObjectName(QStringLiteral("part"));
    count_->setObjectName(QStringLiteral("count"));
    form_->addRow(tr("Rack"), part_);
    form_->addRow(tr("How many"), count_);
    form_->addRow(tr("Room"), room_);
    form_->addRow(tr("Row"), row_);
    form_->addRow(tr("Power limit of each"), limitKw_);
    for (QComboBox* box : {part_, room_}) connect(box, &QComboBox::currentIndexChanged, this, &AddRackDialog::look);
    for (QSpinBox* box : {count_, row_}) connect(box, &QSpinBox::valueChanged, this, &AddRackDialog::look);
    connect(limitKw_, &QDoubleSpinBox::valueChanged, this, &AddRackDialog::look);
    look();
}

edit::AddRacks AddRackDialog::request() const
{
    edit::AddRacks request;
    request.scenario = document_.scenarioName();
    request.partId = part_->currentData().toString().toStdString();
    request.room = Id{room_->currentData().toLongLong()};
    request.row = row_->value();
    if (limitKw_->value() > 0) request.powerLimitKw = limitKw_->value();
    request.names = nextRackNames(buildOf(document_, document_.project()), request.room, request.row, count_->value());
    return request;
}

Document::Edit AddRackDialog::edit() const
{
    return [request = request()](const Project& project, const Catalog& catalog) { return edit::addRacks(project, request, catalog); };
}

QString AddRackDialog::stepName() const
{
    const std::vector<std::string> names = request().names;
    return names.size() == 1 ? tr("Add rack %1").arg(utf(names.front())) : tr("Add %1 racks").arg(names.size());
}

QString AddRackDialog::previewOf(const Project&) const
{
    QStringList names;
    for (const std::string& name : request().names) names << utf(name);
    return tr("Adds %1 at the end of row %2.").arg(listed(names)).arg(row_->value());
}

} // namespace rackwright
