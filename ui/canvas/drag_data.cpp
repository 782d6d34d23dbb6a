#include "ui/canvas/drag_data.h"

namespace rackwright {

QMimeData* mimeOf(const DraggedPart& part)
{
    auto* mime = new QMimeData;
    mime->setData(QLatin1String{partMimeType}, (part.filled ? "filled " : "empty ") + part.partId.toUtf8());
    return mime;
}

QMimeData* mimeOf(const std::vector<Id>& devices)
{
    QByteArray ids;
    for (const Id id : devices) ids += QByteArray::number(static_cast<qlonglong>(toNumber(id))) + ' ';
    auto* mime = new QMimeData;
    mime->setData(QLatin1String{devicesMimeType}, ids.trimmed());
    return mime;
}

std::optional<DraggedPart> draggedPart(const QMimeData& mime)
{
    if (!mime.hasFormat(QLatin1String{partMimeType})) return std::nullopt;
    const QByteArray data = mime.data(QLatin1String{partMimeType});
    const qsizetype space = data.indexOf(' ');
    if (space < 0 || space + 1 == data.size()) return std::nullopt;
    return DraggedPart{QString::fromUtf8(data.mid(space + 1)), data.startsWith("filled ")};
}

std::vector<Id> draggedDevices(const QMimeData& mime)
{
    std::vector<Id> devices;
    if (!mime.hasFormat(QLatin1String{devicesMimeType})) return devices;
    for (const QByteArray& number : mime.data(QLatin1String{devicesMimeType}).split(' ')) {
        bool ok = false;
        const qlonglong id = number.toLongLong(&ok);
        if (ok && id > 0) devices.push_back(Id{id});
    }
    return devices;
}

} // namespace rackwright
