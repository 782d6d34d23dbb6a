// The window's commands on files: dialogs for names, the list of recent files.

#include "app/desktop/main_window.h"
#include "app/desktop/preferences.h"
#include "app/desktop/status_line.h"
#include "ui/pages/start_page.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace rackwright {

namespace {

QString designFilter()
{
    return MainWindow::tr("Rackwright designs (*.rackwright)");
}

} // namespace

void MainWindow::connectFileCommands()
{
    commands_.on("file.new", this, [this](bool) { showPage("start"); });
    commands_.on("file.open", this, [this](bool) { askForFileToOpen(); });
    commands_.on("file.save", this, [this](bool) { session_.save(); });
    commands_.on("file.save-as", this, [this](bool) { askForName({}); });
    commands_.on("file.reload", this, [this](bool) { session_.whenSafe(tr("reload"), [this] { session_.reload(); }); });
    commands_.on("file.quit", this, [this](bool) { close(); });
    connect(&session_, &FileSession::nameWanted, this, &MainWindow::askForName);
}

void MainWindow::askForFileToOpen()
{
    session_.whenSafe(tr("open another"), [this] {
        const QString folder = session_.file().isEmpty() ? QDir::homePath() : QFileInfo{session_.file()}.path();
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a design"), folder, designFilter());
        if (!path.isEmpty()) session_.open(path);
    });
}

void MainWindow::askForName(const FileSession::Then& then)
{
    const QString proposed =
        session_.file().isEmpty() ? QDir{QDir::homePath()}.filePath(session_.title() + QStringLiteral(".rackwright")) : session_.file();
    QFileDialog dialog{this, tr("Save the design as"), QFileInfo{proposed}.path(), designFilter()};
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("rackwright"));
    dialog.selectFile(QFileInfo{proposed}.fileName());
    if (dialog.exec() == QDialog::Accepted) session_.saveAs(dialog.selectedFiles().first(), then);
}

void MainWindow::fillRecentMenu()
{
    recentMenu_->clear();
    for (const RecentFile& file : preferences_.recent()) {
        QAction* action = recentMenu_->addAction(QFileInfo{file.path}.fileName());
        action->setStatusTip(file.path);
        connect(action, &QAction::triggered, this,
            [this, path = file.path] { session_.whenSafe(tr("open another"), [this, path] { session_.open(path); }); });
    }
    recentMenu_->setEnabled(!recentMenu_->isEmpty());
}

void MainWindow::remember()
{
    if (session_.file().isEmpty()) return;
    preferences_.addRecent({session_.file(), QDateTime::currentDateTime(), StatusLine::countsOf(workspace_)});
}

} // namespace rackwright
