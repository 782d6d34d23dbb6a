#include "app/desktop/rail.h"

#include "app/desktop/page_table.h"
#include "ui/command/command_set.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QPainter>
#include <QVBoxLayout>

namespace rackwright {

class Rail::Button : public QAbstractButton {
public:
    Button(QAction* action, int height, bool word, QWidget* parent) : QAbstractButton{parent}, action_{action}, word_{word}
    {
        setFixedSize(Rail::width - 1, height);
        setFocusPolicy(Qt::TabFocus);
        setIcon(action->icon());
        QString text = action->text();
        setText(text.remove(QLatin1Char{'&'}));
        setAccessibleName(text);
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        setToolTip(key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key));
        connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
    }

    [[nodiscard]] const QAction* action() const { return action_; }
    void setCurrent(bool current)
    {
        current_ = current;
        update();
    }

protected:
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
    void paintEvent(QPaintEvent*) override
    {
        constexpr int iconSize = 20, accentWidth = 3, radius = 4;
        const Tokens& t = theme().tokens();
        QPainter painter{this};
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF ground = QRectF{rect()}.adjusted(2, 1, -2, -1);
        painter.setPen(Qt::NoPen);
        if (current_ || isDown() || underMouse()) {
            painter.setBrush(current_ ? t.selected : isDown() ? t.pressed : t.hover);
            painter.drawRoundedRect(ground, radius, radius);
        }
        if (current_) painter.fillRect(QRectF{0, ground.top() + radius, accentWidth, ground.height() - 2 * radius}, t.accent);
        const QFont font = fontOf(TypeRole::small);
        const int lineHeight = 14, together = iconSize + (word_ ? 4 + lineHeight : 0);
        const int top = (height() - together) / 2;
        icon().paint(&painter, {(width() - iconSize) / 2, top, iconSize, iconSize}, Qt::AlignCenter, QIcon::Normal,
            current_ ? QIcon::On : QIcon::Off);
        if (word_) {
            painter.setFont(font);
            painter.setPen(current_ ? t.accent : t.text2);
            painter.drawText(QRect{0, top + iconSize + 4, width(), lineHeight}, Qt::AlignCenter, text());
        }
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen{t.accent, 2});
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), radius, radius);
        }
    }

private:
    QAction* action_;
    bool word_, current_ = false;
};

Rail::Rail(const Workspace& workspace, QWidget* parent) : QWidget{parent}
{
    constexpr int footPitch = 38;
    setFixedWidth(width);
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(0, space::xs, 1, space::s);
    column->setSpacing(0);
    const auto add = [&](std::string_view command, int height, bool word) {
        auto* button = new Button{workspace.commands.action(command), height, word, this};
        buttons_.push_back(button);
        column->addWidget(button);
    };
    for (const PageRow& row : pageTable())
        if (row.onRail) add(row.command, pitch, true);
    column->addStretch();
    add("view.theme", footPitch, false);
    add("view.page-settings", footPitch, false);
    connect(&theme(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Rail::setCurrent(const QAction* action)
{
    for (Button* button : buttons_) button->setCurrent(button->action() == action);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), theme().tokens().window);
    painter.fillRect(width - 1, 0, 1, height(), theme().tokens().line);
}

} // namespace rackwright
