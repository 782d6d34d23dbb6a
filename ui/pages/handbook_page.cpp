#include "ui/pages/handbook_page.h"

#include "core/design/templates.h"
#include "ui/pages/role_label.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QVBoxLayout>

namespace rackwright {

std::vector<HelpPage> helpPages()
{
    std::vector<HelpPage> pages;
    const QDir folder{QString::fromStdString((resourcesFolder() / "help").string())};
    for (const QString& file : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        QFile in{folder.filePath(file)};
        if (!in.open(QIODevice::ReadOnly)) continue;
        HelpPage page;
        page.name = file.chopped(3);
        page.markdown = QString::fromUtf8(in.readAll());
        page.title = page.name;
        for (const QString& line : page.markdown.split(QLatin1Char{'\n'}))
            if (line.startsWith(QLatin1String{"# "})) {
                page.title = line.mid(2).trimmed();
                break;
            }
        pages.push_back(std::move(page));
    }
    return pages;
}

HandbookPage::HandbookPage(const Workspace&, QWidget* parent)
    : QWidget{parent}, pages_{helpPages()}, list_{new QListWidget{this}}, text_{new QTextBrowser{this}}
{
    constexpr int listWidth = 264, lineLength = 760;
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(space::xl, space::xl, space::xl, space::xl);
    row->setSpacing(space::xl);
    auto* left = new QVBoxLayout;
    left->addWidget(new RoleLabel{tr("Handbook"), TypeRole::title, &Tokens::text1, this});
    list_->setFixedWidth(listWidth);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAccessibleName(tr("Pages of the handbook"));
    for (const HelpPage& page : pages_) list_->addItem(page.title);
    left->addWidget(list_, 1);
    row->addLayout(left);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setOpenExternalLinks(false);
    text_->setOpenLinks(false);
    text_->setMaximumWidth(lineLength);
    text_->document()->setDocumentMargin(space::xl);
    row->addWidget(text_, 4);
    row->addStretch(1);
    connect(list_, &QListWidget::currentRowChanged, this, &HandbookPage::showCurrent);
    connect(text_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        QString name = link.path();
        if (name.endsWith(QLatin1String{".md"})) name.chop(3);
        showHelp(name);
    });
    connect(&theme(), &Theme::changed, this, &HandbookPage::showCurrent);
    list_->setCurrentRow(0);
}

void HandbookPage::showHelp(const QString& name)
{
    for (std::size_t i = 0; i < pages_.size(); ++i)
        if (pages_[i].name == name) list_->setCurrentRow(static_cast<int>(i));
}

void HandbookPage::showCurrent()
{
    const int row = list_->currentRow();
    if (row < 0) return;
    text_->document()->setDefaultFont(fontOf(TypeRole::body));
    text_->setMarkdown(pages_[static_cast<std::size_t>(row)].markdown);
    // Markdown's own headings are larger than the type roles know.
    for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0) continue;
        QTextCursor cursor{block};
        cursor.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat format;
        format.setFont(fontOf(level == 1 ? TypeRole::display : level == 2 ? TypeRole::title : TypeRole::heading));
        cursor.mergeCharFormat(format);
    }
    text_->moveCursor(QTextCursor::Start);
}

} // namespace rackwright
