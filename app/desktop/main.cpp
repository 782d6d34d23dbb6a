// The desktop program.
#include "ui/theme/theme.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication app{argc, argv};
    QApplication::setApplicationName(QStringLiteral("Rackwright"));
    QApplication::setApplicationVersion(QStringLiteral(RACKWRIGHT_VERSION));
    rackwright::theme().install(app, rackwright::ThemeKind::light);
    return 0;
}
