#include "app/desktop/message_bar.h"

#include "ui/pages/role_label.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

namespace rackwright {

namespace {

Status statusOf(Notice::Kind kind)
{
    return kind == Notice::Kind::failure ? Status::over : kind == Notice::Kind::question ? Status::nearLimit : Status::unknown;
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget{parent}, label_{new RoleLabel{{}, TypeRole::value, &Tokens::text1, this}}, row_{new QHBoxLayout{this}}
{
    constexpr int signWidth = 14;
    row_->setContentsMargins(space::panelInset + signWidth + space::s, space::xs, space::s, space::xs + 1);
    label_->setWordWrap(true);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row_->addWidget(label_, 1);
    setVisible(false);
    connect(&theme(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MessageBar::say(const Notice& notice)
{
    notice_ = notice;
    label_->setText(notice.text);
    if (buttons_) {
        // One of them may be what was pressed just now.
        buttons_->hide();
        buttons_->deleteLater();
    }
    buttons_ = new QWidget{this};
    auto* buttonRow = new QHBoxLayout{buttons_};
    buttonRow->setContentsMargins({});
    QPushButton* first = nullptr;
    const auto add = [&](const QString& text) {
        auto* button = new QPushButton{text, buttons_};
        button->setAutoDefault(true); // Enter presses it
        buttonRow->addWidget(button);
        if (!first) first = button;
        return button;
    };
    for (const NoticeAction& action : notice.actions)
        connect(add(action.text), &QPushButton::clicked, this, [this, act = action.act] {
            dismiss();
            act();
        });
    connect(add(notice.kind == Notice::Kind::question ? tr("Stay") : tr("Dismiss")), &QPushButton::clicked, this, &MessageBar::dismiss);
    row_->addWidget(buttons_);
    setVisible(true);
    if (notice.kind == Notice::Kind::question) first->setFocus(Qt::OtherFocusReason);
    update();
}

void MessageBar::dismiss()
{
    setVisible(false);
    notice_ = {};
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        dismiss();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    const Tokens& t = theme().tokens();
    painter.fillRect(rect(), t.of(statusOf(notice_.kind)).tint);
    painter.fillRect(0, height() - 1, width(), 1, t.line);
}

} // namespace rackwright
