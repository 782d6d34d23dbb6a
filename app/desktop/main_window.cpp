#include "app/desktop/main_window.h"

#include "app/desktop/design_page.h"
#include "app/desktop/message_bar.h"
#include "app/desktop/preferences.h"
#include "app/desktop/rail.h"
#include "app/desktop/status_line.h"
#include "app/desktop/title_bar.h"
#include "app/desktop/tool_bar.h"
#include "ui/compare/compare_page.h"
#include "ui/evidence/evidence_page.h"
#include "ui/pages/floor_page.h"
#include "ui/pages/handbook_page.h"
#include "ui/pages/settings_page.h"
#include "ui/pages/start_page.h"
#include "ui/strip/assessment_strip.h"
#include "ui/theme/theme.h"
#include "ui/workloads/workloads_page.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rackwright {

namespace {

/// What stands behind the start page: nothing was opened yet.
Project emptyProject()
{
    Project project;
    project.name = "Untitled";
    return project;
}

QString textOf(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

MainWindow::MainWindow(EnginePtr engine, Preferences& preferences, QWidget* parent)
    : QMainWindow{parent}, preferences_{preferences}, document_{std::move(engine), emptyProject()}, session_{document_},
      workspace_{document_, commands_}, titleBar_{new TitleBar{this}}, rail_{new Rail{workspace_, this}}, toolBar_{new ToolBar{
                                                                                                              workspace_, this}},
      strip_{new AssessmentStrip{workspace_, this}}, messages_{new MessageBar{this}}, stack_{new QStackedWidget{this}}
{
    setMinimumSize(leastSize);
    resize(usualSize);
    setWindowTitle(QStringLiteral("Rackwright"));
    makePages();
    makeMenus();
    arrange();
    connectFileCommands();
    connectEditCommands();
    connectViewCommands();
    connectDocument();
    showPage("start");
    restoreGeometry(preferences_.geometry());
    design_->restoreLayout(preferences_.layout(DesignPage::layoutVersion));
}

MainWindow::~MainWindow() = default;

void MainWindow::makePages()
{
    design_ = new DesignPage{workspace_};
    start_ = new StartPage{workspace_};
    pages_ = {{"start", start_}, {"design", design_}, {"floor", new FloorPage{workspace_}}, {"workloads", new WorkloadsPage{workspace_}},
        {"compare", new ComparePage{workspace_}}, {"evidence", new EvidencePage{workspace_}}, {"settings", new SettingsPage{workspace_}},
        {"handbook", new HandbookPage{workspace_}}};
    for (const auto& [name, page] : pages_) {
        page->setObjectName(textOf(name));
        stack_->addWidget(page);
    }
}

void MainWindow::makeMenus()
{
    std::map<std::string_view, QMenu*> menus;
    for (const CommandRow& row : commandTable()) {
        QAction* action = commands_.action(row.id);
        addAction(action);
        if (row.menu.empty()) continue;
        QMenu*& menu = menus[row.menu];
        if (!menu) {
            menu = titleBar_->menus().addMenu(QStringLiteral("&") + textOf(row.menu));
            menu->setToolTipsVisible(false);
        }
        if (row.separatorBefore) menu->addSeparator();
        menu->addAction(action);
        if (row.id == "file.open") recentMenu_ = menu->addMenu(tr("Open re&cent"));
    }
    connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    fillRecentMenu();
}

void MainWindow::arrange()
{
    setMenuWidget(titleBar_);
    setStatusBar(new StatusLine{workspace_, this});
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    for (QWidget* bar : std::initializer_list<QWidget*>{toolBar_, strip_, messages_}) column->addWidget(bar);
    column->addWidget(stack_, 1);
    auto* middle = new QWidget{this};
    auto* row = new QHBoxLayout{middle};
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(rail_);
    row->addLayout(column, 1);
    setCentralWidget(middle);
}

void MainWindow::connectEditCommands()
{
    commands_.on("edit.undo", this, [this](bool) { document_.undo(); });
    commands_.on("edit.redo", this, [this](bool) { document_.redo(); });
    connect(&document_, &Document::projectChanged, this, &MainWindow::showHistory);
    showHistory();
}

void MainWindow::showHistory()
{
    const auto show = [this](std::string_view id, const QString& verb, const QStringList& names) {
        QAction* action = commands_.action(id);
        action->setEnabled(!names.isEmpty());
        action->setText(names.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, names.first()));
        action->setIconText(QString{verb}.remove(QLatin1Char{'&'}));
    };
    show("edit.undo", tr("&Undo"), document_.history().undoNames());
    show("edit.redo", tr("&Redo"), document_.history().redoNames());
}

void MainWindow::connectViewCommands()
{
    for (const PageRow& row : pageTable()) commands_.on(row.command, this, [this, &row](bool) { showPage(row.name); });
    commands_.on("view.theme", this, [this](bool dark) { setTheme(dark ? ThemeKind::dark : ThemeKind::light); });
    commands_.on("view.reset-layout", this, [this](bool) { design_->resetLayout(); });
    const auto go = [this](std::string_view id, void (DesignPage::*focus)()) {
        commands_.on(id, this, [this, focus](bool) {
            showPage("design");
            (design_->*focus)();
        });
    };
    go("go.palette", &DesignPage::focusPalette);
    go("go.canvas", &DesignPage::focusCanvas);
    go("go.inspector", &DesignPage::focusInspector);
    go("go.findings", &DesignPage::focusFindings);
    const auto showTheme = [this] { commands_.action("view.theme")->setChecked(theme().kind() == ThemeKind::dark); };
    connect(&theme(), &Theme::changed, this, showTheme);
    showTheme();
}

void MainWindow::setTheme(ThemeKind kind)
{
    if (theme().kind() != kind) theme().set(kind);
    preferences_.setTheme(kind);
}

void MainWindow::connectDocument()
{
    connect(&document_, &Document::modifiedChanged, this, &MainWindow::showTitle);
    connect(&document_, &Document::readOnlyChanged, this, &MainWindow::showTitle);
    connect(&document_, &Document::assessmentStarted, this, &MainWindow::showTitle);
    connect(&document_, &Document::assessmentChanged, this, &MainWindow::showTitle);
    connect(&document_, &Document::focusRequested, this, [this] { showPage("design"); });
    connect(&session_, &FileSession::changed, this, &MainWindow::showTitle);
    connect(&session_, &FileSession::noticed, this, &MainWindow::say);
    connect(&session_, &FileSession::settled, messages_, &MessageBar::dismiss);
    connect(&session_, &FileSession::opened, this, [this] {
        if (page_->whole) showPage("design");
        remember();
    });
    connect(&session_, &FileSession::saved, this, &MainWindow::remember);
    showTitle();
}

void MainWindow::showTitle()
{
    const bool isOpen = session_.isOpen();
    titleBar_->setTitle(isOpen ? session_.title() : QStringLiteral("Rackwright"));
    setWindowTitle(isOpen ? tr("%1[*] – Rackwright").arg(session_.title()) : QStringLiteral("Rackwright"));
    setWindowModified(isOpen && document_.isModified());
    QStringList state;
    if (session_.isBusy()) {
        state.append(session_.busyText());
    } else if (isOpen) {
        state.append(document_.isReadOnly() ? tr("Read only")
                : document_.isModified()    ? tr("Edited")
                : session_.file().isEmpty() ? tr("Not saved yet")
                                            : tr("Saved"));
    }
    if (isOpen)
        state.append(document_.isAssessing() ? tr("assessing …") : tr("assessed in %1 ms").arg(document_.assessMilliseconds(), 0, 'f', 0));
    titleBar_->setState(state.join(QStringLiteral(" · ")));
    // Nothing is edited while another design is on its way in.
    stack_->setEnabled(!session_.isOpening());
    for (const char* id : {"file.save", "file.save-as", "file.reload"})
        commands_.setEnabled(id, isOpen && !session_.isBusy() && (id != std::string_view{"file.reload"} || !session_.file().isEmpty()));
}

void MainWindow::showPage(std::string_view name)
{
    const PageRow* row = pageNamed(name);
    Q_ASSERT_X(row, "MainWindow", "no such page");
    page_ = row;
    stack_->setCurrentWidget(pages_.at(row->name));
    for (QWidget* bar : std::initializer_list<QWidget*>{rail_, toolBar_, strip_, statusBar()}) bar->setVisible(!row->whole);
    rail_->setCurrent(commands_.action(row->command));
}

void MainWindow::say(const Notice& notice)
{
    messages_->say(notice);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!closing_ && session_.isOpen() && (session_.isBusy() || document_.isModified())) {
        event->ignore();
        session_.whenSafe(tr("quit"), [this] {
            closing_ = true;
            close();
        });
        return;
    }
    preferences_.setGeometry(saveGeometry());
    preferences_.setLayout(DesignPage::layoutVersion, design_->layoutState());
    session_.end();
    event->accept();
}

} // namespace rackwright
