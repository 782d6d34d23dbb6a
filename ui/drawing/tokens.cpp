#include "ui/drawing/tokens.h"

#include <QFontDatabase>
#include <QtDebug>

/// A static library's resources are linked only when they are named, and from outside any namespace.
static void linkFonts()
{
    Q_INIT_RESOURCE(fonts);
}

namespace rackwright {

namespace {

Tokens lightTokens()
{
    Tokens t;
    t.kind = ThemeKind::light;
    t.window = 0xECEEF1, t.panel = 0xF7F8FA, t.field = 0xFFFFFF, t.raised = 0xFFFFFF, t.canvas = 0xE4E7EB;
    t.hover = 0xE8EBEF, t.pressed = 0xDCE0E6, t.selected = 0xE4EDFE;
    t.line = 0xDFE2E7, t.lineStrong = 0xC6CBD3, t.control = 0x848D9A;
    t.text1 = 0x16191D, t.text2 = 0x454C56, t.text3 = 0x5F6772, t.textDisabled = 0x9AA1AB;
    t.accent = 0x1F57D0, t.onAccent = 0xFFFFFF;
    t.barTrack = 0xDDE1E7, t.barFill = 0x5B6675, t.chartGrid = 0xE3E6EB;
    t.shadow = QColor{20, 26, 36, 46};
    t.rackFrame = 0xB9BFC8, t.rackEdge = 0x9AA2AE, t.rail = 0xD3D8DF, t.emptyBay = 0xF0F2F5;
    t.face = 0xFBFCFD, t.faceInset = 0xEEF1F4, t.faceLine = 0x9AA2AE, t.ear = 0xDDE1E7, t.blank = 0xE3E7EC;
    t.mesh = 0xD5DAE1, t.detail = 0xB4BBC5, t.ports = 0x7C8592;
    t.device = {0x2841C1, 0x1A7551, 0x8E0761, 0xC6720A, 0x664F00, 0x0091BD, 0x7C7F84};
    t.status = {{{0x1A6F3F, 0xE2F3E8}, {0x8F5400, 0xFBEFD9}, {0xB4123C, 0xFCE5EA}, {0x5F6772, 0xE9ECF0}, {0x6D4BC1, 0xEEE9FB}}};
    t.series = {0x1F57D0, 0xC6720A, 0x8E0761, 0x1A7551, 0x1B98BE, 0x664F00};
    t.onSeries = {0xFFFFFF, 0x16191D, 0xFFFFFF, 0xFFFFFF, 0x16191D, 0xFFFFFF};
    t.ramp = {0xFAF1C7, 0xF0CD83, 0xEAA43F, 0xDC7A0A, 0xC4550B, 0xAD2608, 0x860420};
    t.onRamp = {0x16191D, 0x16191D, 0x16191D, 0x16191D, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF};
    return t;
}

Tokens darkTokens()
{
    Tokens t;
    t.kind = ThemeKind::dark;
    t.window = 0x121417, t.panel = 0x1B1E23, t.field = 0x14161A, t.raised = 0x24282F, t.canvas = 0x0F1114;
    t.hover = 0x282D35, t.pressed = 0x31373F, t.selected = 0x1D3359;
    t.line = 0x292E35, t.lineStrong = 0x3A4049, t.control = 0x717A87;
    t.text1 = 0xE9EBEE, t.text2 = 0xB9BFC8, t.text3 = 0x959DA8, t.textDisabled = 0x5E6672;
    t.accent = 0x6EA8FF, t.onAccent = 0x0B1730;
    t.barTrack = 0x31373F, t.barFill = 0x8A94A3, t.chartGrid = 0x262B31;
    t.shadow = QColor{0, 0, 0, 148};
    t.rackFrame = 0x3E454F, t.rackEdge = 0x555D69, t.rail = 0x23282E, t.emptyBay = 0x15181C;
    t.face = 0x262B32, t.faceInset = 0x2D333B, t.faceLine = 0x4B535F, t.ear = 0x383F48, t.blank = 0x1F2328;
    t.mesh = 0x3B424C, t.detail = 0x4A525D, t.ports = 0x8A94A1;
    t.device = {0x92A9FE, 0x29996D, 0xAA68AE, 0xDB620F, 0xFADE63, 0x87F2FD, 0xA8ABAE};
    t.status = {{{0x7CDDA6, 0x15301F}, {0xE8B04A, 0x35290F}, {0xFF7070, 0x3F1A25}, {0x9AA3AE, 0x282D35}, {0xB79DFF, 0x2A2346}}};
    t.series = {0x6EA8FF, 0xE0772B, 0xE79AD0, 0x2FA574, 0x87F2FD, 0xFADE63};
    t.onSeries = {0x16191D, 0x16191D, 0x16191D, 0x16191D, 0x16191D, 0x16191D};
    t.ramp = {0x3B1C1D, 0x6D2A1F, 0x9D3F03, 0xBC670F, 0xDA8F10, 0xF2BB34, 0xFDE987};
    t.onRamp = {0xE9EBEE, 0xE9EBEE, 0xE9EBEE, 0x0F1114, 0x0F1114, 0x0F1114, 0x0F1114};
    return t;
}

} // namespace

const Tokens& tokensOf(ThemeKind kind)
{
    static const Tokens light = lightTokens();
    static const Tokens dark = darkTokens();
    return kind == ThemeKind::light ? light : dark;
}

QFont fontOf(double pixels, QFont::Weight weight)
{
    QFont font{QStringList{QStringLiteral("Rackwright Sans"), QStringLiteral("Noto Sans")}, -1, weight};
    // A pixel size is an integer in Qt; points are not, and a point is 4/3 px at the 96 dpi that Qt assumes for both.
    font.setPointSizeF(pixels * 0.75);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont fontOf(TypeRole role)
{
    struct Size {
        int pixels;
        QFont::Weight weight;
    };
    const Size size = [role]() -> Size {
        switch (role) {
        case TypeRole::figure: return {20, QFont::DemiBold};
        case TypeRole::display: return {22, QFont::DemiBold};
        case TypeRole::title: return {15, QFont::DemiBold};
        case TypeRole::heading: return {13, QFont::DemiBold};
        case TypeRole::section: return {12, QFont::DemiBold};
        case TypeRole::body: return {12, QFont::Normal};
        case TypeRole::value: return {12, QFont::Medium};
        case TypeRole::total: return {12, QFont::DemiBold};
        case TypeRole::small: return {11, QFont::Normal};
        }
        return {12, QFont::Normal};
    }();
    QFont font = fontOf(size.pixels, size.weight);
    font.setPixelSize(size.pixels);
    return font;
}

void loadFonts()
{
    static const bool loaded = [] {
        linkFonts();
        bool all = true;
        for (const char* weight : {"Regular", "Medium", "SemiBold", "Bold"}) {
            const QString file = QStringLiteral(":/fonts/RackwrightSans-%1.otf").arg(QLatin1String{weight});
            if (QFontDatabase::addApplicationFont(file) >= 0) continue;
            qWarning("%s was not loaded; the next best family stands in", qUtf8Printable(file));
            all = false;
        }
        return all;
    }();
    Q_UNUSED(loaded);
}

} // namespace rackwright
