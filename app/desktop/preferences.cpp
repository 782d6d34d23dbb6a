#include "app/desktop/preferences.h"

#include <QStandardPaths>

#include <algorithm>

namespace rackwright {

namespace {
constexpr auto dark = "dark";
constexpr auto light = "light";
} // namespace

QString Preferences::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/rackwright/rackwright.ini");
}

ThemeKind Preferences::theme() const
{
    return settings_.value(QStringLiteral("theme")).toString() == QLatin1String{dark} ? ThemeKind::dark : ThemeKind::light;
}

void Preferences::setTheme(ThemeKind kind)
{
    settings_.setValue(QStringLiteral("theme"), QLatin1String{kind == ThemeKind::dark ? dark : light});
}

bool Preferences::reducedMotion() const
{
    return settings_.value(QStringLiteral("reduced_motion"), false).toBool();
}

void Preferences::setReducedMotion(bool on)
{
    settings_.setValue(QStringLiteral("reduced_motion"), on);
}

QByteArray Preferences::layout(int version) const
{
    return settings_.value(QStringLiteral("layout/version")).toInt() == version
        ? settings_.value(QStringLiteral("layout/docks")).toByteArray()
        : QByteArray{};
}

void Preferences::setLayout(int version, const QByteArray& state)
{
    settings_.setValue(QStringLiteral("layout/version"), version);
    settings_.setValue(QStringLiteral("layout/docks"), state);
}

QByteArray Preferences::geometry() const
{
    return settings_.value(QStringLiteral("layout/window")).toByteArray();
}

void Preferences::setGeometry(const QByteArray& geometry)
{
    settings_.setValue(QStringLiteral("layout/window"), geometry);
}

std::vector<RecentFile> Preferences::recent() const
{
    std::vector<RecentFile> files;
    // QSettings reads through a const object, but its arrays need a mutable one.
    auto& settings = const_cast<QSettings&>(settings_);
    const int count = settings.beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < std::min(count, mostRecent); ++i) {
        settings.setArrayIndex(i);
        files.push_back({settings.value(QStringLiteral("path")).toString(), settings.value(QStringLiteral("when")).toDateTime(),
            settings.value(QStringLiteral("summary")).toString()});
    }
    settings.endArray();
    return files;
}

void Preferences::addRecent(const RecentFile& file)
{
    std::vector<RecentFile> files = recent();
    std::erase_if(files, [&](const RecentFile& each) { return each.path == file.path; });
    files.insert(files.begin(), file);
    if (files.size() > mostRecent) files.resize(mostRecent);
    setRecent(files);
}

void Preferences::clearRecent()
{
    setRecent({});
}

void Preferences::setRecent(const std::vector<RecentFile>& files)
{
    settings_.remove(QStringLiteral("recent"));
    settings_.beginWriteArray(QStringLiteral("recent"), static_cast<int>(files.size()));
    for (int i = 0; i < static_cast<int>(files.size()); ++i) {
        const RecentFile& file = files[static_cast<std::size_t>(i)];
        settings_.setArrayIndex(i);
        settings_.setValue(QStringLiteral("path"), file.path);
        settings_.setValue(QStringLiteral("when"), file.when);
        settings_.setValue(QStringLiteral("summary"), file.summary);
    }
    settings_.endArray();
}

} // namespace rackwright
