#include "ui/pages/role_label.h"

#include "ui/theme/theme.h"

namespace rackwright {

RoleLabel::RoleLabel(const QString& text, TypeRole role, Colour colour, QWidget* parent) : QLabel{text, parent}, colour_{colour}
{
    setFont(fontOf(role));
    setTextFormat(Qt::PlainText);
    recolour();
    connect(&theme(), &Theme::changed, this, &RoleLabel::recolour);
}

void RoleLabel::recolour()
{
    QPalette own;
    own.setColor(QPalette::WindowText, theme().tokens().*colour_);
    setPalette(own);
}

} // namespace rackwright
