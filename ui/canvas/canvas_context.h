// What the items of a canvas share: what is shown and how, the pictures drawn so far, and how much time a frame has left.
#pragma once

#include "ui/document/document.h"
#include "ui/drawing/rack_picture.h"

#include <QCache>
#include <QElapsedTimer>
#include <QPixmap>

#include <functional>

namespace rackwright {

/// A rack drawn for one scale, device pixel ratio, theme and face.
struct DrawnRack {
    struct Key {
        double scale = 0, devicePixelRatio = 1;
        ThemeKind theme = ThemeKind::light;
        Face face = Face::front;
        std::uint64_t version = 0; ///< of the rack's picture
        friend bool operator==(const Key&, const Key&) = default;
    };
    Key key;
    QPixmap pixmap;
};

class CanvasContext {
public:
    explicit CanvasContext(Document& document_) : document{document_} { drawn.setMaxCost(maxCacheKb); }

    Document& document;
    Face face = Face::front;
    bool powerOverlay = false;
    double mostWatts = 0; ///< of one device, the end of the overlay's ramp
    QCache<qint64, DrawnRack> drawn; ///< by rack id; cost in kB
    int racksDrawn = 0; ///< how often a rack was painted anew
    std::function<void()> onUnfinished; ///< called when a frame ran out of time: paint again soon

    /// A frame begins; items may take `frameBudgetMs` in all for what is not there yet, or as long as they need.
    void beginFrame(bool isUnlimited)
    {
        unlimited_ = isUnlimited;
        clock_.start();
    }
    [[nodiscard]] bool mayWork() const { return unlimited_ || clock_.elapsed() < frameBudgetMs; }

    static constexpr int frameBudgetMs = 12, maxCacheKb = 192 * 1024;

private:
    QElapsedTimer clock_;
    bool unlimited_ = false;
};

/// Lightest step of the ramp for no watts, darkest for `most`.
[[nodiscard]] std::size_t rampStep(double watts, double most);

} // namespace rackwright
