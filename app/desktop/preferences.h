// What a person keeps between runs: theme, motion, the layout of the window, recent files.
#pragma once

#include "ui/drawing/tokens.h"

#include <QByteArray>
#include <QDateTime>
#include <QSettings>
#include <QString>

#include <vector>

namespace rackwright {

struct RecentFile {
    QString path;
    QDateTime when; ///< last opened or saved
    QString summary; ///< "4 racks · 47 devices"; may be empty

    friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

class Preferences {
public:
    static constexpr int mostRecent = 12;

    /// Kept in that file (INI).
    explicit Preferences(const QString& file) : settings_{file, QSettings::IniFormat} { }
    /// Where a person's own are: $XDG_CONFIG_HOME/rackwright/rackwright.ini.
    [[nodiscard]] static QString defaultFile();

    [[nodiscard]] ThemeKind theme() const;
    void setTheme(ThemeKind kind);
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool on);

    /// Of a layout of this version; empty when there is none.
    [[nodiscard]] QByteArray layout(int version) const;
    void setLayout(int version, const QByteArray& state);
    [[nodiscard]] QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);

    /// Newest first.
    [[nodiscard]] std::vector<RecentFile> recent() const;
    /// Puts the file first; a file is in the list once.
    void addRecent(const RecentFile& file);
    void clearRecent();

private:
    void setRecent(const std::vector<RecentFile>& files);

    QSettings settings_;
};

} // namespace rackwright
