// The look of the application: style, palette and tokens of the theme that is on.
#pragma once

#include "ui/drawing/tokens.h"

#include <QObject>

class QApplication;

namespace rackwright {

/// One per application. Widgets read `theme().tokens()` when they paint and repaint on `changed`.
class Theme : public QObject {
    Q_OBJECT
public:
    /// Fonts, style and palette; call once after the QApplication was made.
    void install(QApplication& app, ThemeKind kind);
    void set(ThemeKind kind);

    [[nodiscard]] ThemeKind kind() const { return kind_; }
    [[nodiscard]] const Tokens& tokens() const { return tokensOf(kind_); }
    /// Nothing moves: the person's setting, or a picture is taken.
    [[nodiscard]] bool reducedMotion() const { return reducedMotion_; }
    void setReducedMotion(bool on) { reducedMotion_ = on; }

Q_SIGNALS:
    void changed();

private:
    ThemeKind kind_ = ThemeKind::light;
    bool reducedMotion_ = false;
};

[[nodiscard]] Theme& theme();

} // namespace rackwright
