// A label whose font is a type role and whose colour is a token; follows the theme.
#pragma once

#include "ui/drawing/tokens.h"

#include <QLabel>

namespace rackwright {

class RoleLabel : public QLabel {
    Q_OBJECT
public:
    using Colour = QColor Tokens::*;
    explicit RoleLabel(const QString& text, TypeRole role, Colour colour = &Tokens::text1, QWidget* parent = nullptr);

private:
    void recolour();

    Colour colour_;
};

} // namespace rackwright
