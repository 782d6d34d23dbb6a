#include "ui/theme/icon.h"

namespace rackwright {

QIcon icon(const QString& name)
{
    return QIcon{QStringLiteral(":/icons/%1.svg").arg(name)};
}

} // namespace rackwright
