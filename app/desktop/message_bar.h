// Notices, one at a time, above the page; a failure stays until it is dismissed or no longer holds.
#pragma once

#include "app/desktop/notice.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace rackwright {

class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Takes the place of what was said before. A question takes the keyboard; Esc dismisses.
    void say(const Notice& notice);
    void dismiss();
    [[nodiscard]] const QString& text() const { return notice_.text; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Notice notice_;
    QLabel* label_;
    QHBoxLayout* row_;
    QWidget* buttons_ = nullptr;
};

} // namespace rackwright
