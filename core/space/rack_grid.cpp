#include "core/space/rack_grid.h"

#include <algorithm>

namespace rackwright {

RackGrid::RackGrid(int heightHalfU)
    : heightHalfU_{std::clamp(heightHalfU, 0, maxHalfU)}, cells_(static_cast<std::size_t>(maxHalfU) * quarters * faces, -1)
{
}

void RackGrid::place(int device, const InRack& at, std::vector<int>& tooHigh, std::vector<std::pair<int, int>>& overlaps)
{
    const int top = at.fromHalfU + at.heightHalfU;
    if (at.fromHalfU < 0 || top > heightHalfU_) tooHigh.push_back(device);
    const int firstFace = !at.fullDepth && at.face == Face::rear ? 1 : 0;
    const int lastFace = !at.fullDepth && at.face == Face::front ? 0 : 1;
    for (int row = std::max(0, at.fromHalfU); row < std::min(top, maxHalfU); ++row)
        for (int quarter = std::max(0, at.fromQuarter); quarter < std::min(quarters, at.fromQuarter + at.widthQuarters); ++quarter)
            for (int face = firstFace; face <= lastFace; ++face) {
                int& cell = cells_[static_cast<std::size_t>((row * quarters + quarter) * faces + face)];
                if (cell < 0) {
                    cell = device;
                } else if (cell != device) {
                    const std::pair pair{cell, device};
                    if (std::ranges::find(overlaps, pair) == overlaps.end()) overlaps.push_back(pair);
                }
            }
}

double RackGrid::usedU() const
{
    int rows = 0;
    for (std::size_t row = 0; row < cells_.size(); row += quarters * faces)
        rows += std::any_of(cells_.begin() + static_cast<std::ptrdiff_t>(row),
            cells_.begin() + static_cast<std::ptrdiff_t>(row + quarters * faces), [](int cell) { return cell >= 0; });
    return rows / 2.0;
}

} // namespace rackwright
