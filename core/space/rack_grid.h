// Which device stands where in one rack: half-U rows by quarter widths by the two faces.
#pragma once

#include "core/design/project.h"

#include <utility>
#include <vector>

namespace rackwright {

class RackGrid {
public:
    static constexpr int maxHalfU = 240; ///< no frame is higher; what stands above is too high
    explicit RackGrid(int heightHalfU);

    /// Takes the cells of the device; adds it to `tooHigh` when it stands above the top, and pairs to `overlaps`.
    void place(int device, const InRack& at, std::vector<int>& tooHigh, std::vector<std::pair<int, int>>& overlaps);
    /// U with a device on either face.
    [[nodiscard]] double usedU() const;

private:
    static constexpr int quarters = 4, faces = 2;
    int heightHalfU_;
    std::vector<int> cells_; ///< device or -1, by row, quarter, face
};

} // namespace rackwright
