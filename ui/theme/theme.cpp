#include "ui/theme/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

namespace rackwright {

namespace {

QPalette paletteOf(const Tokens& t)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& colour) { palette.setColor(role, colour); };
    set(QPalette::Window, t.panel), set(QPalette::WindowText, t.text1);
    set(QPalette::Base, t.field), set(QPalette::AlternateBase, t.field), set(QPalette::Text, t.text1);
    set(QPalette::Button, t.field), set(QPalette::ButtonText, t.text1), set(QPalette::BrightText, t.onAccent);
    set(QPalette::Mid, t.line), set(QPalette::Dark, t.lineStrong), set(QPalette::Midlight, t.line), set(QPalette::Light, t.raised);
    set(QPalette::Shadow, t.shadow), set(QPalette::PlaceholderText, t.text3);
    set(QPalette::Highlight, t.selected), set(QPalette::HighlightedText, t.text1);
    set(QPalette::Link, t.accent), set(QPalette::LinkVisited, t.accent);
    set(QPalette::ToolTipBase, t.raised), set(QPalette::ToolTipText, t.text1);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, t.textDisabled);
    return palette;
}

} // namespace

void Theme::install(QApplication& app, ThemeKind kind)
{
    loadFonts();
    app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    app.setFont(fontOf(TypeRole::body));
    set(kind);
}

void Theme::set(ThemeKind kind)
{
    kind_ = kind;
    QApplication::setPalette(paletteOf(tokens()));
    Q_EMIT changed();
}

Theme& theme()
{
    static Theme instance;
    return instance;
}

} // namespace rackwright
