#include "ui/document/subjects.h"

#include "core/quantity/figure_id.h"

#include <algorithm>

namespace rackwright {

Id idOfSubject(const Build& build, std::string_view subject)
{
    Id found = Id::none;
    if (subject.starts_with("rack:")) {
        for (const RackPtr& rack : build.racks)
            if (subjectOf("rack", rack->name) == subject) found = rack->id;
    } else if (subject.starts_with("device:")) {
        forEachPlacement(build, [&](const PlacedDevice& device) {
            if (subjectOf("device", device.placement->label) == subject) found = device.placement->id;
        });
    }
    return found;
}

RackPtr rackOf(const Build& build, Id rack)
{
    const auto found = std::ranges::lower_bound(build.racks, rack, {}, [](const RackPtr& each) { return each->id; });
    return found != build.racks.end() && (*found)->id == rack ? *found : nullptr;
}

bool existsIn(const Build& build, Id id)
{
    return rackOf(build, id) || findDevice(build, id).placement;
}

std::string nameOf(const Build& build, Id id)
{
    if (const RackPtr rack = rackOf(build, id)) return rack->name;
    const PlacedDevice device = findDevice(build, id);
    return device.placement ? device.placement->label : std::string{};
}

} // namespace rackwright
