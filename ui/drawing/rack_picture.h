// A rack as what is to be drawn of it: a plain value made from the project, with no reference to it.
#pragma once

#include "core/assess/assessment.h"
#include "core/design/project.h"
#include "ui/drawing/tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace rackwright {

/// What the face of a device shows beside label and watts.
enum class FaceShape { server, accelerated, switchUnit, storage, powerUnit, coolingUnit, shelf, blank, other };

/// A card in a bay of an opened host, or the empty bay.
struct BayFace {
    Id card{}; ///< none: free
    QString bay; ///< group name
    int index = 0; ///< within the group
    QString label; ///< of the card, or what the free bay takes
    QString detail; ///< "x16 · 600 W"
    DeviceKind kind = DeviceKind::other;
};

/// Cages or sockets side by side in rows, as on the device.
struct PortBlock {
    int count = 0;
    bool fabric = false; ///< of the compute fabric: in the colour of the network
    friend bool operator==(const PortBlock&, const PortBlock&) = default;
};

struct DeviceFace {
    Id id{};
    QString label, model, watts; ///< watts as text with unit; empty when not known
    DeviceKind kind = DeviceKind::other;
    FaceShape shape = FaceShape::other;
    int fromHalfU = 0, heightHalfU = 2; ///< from the bottom
    int fromQuarter = 0, widthQuarters = 4;
    std::optional<Side> side; ///< a zero-U device in a side channel
    int sidePosition = 0; ///< the n-th along it
    bool door = false; ///< at the back of the rack: drawn in its plinth
    Face face = Face::front;
    bool fullDepth = true;
    PlacementStatus status = PlacementStatus::planned;
    int accelerators = 0, ports = 0, driveBays = 0, supplies = 0, outlets = 0; ///< what the inside shows
    std::vector<PortBlock> portBlocks; ///< `ports` as they are arranged
    double loadShare = -1; ///< of a power unit: load / rating; < 0 unknown
    bool overloaded = false; ///< of a power unit: beyond its rating now, or when another one or a feed fails
    std::optional<int> heat; ///< step of the ramp that an overlay tints it with
    std::vector<BayFace> bays; ///< of a host; drawn when it is opened
};

struct RackPicture {
    Id id{};
    QString name, caption; ///< "R04", "32 of 42 U · 712 kg"
    QString content; ///< "4 × DGX H100"
    QString load; ///< "33.2 kW" while the workloads run, what the faces add up to; empty when not assessed
    QString limit; ///< "max 40.8 of 35.0 kW": nameplate against the declared limit; empty without one
    std::optional<double> loadShare; ///< of the limit; none: no limit or unknown
    std::optional<Status> status; ///< the worst finding of the rack; none: not assessed
    int heightU = 42;
    double widthMm = 600; ///< outer
    double panelMm = 482.6; ///< what is mounted in it; 21 inch: 538
    bool soldWhole = false; ///< a rack system: its trays are seen, not taken apart
    bool tank = false; ///< immersion: devices stand upright
    std::vector<DeviceFace> devices; ///< by id
};

/// `assessed` may be null: no watts and no status then. Looks up parts in the project's own snapshot.
[[nodiscard]] RackPicture pictureOf(const Rack& rack, const Project& project, const ScenarioAssessment* assessed);
[[nodiscard]] DeviceFace faceOf(const Placement& placement, const Project& project, const ScenarioAssessment* assessed);
/// The kind that a part is shown as (a server with accelerators is an accelerator's).
[[nodiscard]] DeviceKind kindOf(const Part& part);

} // namespace rackwright
