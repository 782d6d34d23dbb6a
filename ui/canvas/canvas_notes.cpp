#include "ui/canvas/canvas_notes.h"

#include "ui/drawing/signs.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace rackwright {

namespace {

using namespace std::chrono_literals;
constexpr auto shownFor = 9s;

void setColour(QLabel& label, const QColor& colour)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, colour);
    label.setPalette(palette);
}

} // namespace

EmptyNote::EmptyNote(QWidget* parent) : QWidget{parent}, text_{new QLabel{this}}, button_{new QPushButton{this}}
{
    setObjectName(QStringLiteral("emptyNote"));
    text_->setAlignment(Qt::AlignCenter);
    text_->setWordWrap(true);
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(24, 64, 24, 24);
    column->setSpacing(16);
    column->addWidget(text_);
    column->addWidget(button_, 0, Qt::AlignHCenter);
}

void EmptyNote::setText(const QString& sentence, const QString& action)
{
    text_->setText(sentence);
    setColour(*text_, theme().tokens().text2);
    button_->setText(action);
    button_->setVisible(!action.isEmpty());
    setFixedWidth(420);
    adjustSize();
}

void EmptyNote::paintEvent(QPaintEvent*)
{
    // An empty rack, drawn by hand: frame and rails.
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen{theme().tokens().text3, 1.4, Qt::SolidLine, Qt::RoundCap});
    const QRectF frame{width() / 2.0 - 12, 16, 24, 32};
    painter.drawRoundedRect(frame, 3, 3);
    for (const double y : {24.0, 32.0, 40.0}) painter.drawLine(QPointF{frame.left() + 6, y}, QPointF{frame.right() - 6, y});
}

RefusalNote::RefusalNote(QWidget* parent) : QFrame{parent}, reason_{new QLabel{this}}, mend_{new QLabel{this}}
{
    setObjectName(QStringLiteral("refusal"));
    for (QLabel* label : {reason_, mend_}) label->setWordWrap(true);
    reason_->setFont(fontOf(TypeRole::section));
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(40, 10, 14, 10);
    column->setSpacing(4);
    column->addWidget(reason_);
    column->addWidget(mend_);
    away_.setSingleShot(true);
    connect(&away_, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void RefusalNote::say(const QString& reason, const QString& mend)
{
    reason_->setText(reason);
    mend_->setText(mend);
    mend_->setVisible(!mend.isEmpty());
    setColour(*mend_, theme().tokens().text2);
    setAccessibleName(words());
    const int width = std::clamp(parentWidget()->width() - 32, 120, 460);
    resize(width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height());
    move((parentWidget()->width() - width) / 2, parentWidget()->height() - height() - 16);
    show();
    raise();
    away_.start(shownFor);
    QAccessibleEvent alert{this, QAccessible::Alert};
    QAccessible::updateAccessibility(&alert);
}

QString RefusalNote::words() const
{
    return mend_->text().isEmpty() ? reason_->text() : reason_->text() + QLatin1Char{' '} + mend_->text();
}

void RefusalNote::paintEvent(QPaintEvent*)
{
    const Tokens& t = theme().tokens();
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen{t.lineStrong, 1});
    painter.setBrush(t.raised);
    painter.drawRoundedRect(QRectF{rect()}.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.fillRect(QRectF{1, 8, 3, height() - 16.0}, t.of(Status::over).line);
    paintStatus(painter, {14, 11, 14, 14}, Status::over, t);
}

void RefusalNote::mousePressEvent(QMouseEvent*)
{
    hide();
}

} // namespace rackwright
