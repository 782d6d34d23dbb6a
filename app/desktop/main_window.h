// The window: bars, rail and pages around one document, and the commands that are the window's own.
#pragma once

#include "app/desktop/file_session.h"
#include "app/desktop/page_table.h"
#include "ui/command/command_set.h"
#include "ui/document/document.h"
#include "ui/document/workspace.h"
#include "ui/drawing/tokens.h"

#include <QMainWindow>

#include <map>
#include <string_view>

class QStackedWidget;

namespace rackwright {

class AssessmentStrip;
class DesignPage;
class MessageBar;
class Preferences;
class Rail;
class StartPage;
class TitleBar;
class ToolBar;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    static constexpr QSize usualSize{1600, 1000};
    static constexpr QSize leastSize{960, 600};

    /// `preferences` outlives the window.
    MainWindow(EnginePtr engine, Preferences& preferences, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Document& document() { return document_; }
    [[nodiscard]] CommandSet& commands() { return commands_; }
    [[nodiscard]] FileSession& session() { return session_; }
    [[nodiscard]] MessageBar& messages() { return *messages_; }
    [[nodiscard]] DesignPage& design() { return *design_; }

    /// A name of the page table.
    void showPage(std::string_view name);
    [[nodiscard]] std::string_view pageName() const { return page_->name; }
    void say(const Notice& notice);

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void makePages();
    void makeMenus();
    void arrange();
    void connectFileCommands();
    void connectEditCommands();
    void connectViewCommands();
    void connectDocument();

    void askForFileToOpen();
    void askForName(const FileSession::Then& then);
    void fillRecentMenu();
    void remember();
    void showTitle();
    void showHistory();
    void setTheme(ThemeKind kind);

    Preferences& preferences_;
    Document document_;
    CommandSet commands_;
    FileSession session_;
    Workspace workspace_;

    TitleBar* titleBar_;
    Rail* rail_;
    ToolBar* toolBar_;
    AssessmentStrip* strip_;
    MessageBar* messages_;
    QStackedWidget* stack_;
    DesignPage* design_ = nullptr;
    StartPage* start_ = nullptr;
    QMenu* recentMenu_ = nullptr;
    std::map<std::string_view, QWidget*> pages_;
    const PageRow* page_ = nullptr;
    bool closing_ = false; ///< the person has answered what becomes of the edits
};

} // namespace rackwright
