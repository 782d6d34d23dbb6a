#include "app/desktop/title_bar.h"

#include "ui/pages/role_label.h"
#include "ui/theme/theme.h"

#include <QMenuBar>
#include <QPainter>

#include <algorithm>

namespace rackwright {

TitleBar::TitleBar(QWidget* parent)
    : QWidget{parent}, menus_{new QMenuBar{this}}, title_{new RoleLabel{{}, TypeRole::value, &Tokens::text1, this}},
      state_{new RoleLabel{{}, TypeRole::small, &Tokens::text2, this}}
{
    setFixedHeight(height);
    menus_->setNativeMenuBar(false);
    title_->setObjectName(QStringLiteral("title"));
    state_->setObjectName(QStringLiteral("state"));
    connect(&theme(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TitleBar::setTitle(const QString& title)
{
    title_->setText(title);
    arrange();
}

void TitleBar::setState(const QString& state)
{
    state_->setText(state);
    arrange();
}

void TitleBar::resizeEvent(QResizeEvent*)
{
    arrange();
}

void TitleBar::arrange()
{
    constexpr int lineBelow = 1;
    const int inner = height - lineBelow;
    const int menuWidth = std::min(menus_->sizeHint().width(), width());
    const int menuHeight = std::min(menus_->sizeHint().height(), inner);
    menus_->setGeometry(space::xs, (inner - menuHeight) / 2, menuWidth, menuHeight);
    const int stateWidth = state_->sizeHint().width();
    const int stateLeft = width() - space::panelInset - stateWidth;
    state_->setGeometry(stateLeft, 0, stateWidth, inner);
    // In the middle of the window, unless menus or state need the place.
    const int titleWidth = title_->sizeHint().width();
    const int least = menus_->geometry().right() + space::m, most = stateLeft - space::m - titleWidth;
    title_->setVisible(most >= least);
    title_->setGeometry(std::clamp((width() - titleWidth) / 2, least, std::max(least, most)), 0, titleWidth, inner);
}

void TitleBar::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), theme().tokens().panel);
    painter.fillRect(0, height - 1, width(), 1, theme().tokens().line);
}

} // namespace rackwright
