#include "app/desktop/tool_bar.h"

#include "app/desktop/search_button.h"
#include "ui/command/command_set.h"
#include "ui/document/document.h"
#include "ui/pages/role_label.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace rackwright {

namespace {

constexpr int controlHeight = 28, iconButton = 28, iconSize = 16;

QToolButton* toolButton(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton{parent};
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIconSize({iconSize, iconSize});
    button->setFixedSize(iconButton, iconButton);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QWidget* hairline(QWidget* parent)
{
    struct Line : QWidget {
        using QWidget::QWidget;
        void paintEvent(QPaintEvent*) override { QPainter{this}.fillRect(rect(), theme().tokens().line); }
    };
    auto* line = new Line{parent};
    line->setFixedSize(1, 20);
    return line;
}

QString withoutMnemonic(QString text)
{
    return text.remove(QLatin1Char{'&'});
}

} // namespace

ToolBar::ToolBar(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace}
{
    setFixedHeight(height);
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(space::m, 0, space::m, 1);
    row->setSpacing(space::xs);
    addScenarios(*row);
    row->addSpacing(space::s);
    for (const char* id : {"edit.undo", "edit.redo"}) row->addWidget(toolButton(workspace_.commands.action(id), this));
    row->addSpacing(space::xs);
    row->addWidget(hairline(this));
    row->addSpacing(space::xs);
    for (const char* id : {"view.tool-select", "view.tool-hand"}) row->addWidget(toolButton(workspace_.commands.action(id), this));
    row->addSpacing(space::s);
    addFaces(*row);
    row->addSpacing(space::s);
    addOverlays(*row);
    row->addSpacing(space::s);
    row->addWidget(toolButton(workspace_.commands.action("view.fit"), this));
    row->addStretch(1);
    addRight(*row);
    connect(&theme(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ToolBar::addScenarios(QHBoxLayout& row)
{
    scenarios_ = new QComboBox{this};
    scenarios_->setObjectName(QStringLiteral("scenario"));
    scenarios_->setAccessibleName(tr("Scenario"));
    scenarios_->setToolTip(tr("The scenario that is shown"));
    scenarios_->setFixedHeight(controlHeight);
    scenarios_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    scenarios_->setMinimumContentsLength(12);
    auto* label = new RoleLabel{tr("Scenario"), TypeRole::body, &Tokens::text2, this};
    label->setBuddy(scenarios_);
    row.addWidget(label);
    row.addSpacing(space::xs);
    row.addWidget(scenarios_);
    connect(
        scenarios_, &QComboBox::textActivated, this, [this](const QString& name) { workspace_.document.setScenario(name.toStdString()); });
    connect(&workspace_.document, &Document::scenarioChanged, this, &ToolBar::fillScenarios);
    connect(&workspace_.document, &Document::projectChanged, this, [this](const ProjectPtr& before) {
        if (before->scenarios != workspace_.document.project().scenarios) fillScenarios();
    });
    fillScenarios();
}

void ToolBar::fillScenarios()
{
    QStringList names;
    for (const ScenarioPtr& scenario : workspace_.document.project().scenarios) names.append(QString::fromStdString(scenario->name));
    const QSignalBlocker quiet{scenarios_};
    QStringList shown;
    for (int i = 0; i < scenarios_->count(); ++i) shown.append(scenarios_->itemText(i));
    if (shown != names) {
        scenarios_->clear();
        scenarios_->addItems(names);
    }
    scenarios_->setCurrentText(QString::fromStdString(workspace_.document.scenarioName()));
    scenarios_->setEnabled(!names.isEmpty());
}

void ToolBar::addFaces(QHBoxLayout& row)
{
    QAction* rear = workspace_.commands.action("view.face");
    auto* group = new QButtonGroup{this};
    const QStringList words{tr("Front"), tr("Rear")};
    for (int i = 0; i < words.size(); ++i) {
        auto* button = new QToolButton{this};
        button->setText(words[i]);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFixedHeight(iconButton);
        button->setMinimumWidth(52);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolTip(i == 0 ? tr("The racks from the front (R)") : tr("The racks from behind (R)"));
        group->addButton(button, i);
        row.addWidget(button);
    }
    const auto mirror = [group, rear] {
        group->button(rear->isChecked() ? 1 : 0)->setChecked(true);
        for (QAbstractButton* button : group->buttons()) button->setEnabled(rear->isEnabled());
    };
    connect(group, &QButtonGroup::idClicked, rear, [rear](int id) {
        if (rear->isChecked() != (id == 1)) rear->trigger();
    });
    connect(rear, &QAction::changed, group, mirror);
    mirror();
}

void ToolBar::addOverlays(QHBoxLayout& row)
{
    QList<QAction*> overlays;
    for (const CommandRow& command : commandTable())
        if (command.id.starts_with("view.overlay-")) overlays.append(workspace_.commands.action(command.id));
    auto* chooser = new QComboBox{this};
    chooser->setAccessibleName(tr("Overlay"));
    chooser->setToolTip(tr("What tints the devices"));
    chooser->setFixedHeight(controlHeight);
    chooser->addItem(tr("None"));
    for (const QAction* overlay : overlays) {
        QString word = withoutMnemonic(overlay->text()).section(QLatin1String{": "}, 1);
        if (!word.isEmpty()) word[0] = word[0].toUpper();
        chooser->addItem(word);
    }
    auto* label = new RoleLabel{tr("Overlay"), TypeRole::body, &Tokens::text2, this};
    label->setBuddy(chooser);
    row.addWidget(label);
    row.addSpacing(space::xs);
    row.addWidget(chooser);
    connect(chooser, &QComboBox::activated, this, [overlays](int chosen) {
        for (int i = 0; i < overlays.size(); ++i)
            if (overlays[i]->isChecked() != (i + 1 == chosen)) overlays[i]->trigger();
    });
    const auto mirror = [chooser, overlays] {
        int current = 0;
        bool enabled = false;
        for (int i = 0; i < overlays.size(); ++i) {
            if (overlays[i]->isChecked()) current = i + 1;
            enabled = enabled || overlays[i]->isEnabled();
        }
        chooser->setCurrentIndex(current);
        chooser->setEnabled(enabled);
    };
    for (QAction* overlay : overlays) connect(overlay, &QAction::changed, chooser, mirror);
    mirror();
}

void ToolBar::addRight(QHBoxLayout& row)
{
    row.addWidget(new SearchButton{workspace_.commands.action("go.search"), this});
    row.addSpacing(space::s);
    QAction* pdf = workspace_.commands.action("file.export-bom");
    auto* button = new QPushButton{pdf->icon(), tr("Export PDF"), this};
    button->setFixedHeight(controlHeight);
    button->setToolTip(pdf->statusTip());
    button->setEnabled(pdf->isEnabled());
    connect(button, &QPushButton::clicked, pdf, &QAction::trigger);
    connect(pdf, &QAction::changed, button, [button, pdf] { button->setEnabled(pdf->isEnabled()); });
    row.addWidget(button);
}

void ToolBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), theme().tokens().panel);
    painter.fillRect(0, height - 1, width(), 1, theme().tokens().line);
}

} // namespace rackwright
