#include "app/desktop/design_page.h"

#include "app/desktop/edge_tab.h"
#include "ui/canvas/canvas_view.h"
#include "ui/command/command_set.h"
#include "ui/findings/findings_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/palette/palette_panel.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>

namespace rackwright {

namespace {

constexpr int paletteWidth = 264, paletteLeast = 220, paletteMost = 360;
constexpr int inspectorWidth = 316, inspectorLeast = 280, inspectorMost = 420;
constexpr int findingsHeight = 180, findingsLeast = 96;

/// The first widget in the content that takes the keyboard.
QWidget* firstFocusable(QWidget* content)
{
    if (content->focusPolicy() & Qt::TabFocus) return content;
    for (QWidget* each : content->findChildren<QWidget*>())
        if ((each->focusPolicy() & Qt::TabFocus) && each->isEnabled() && each->isVisibleTo(content)) return each;
    return nullptr;
}

} // namespace

DesignPage::DesignPage(const Workspace& workspace, QWidget* parent)
    : QWidget{parent}, inner_{new QMainWindow{this}}, canvas_{new CanvasView{workspace}}
{
    inner_->setWindowFlags(Qt::Widget);
    inner_->setDockOptions({});
    inner_->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    inner_->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    inner_->setCentralWidget(canvas_);
    auto* parts = new PalettePanel{workspace};
    parts->setMinimumWidth(paletteLeast);
    parts->setMaximumWidth(paletteMost);
    auto* properties = new InspectorPanel{workspace};
    properties->setMinimumWidth(inspectorLeast);
    properties->setMaximumWidth(inspectorMost);
    auto* list = new FindingsPanel{workspace};
    list->setMinimumHeight(findingsLeast);
    addDock(palette, "palette", tr("Parts"), parts, Qt::LeftDockWidgetArea);
    addDock(inspector, "inspector", tr("Properties"), properties, Qt::RightDockWidgetArea);
    addDock(findings, "findings", tr("Findings"), list, Qt::BottomDockWidgetArea);

    tabs_ = {new EdgeTab{tr("Parts"), this}, new EdgeTab{tr("Properties"), this}};
    for (const Place side : {palette, inspector}) {
        tabs_[side]->hide();
        connect(tabs_[side], &QAbstractButton::clicked, this, [this, side] { focusDock(side); });
        connect(
            docks_[side]->toggleViewAction(), &QAction::toggled, tabs_[side], [tab = tabs_[side]](bool shown) { tab->setVisible(!shown); });
    }
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(tabs_[palette]);
    row->addWidget(inner_, 1);
    row->addWidget(tabs_[inspector]);
    resetLayout();
}

QDockWidget* DesignPage::addDock(Place place, const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget{title, inner_};
    dock->setObjectName(QLatin1String{name});
    dock->setFeatures(QDockWidget::DockWidgetClosable);
    auto* noTitle = new QWidget{dock}; // the panels have their own heads
    noTitle->setFixedSize(0, 0);
    dock->setTitleBarWidget(noTitle);
    dock->setWidget(content);
    inner_->addDockWidget(area, dock);
    docks_[place] = dock;
    return dock;
}

QByteArray DesignPage::layoutState() const
{
    return inner_->saveState(layoutVersion);
}

bool DesignPage::restoreLayout(const QByteArray& state)
{
    return !state.isEmpty() && inner_->restoreState(state, layoutVersion);
}

void DesignPage::resetLayout()
{
    for (QDockWidget* dock : docks_) dock->show();
    inner_->resizeDocks({docks_[palette], docks_[inspector]}, {paletteWidth, inspectorWidth}, Qt::Horizontal);
    inner_->resizeDocks({docks_[findings]}, {findingsHeight}, Qt::Vertical);
    collapseSides(narrow_);
}

void DesignPage::collapseSides(bool collapse)
{
    for (const Place side : {palette, inspector}) docks_[side]->setVisible(!collapse);
}

void DesignPage::resizeEvent(QResizeEvent*)
{
    // Only when the limit is crossed: what the person opened or closed since stays.
    const bool narrow = window()->width() < narrowWidth;
    if (narrow == narrow_) return;
    narrow_ = narrow;
    collapseSides(narrow);
}

void DesignPage::focusDock(Place place)
{
    QDockWidget* dock = docks_[place];
    dock->show();
    if (QWidget* first = firstFocusable(dock->widget())) first->setFocus(Qt::ShortcutFocusReason);
}

void DesignPage::focusCanvas()
{
    if (QWidget* first = firstFocusable(canvas_)) first->setFocus(Qt::ShortcutFocusReason);
}

} // namespace rackwright
