// The design language as values: colours of both themes, type roles, spacing. Every painter reads them from here.
#pragma once

#include <QColor>
#include <QFont>

#include <array>

namespace rackwright {

enum class ThemeKind { light, dark };

/// What a device is: a stripe of its colour and a sign, never a filled box.
enum class DeviceKind { compute, accelerator, network, storage, power, cooling, other };
inline constexpr std::size_t deviceKinds = 7;

/// How a thing stands: shape first, colour second.
enum class Status { ok, nearLimit, over, unknown, estimated };
inline constexpr std::size_t statuses = 5;

struct StatusColours {
    QColor line, tint;
};

/// sRGB. Contrast and difference of the pairs are tested.
struct Tokens {
    ThemeKind kind = ThemeKind::light;

    QColor window, panel, field, raised, canvas; ///< grounds
    QColor hover, pressed, selected; ///< grounds of rows and controls
    QColor line, lineStrong, control; ///< hairline, control edge, radio and check
    QColor text1, text2, text3, textDisabled;
    QColor accent, onAccent; ///< action, focus, selection line
    QColor barTrack, barFill, chartGrid;
    QColor shadow;

    QColor rackFrame, rackEdge, rail, emptyBay;
    QColor face, faceInset, faceLine, ear, blank, mesh, detail, ports;

    std::array<QColor, deviceKinds> device;
    std::array<StatusColours, statuses> status;
    std::array<QColor, 6> series; ///< of charts, in order
    std::array<QColor, 6> onSeries; ///< of a number inside a bar
    std::array<QColor, 7> ramp; ///< heat, from low to high
    std::array<QColor, 7> onRamp;

    [[nodiscard]] const QColor& of(DeviceKind device_) const { return device[static_cast<std::size_t>(device_)]; }
    [[nodiscard]] const StatusColours& of(Status status_) const { return status[static_cast<std::size_t>(status_)]; }
};

[[nodiscard]] const Tokens& tokensOf(ThemeKind kind);

/// figure 20/600, title 15/600, display 22/600, heading 13/600, section 12/600, body 12/400, value 12/500, total 12/600, small 11/400.
enum class TypeRole { figure, display, title, heading, section, body, value, total, small };

/// The bundled family in device-independent pixels; `loadFonts` must have run.
[[nodiscard]] QFont fontOf(TypeRole role);
/// The bundled family at any size: labels on faces, PDF. Weight is a QFont::Weight.
[[nodiscard]] QFont fontOf(double pixels, QFont::Weight weight);
/// Adds the bundled fonts to the application, once; needs a QGuiApplication.
void loadFonts();

namespace space {
inline constexpr int xs = 4, s = 8, m = 12, l = 16, xl = 24;
inline constexpr int panelInset = 14; ///< of text in panels; controls 12
} // namespace space

} // namespace rackwright
