// The handbook: the Markdown of resources/help, read without a network.
#pragma once

#include "ui/document/workspace.h"

#include <QString>
#include <QWidget>

#include <vector>

class QListWidget;
class QTextBrowser;

namespace rackwright {

struct HelpPage {
    QString name; ///< file name without .md
    QString title; ///< the first heading
    QString markdown;
};

/// In the order of their names; read from resources/help each time.
[[nodiscard]] std::vector<HelpPage> helpPages();

class HandbookPage : public QWidget {
    Q_OBJECT
public:
    explicit HandbookPage(const Workspace& workspace, QWidget* parent = nullptr);
    /// By the name of its file; nothing happens for another name.
    void showHelp(const QString& name);

private:
    void showCurrent();

    std::vector<HelpPage> pages_;
    QListWidget* list_;
    QTextBrowser* text_;
};

} // namespace rackwright
