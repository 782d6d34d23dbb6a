#include "ui/theme/icon.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

/// A static library's resources are linked only when they are named, and from outside any namespace.
static void linkIcons()
{
    Q_INIT_RESOURCE(icons);
}

namespace rackwright {

namespace {

/// The drawing as it is in the file, read once; empty when there is none.
const QByteArray& sourceOf(const QString& name)
{
    static QHash<QString, QByteArray> sources;
    const auto known = sources.constFind(name);
    if (known != sources.constEnd()) return *known;
    linkIcons();
    QFile file{QStringLiteral(":/icons/%1.svg").arg(name)};
    QByteArray bytes;
    if (file.open(QIODevice::ReadOnly)) bytes = file.readAll();
    return *sources.insert(name, bytes);
}

/// `size` in device pixels.
QPixmap pixmapOf(const QString& name, const QSize& size, const QColor& colour)
{
    const QString key = QStringLiteral("rackwright-icon/%1/%2x%3/%4").arg(name).arg(size.width()).arg(size.height()).arg(colour.name());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap{size};
    pixmap.fill(Qt::transparent);
    QByteArray source = sourceOf(name);
    source.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer{source};
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QPainter painter{&pixmap};
    renderer.render(&painter, QRectF{QPointF{0, 0}, size});
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QColor colourOf(QIcon::Mode mode, QIcon::State state)
{
    const Tokens& t = theme().tokens();
    if (mode == QIcon::Disabled) return t.textDisabled;
    if (state == QIcon::On) return t.accent;
    return mode == QIcon::Normal ? t.text2 : t.text1;
}

class IconEngine : public QIconEngine {
public:
    explicit IconEngine(QString name) : name_{std::move(name)} { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        paintIcon(*painter, rect, name_, colourOf(mode, state));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return pixmapOf(name_, size, colourOf(mode, state));
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return pixmapOf(name_, size, colourOf(mode, state)); // Qt asks in device pixels
    }
    QString iconName() override { return name_; }
    bool isNull() override { return false; }
    QString key() const override { return QStringLiteral("rackwright"); }
    QIconEngine* clone() const override { return new IconEngine{name_}; }

private:
    QString name_;
};

} // namespace

bool hasIcon(const QString& name)
{
    return !sourceOf(name).isEmpty();
}

QIcon icon(const QString& name)
{
    if (hasIcon(name)) return QIcon{new IconEngine{name}};
    qWarning("there is no icon '%s'", qUtf8Printable(name));
    return {};
}

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour)
{
    if (!hasIcon(name)) {
        qWarning("there is no icon '%s'", qUtf8Printable(name));
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const double side = std::min(rect.width(), rect.height());
    const int pixels = std::max(1, static_cast<int>(std::lround(side * ratio)));
    QPixmap pixmap = pixmapOf(name, {pixels, pixels}, colour);
    pixmap.setDevicePixelRatio(ratio);
    const QPointF corner = rect.center() - QPointF{side / 2, side / 2};
    // On whole device pixels, or the strokes blur.
    painter.drawPixmap(QPointF{std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio}, pixmap);
}

} // namespace rackwright
