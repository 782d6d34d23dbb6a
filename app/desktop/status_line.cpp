#include "app/desktop/status_line.h"

#include "core/design/project.h"
#include "ui/document/document.h"
#include "ui/document/subjects.h"
#include "ui/pages/role_label.h"

#include <QLocale>

namespace rackwright {

namespace {

const Build* buildOf(const Workspace& workspace)
{
    const ScenarioPtr scenario = workspace.document.scenario();
    return scenario ? scenario->build.get() : nullptr;
}

} // namespace

StatusLine::StatusLine(const Workspace& workspace, QWidget* parent)
    : QStatusBar{parent}, workspace_{workspace}, selection_{new RoleLabel{{}, TypeRole::small, &Tokens::text1, this}},
      keys_{new RoleLabel{{}, TypeRole::small, &Tokens::text3, this}}, counts_{new RoleLabel{{}, TypeRole::small, &Tokens::text2, this}}
{
    constexpr int barHeight = 26;
    setFixedHeight(barHeight);
    setSizeGripEnabled(false);
    setContentsMargins(space::s, 0, space::s, 0);
    addWidget(selection_);
    addWidget(keys_);
    addPermanentWidget(counts_);
    connect(&workspace_.document, &Document::selectionChanged, this, &StatusLine::showSelection);
    connect(&workspace_.document, &Document::projectChanged, this, &StatusLine::showSelection);
    connect(&workspace_.document, &Document::projectChanged, this, &StatusLine::showCounts);
    connect(&workspace_.document, &Document::scenarioChanged, this, &StatusLine::showCounts);
    showSelection();
    showCounts();
}

void StatusLine::showSelection()
{
    const std::vector<Id>& selected = workspace_.document.selection();
    const Build* build = buildOf(workspace_);
    if (selected.empty() || !build) {
        selection_->setText(tr("Nothing selected"));
        keys_->setText(tr("Drag a part onto a rack · Ctrl K searches everything"));
        return;
    }
    if (selected.size() > 1) {
        selection_->setText(tr("%1 selected").arg(QLocale{}.toString(static_cast<qlonglong>(selected.size()))));
        keys_->setText(tr("Ctrl D duplicates · F2 renames · Del removes"));
        return;
    }
    const Id id = selected.front();
    const QString name = QString::fromStdString(nameOf(*build, id));
    if (rackOf(*build, id)) {
        selection_->setText(tr("Rack %1").arg(name));
        keys_->setText(tr("Ctrl V pastes into it · F2 renames · Del removes"));
        return;
    }
    const PlacedDevice device = findDevice(*build, id);
    selection_->setText(device.rack ? tr("%1 in %2").arg(name, QString::fromStdString(device.rack->name)) : name);
    keys_->setText(tr("Arrows move by 1U · Ctrl D duplicates · F2 renames · Del removes"));
}

QString StatusLine::countsOf(const Workspace& workspace)
{
    const Build* build = buildOf(workspace);
    if (!build) return {};
    qlonglong devices = 0;
    forEachPlacement(*build, [&devices](const PlacedDevice&) { ++devices; });
    const QLocale locale;
    const auto racks = static_cast<qlonglong>(build->racks.size());
    return tr("%1 racks · %2 devices").arg(locale.toString(racks), locale.toString(devices));
}

void StatusLine::showCounts()
{
    counts_->setText(countsOf(workspace_));
}

} // namespace rackwright
