// What the canvas says in words: an empty build, and why something did not happen.
#pragma once

#include <QFrame>
#include <QPushButton>
#include <QTimer>

class QLabel;

namespace rackwright {

/// In the middle of an empty canvas: what belongs here and how to begin.
class EmptyNote : public QWidget {
    Q_OBJECT
public:
    explicit EmptyNote(QWidget* parent = nullptr);
    void setText(const QString& sentence, const QString& action);
    [[nodiscard]] QPushButton& button() { return *button_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* text_;
    QPushButton* button_;
};

/// At the lower edge of the canvas; goes away by itself after some seconds.
class RefusalNote : public QFrame {
    Q_OBJECT
public:
    explicit RefusalNote(QWidget* parent = nullptr);
    void say(const QString& reason, const QString& mend);
    [[nodiscard]] QString words() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QLabel *reason_, *mend_;
    QTimer away_;
};

} // namespace rackwright
