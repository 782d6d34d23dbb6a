// Looks like a search field with its key; opens the search.
#pragma once

#include <QAbstractButton>

class QAction;

namespace rackwright {

class SearchButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit SearchButton(QAction* search, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString key_;
};

} // namespace rackwright
