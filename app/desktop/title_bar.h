// The bar at the top: menus left, the file's name in the middle, how it stands at the right.
#pragma once

#include <QWidget>

class QLabel;
class QMenuBar;

namespace rackwright {

class TitleBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int height = 30;

    explicit TitleBar(QWidget* parent = nullptr);

    [[nodiscard]] QMenuBar& menus() const { return *menus_; }
    void setTitle(const QString& title);
    void setState(const QString& state);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();

    QMenuBar* menus_;
    QLabel *title_, *state_;
};

} // namespace rackwright
