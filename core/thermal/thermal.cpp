#include "core/thermal/thermal.h"

#include "core/catalog/estimate.h"
#include "core/thermal/air.h"
#include "core/thermal/heat.h"

#include <algorithm>
#include <unordered_map>

namespace rackwright {

using thermal::PartHeat;

namespace {

bool isZero(const Quantity<>& q)
{
    return q.hasValue() && q.value == 0 && q.high == 0;
}

/// 45 degrees C supply and 65 return at most (OCP MGX rack and tray specification).
constexpr double warmestReturnRiseK = 20;

/// Cooling equipment placed in a room.
struct RoomUnits {
    int airHandlers = 0;
    Quantity<> airW = zero(), cfm = zero(), flowLpm = zero();
    std::vector<const Device*> coolant;
};

class HeatBalance {
public:
    HeatBalance(const ThermalInputs& inputs, const std::vector<PartHeat>& parts)
        : in_{inputs}, parts_{parts}, cfmPerWatt_{thermal::cfmPerWatt(inputs.catalog, inputs.fillGaps)}
    {
    }

    ThermalResult take()
    {
        result_.racks.resize(in_.inventory.racks.size());
        result_.airW.assign(in_.inventory.devices.size(), zero());
        result_.liquidW.assign(in_.inventory.devices.size(), zero());
        result_.clockFraction.assign(in_.inventory.devices.size(), 1.0);
        findRooms();
        for (std::size_t i = 0; i < in_.inventory.devices.size(); ++i)
            if (in_.inventory.devices[i].counts) addDevice(i);
        for (RackThermal& rack : result_.racks) settleDoor(rack);
        for (std::size_t i = 0; i < result_.rooms.size(); ++i) settleRoom(result_.rooms[i], units_[i]);
        for (RackThermal& rack : result_.racks)
            if (rack.room >= 0) settleIntake(rack, result_.rooms[static_cast<std::size_t>(rack.room)]);
        return std::move(result_);
    }

private:
    void findRooms()
    {
        std::size_t rooms = 0;
        for (const Site& site : in_.project.sites) rooms += site.rooms.size();
        for (const Site& site : in_.project.sites)
            for (const Room& room : site.rooms) {
                roomById_.emplace(toNumber(room.id), std::pair{&site, &room});
                if (rooms == 1) onlyRoom_ = &room;
            }
        tankOfRack_.resize(in_.inventory.racks.size());
        for (std::size_t i = 0; i < in_.inventory.racks.size(); ++i) {
            const Rack& rack = *in_.inventory.racks[i];
            const int room = roomIndex(rack.room);
            result_.racks[i].room = room;
            if (room >= 0) result_.rooms[static_cast<std::size_t>(room)].racks.push_back(static_cast<int>(i));
            tankOfRack_[i] = in_.project.part(PartKind::cooling, rack.partId);
            if (tankOfRack_[i] && room >= 0)
                result_.rooms[static_cast<std::size_t>(room)].tankCapacityW +=
                    valueOf(*tankOfRack_[i], "capacity_kw", in_.catalog, in_.fillGaps) * 1000;
        }
    }

    /// The room in use; -1 when it is not known. With a single room, what names none stands in it.
    int roomIndex(Id id)
    {
        auto found = roomById_.find(toNumber(id));
        if (found == roomById_.end() && onlyRoom_) found = roomById_.find(toNumber(onlyRoom_->id));
        if (found == roomById_.end()) return -1;
        const auto [site, room] = found->second;
        const auto at = std::ranges::find(result_.rooms, room, &RoomThermal::room);
        if (at != result_.rooms.end()) return static_cast<int>(at - result_.rooms.begin());
        RoomThermal added;
        added.site = site, added.room = room;
        if (room->airCoolingKw) added.airCapacityW = Quantity<>::known(*room->airCoolingKw * 1000);
        if (room->airSupplyCfm) added.suppliedCfm = Quantity<>::known(*room->airSupplyCfm);
        added.facilityLiquid = room->liquidSupplyC || room->liquidFlowLpm;
        result_.rooms.push_back(std::move(added));
        units_.emplace_back();
        return static_cast<int>(result_.rooms.size()) - 1;
    }

    [[nodiscard]] int roomOf(const Device& device)
    {
        if (device.rack >= 0) return result_.racks[static_cast<std::size_t>(device.rack)].room;
        if (device.host >= 0) return roomOf(in_.inventory.devices[static_cast<std::size_t>(device.host)]);
        const auto* floor = std::get_if<OnFloor>(&device.placement->anchor);
        return floor ? roomIndex(floor->room) : -1;
    }

    /// Cards give their heat where their host does when it is immersed; else their own way.
    [[nodiscard]] Quantity<> liquidShare(const Device& device) const
    {
        if (device.rack >= 0 && tankOfRack_[static_cast<std::size_t>(device.rack)]) return Quantity<>::known(1);
        if (device.host >= 0 && isImmersed(in_.inventory.devices[static_cast<std::size_t>(device.host)])) return Quantity<>::known(1);
        return parts_[static_cast<std::size_t>(device.partIndex)].liquidShare;
    }
    [[nodiscard]] bool isImmersed(const Device& device) const
    {
        return (device.rack >= 0 && tankOfRack_[static_cast<std::size_t>(device.rack)])
            || parts_[static_cast<std::size_t>(device.partIndex)].immersed;
    }

    void addDevice(std::size_t index)
    {
        const Device& device = in_.inventory.devices[index];
        const PartHeat& part = parts_[static_cast<std::size_t>(device.partIndex)];
        const int room = roomOf(device);
        split(in_.powerW[index], liquidShare(device), result_.airW[index], result_.liquidW[index]);
        const Quantity<>& airW = result_.airW[index];
        const Quantity<>& liquidW = result_.liquidW[index];
        result_.totalW += in_.powerW[index];
        result_.totalAirW += airW;
        result_.totalLiquidW += liquidW;
        const bool tank =
            isImmersed(device) || (device.host >= 0 && isImmersed(in_.inventory.devices[static_cast<std::size_t>(device.host)]));
        const Quantity<> cfm = tank ? zero() : airflowOf(device, part, airW);
        if (device.rack >= 0) addToRack(result_.racks[static_cast<std::size_t>(device.rack)], device, part, index, cfm);
        if (room < 0) {
            if (device.rack < 0) result_.totalRoomAirW += airW;
            return;
        }
        RoomThermal& hall = result_.rooms[static_cast<std::size_t>(room)];
        hall.airW += airW, hall.liquidW += liquidW, hall.airflowCfm += cfm;
        if (device.rack < 0) hall.roomAirW += airW;
        if (tank)
            hall.tankW += liquidW;
        else if (!isZero(liquidW))
            hall.looseLiquidW += liquidW, hall.liquidFlowLpm += part.flowLpm;
        if (!part.coolingKind.empty()) addCooling(static_cast<std::size_t>(room), device, part);
    }

    /// P into P (1 - f) and P f. The two ends of the share fall on opposite sides, so that the middle sums to P.
    static void split(const Quantity<>& powerW, const Quantity<>& share, Quantity<>& airW, Quantity<>& liquidW)
    {
        if (isZero(powerW)) return;
        if (share == Quantity<>::known(0)) {
            airW = powerW;
            return;
        }
        if (!powerW.hasValue() || !share.hasValue()) {
            airW = liquidW = powerW.hasValue() ? share : powerW;
            if (!share.hasValue() && !powerW.hasValue()) detail::mergeMissing(airW.missing, share.missing), liquidW = airW;
            return;
        }
        airW = liquidW = powerW;
        airW.knowledge = liquidW.knowledge = std::max(powerW.knowledge, share.knowledge);
        liquidW.value = powerW.value * share.value;
        liquidW.low = powerW.low * share.low, liquidW.high = powerW.high * share.high;
        airW.value = powerW.value - liquidW.value;
        airW.low = powerW.low * (1 - share.high), airW.high = powerW.high * (1 - share.low);
    }

    /// Stated or estimated airflow; else by the class rule from the heat that goes to air.
    [[nodiscard]] Quantity<> airflowOf(const Device& device, const PartHeat& part, const Quantity<>& airW) const
    {
        if (device.host >= 0 || !part.movesAir || isZero(airW)) return zero();
        if (part.airflowCfm.hasValue()) return part.airflowCfm;
        if (!airW.hasValue() || !cfmPerWatt_.hasValue()) return part.airflowCfm;
        return multiplied(airW, cfmPerWatt_);
    }

    void addToRack(RackThermal& rack, const Device& device, const PartHeat& part, std::size_t index, const Quantity<>& cfm)
    {
        rack.airW += result_.airW[index], rack.liquidW += result_.liquidW[index], rack.airflowCfm += cfm;
        if (device.host < 0 && part.inletLimitC.hasValue())
            rack.inletLimitC = rack.inletLimitC.hasValue() ? thermal::lesserOf(rack.inletLimitC, part.inletLimitC) : part.inletLimitC;
        if (!isZero(result_.liquidW[index]) && !isImmersed(device)) rack.liquidFlowLpm += part.flowLpm;
        if (part.coolingKind.starts_with("rdhx")) rack.doorCapacityW += part.capacityW;
        judgeChip(rack, device, part);
    }

    /// Hottest accelerator over the intake: R_th x TDP, where the resistance in air is known.
    void judgeChip(RackThermal& rack, const Device& device, const PartHeat& part)
    {
        if (!part.throttles || part.liquidShare.high > 0) return;
        const Part* accelerator = thermal::acceleratorIn(*device.part, in_.project);
        const std::optional<double> resistance = accelerator ? accelerator->number(thermal::chipResistanceColumn) : std::nullopt;
        const std::optional<double> tdpW = accelerator ? accelerator->number("tdp_w") : std::nullopt;
        if (!resistance || !tdpW) return;
        const double overIntakeK = *resistance * *tdpW;
        if (rack.chipC.hasValue() && rack.chipC.value >= overIntakeK) return;
        rack.chipC = Quantity<>::known(overIntakeK); // the intake is added once it is known
        rack.chipMarginK = valueOf(*accelerator, thermal::chipLimitColumn(*accelerator), in_.catalog, in_.fillGaps);
    }

    void addCooling(std::size_t index, const Device& device, const PartHeat& part)
    {
        const auto value = [&](std::string_view column) { return valueOf(*device.part, column, in_.catalog, in_.fillGaps); };
        RoomThermal& room = result_.rooms[index];
        RoomUnits& units = units_[index];
        if (part.coolingKind == "crah" || part.coolingKind == "inrow") {
            ++units.airHandlers;
            units.airW += part.capacityW, units.cfm += value("airflow_cfm");
        } else if (part.coolingKind == "cdu-in-rack" || part.coolingKind == "cdu-in-row") {
            ++room.coolantUnits;
            units.coolant.push_back(&device);
            units.flowLpm += value("secondary_flow_lpm");
        } else if (part.coolingKind == "sidecar") {
            ++room.coolantUnits;
            room.liquidToAirCapacityW += part.capacityW;
        } else if (part.coolingKind == "immersion") {
            room.tankCapacityW += part.capacityW;
        }
    }

    void settleDoor(RackThermal& rack)
    {
        rack.doorW = thermal::lesserOf(rack.airW, rack.doorCapacityW);
        rack.roomAirW = isZero(rack.doorCapacityW) ? rack.airW : thermal::beyond(rack.airW, rack.doorCapacityW);
        if (isZero(rack.doorCapacityW)) rack.doorW = zero();
        result_.totalDoorW += rack.doorW;
        if (rack.room < 0) result_.totalRoomAirW += rack.roomAirW;
    }

    /// Approach that the room's liquid offers: lowest coolant limit of the devices less the supply; nothing: as rated.
    [[nodiscard]] std::optional<double> approachK(const RoomThermal& room) const
    {
        if (!room.room->liquidSupplyC) return std::nullopt;
        std::optional<double> inletC;
        for (const int rack : room.racks)
            for (const int index : in_.inventory.devicesOfRack[static_cast<std::size_t>(rack)]) {
                const Device& device = in_.inventory.devices[static_cast<std::size_t>(index)];
                const Quantity<>& limit = parts_[static_cast<std::size_t>(device.partIndex)].coolantInletC;
                if (limit.hasValue()) inletC = std::min(inletC.value_or(limit.value), limit.value);
            }
        if (!inletC) return std::nullopt;
        return *inletC - *room.room->liquidSupplyC;
    }

    [[nodiscard]] Quantity<> capacityAt(const Device& unit, std::optional<double> atdK) const
    {
        const Quantity<>& rated = parts_[static_cast<std::size_t>(unit.partIndex)].capacityW;
        const std::optional<double> ratedAtdK = unit.part->number("atd_k");
        if (!rated.hasValue() || rated.value <= 0 || !ratedAtdK || *ratedAtdK <= 0 || !atdK) return rated;
        // a wider approach than rated is credited only as far as the stated flow carries the heat away
        const std::optional<double> flowLpm = unit.part->number("secondary_flow_lpm");
        const double mostW = flowLpm ? std::max(rated.value, liquidHeatW(*flowLpm, warmestReturnRiseK)) : rated.value;
        const double atApproachW = coolantUnitCapacityKw(rated.value, *ratedAtdK, *atdK);
        Quantity<> scaled = rated * (std::min(atApproachW, mostW) / rated.value);
        if (*atdK != *ratedAtdK) scaled.knowledge = std::max(scaled.knowledge, Knowledge::estimated);
        return scaled;
    }

    void settleRoom(RoomThermal& room, const RoomUnits& units)
    {
        if (units.airHandlers > 0) {
            room.airCapacityW = (room.room->airCoolingKw ? room.airCapacityW : zero()) + units.airW;
            room.suppliedCfm = (room.room->airSupplyCfm ? room.suppliedCfm : zero()) + units.cfm;
        }
        for (const int rack : room.racks) room.roomAirW += result_.racks[static_cast<std::size_t>(rack)].roomAirW;
        const std::optional<double> atdK = approachK(room);
        for (const Device* unit : units.coolant) room.liquidCapacityW += capacityAt(*unit, atdK);
        if (!isZero(room.liquidToAirCapacityW)) {
            const Quantity<> rest =
                isZero(room.liquidCapacityW) ? room.looseLiquidW : thermal::beyond(room.looseLiquidW, room.liquidCapacityW);
            room.liquidToAirW = thermal::lesserOf(rest, room.liquidToAirCapacityW);
            room.roomAirW += room.liquidToAirW;
        }
        if (!units.coolant.empty())
            room.liquidSuppliedLpm = units.flowLpm;
        else if (room.room->liquidFlowLpm)
            room.liquidSuppliedLpm = Quantity<>::known(*room.room->liquidFlowLpm);
        result_.totalRoomAirW += room.roomAirW;
    }

    /// r >= 1 - supplied / required, and never below what the containment leaks.
    [[nodiscard]] static Quantity<> recirculatedIn(const RoomThermal& room)
    {
        Quantity<> r = recirculationOf(room.room->containment);
        const Quantity<> ratio = divided(room.suppliedCfm, room.airflowCfm);
        if (!ratio.hasValue()) return r;
        const auto least = [](double containment, double share) { return std::clamp(std::max(containment, 1 - share), 0.0, 0.95); };
        r = {least(r.value, ratio.value), least(r.low, ratio.high), least(r.high, ratio.low), std::max(r.knowledge, ratio.knowledge), {}};
        return r;
    }

    static void settleIntake(RackThermal& rack, const RoomThermal& room)
    {
        rack.recirculated = recirculatedIn(room);
        const double density = thermal::densityOf(room);
        const double supplyC = room.room->supplyAirC;
        rack.riseK = isZero(rack.airW) ? zero() : divided(rack.airW, rack.airflowCfm) * (1 / (wattsPerCfmK * density));
        // what recirculates has passed the rear door
        Quantity<> exhaustK = rack.riseK;
        if (!isZero(rack.doorCapacityW))
            exhaustK = isZero(rack.roomAirW) ? zero() : divided(rack.roomAirW, rack.airflowCfm) * (1 / (wattsPerCfmK * density));
        const Quantity<>& r = rack.recirculated;
        rack.intakeC = exhaustK;
        if (isZero(exhaustK))
            rack.intakeC = Quantity<>::known(supplyC);
        else if (exhaustK.hasValue())
            rack.intakeC = {intakeC(supplyC, exhaustK.value, r.value), intakeC(supplyC, exhaustK.low, r.low),
                intakeC(supplyC, exhaustK.high, r.high), std::max(exhaustK.knowledge, r.knowledge), exhaustK.missing};
        settleChip(rack);
    }

    static void settleChip(RackThermal& rack)
    {
        if (!rack.chipC.hasValue()) return;
        const Quantity<> limit = rack.chipMarginK;
        if (!rack.intakeC.hasValue()) {
            rack.chipC = rack.chipMarginK = rack.intakeC;
            return;
        }
        rack.chipC += rack.intakeC;
        rack.chipMarginK = limit;
        if (!limit.hasValue()) return;
        rack.chipMarginK.low = limit.low - rack.chipC.high;
        rack.chipMarginK.value = limit.value - rack.chipC.value;
        rack.chipMarginK.high = limit.high - rack.chipC.low;
        rack.chipMarginK.knowledge = std::max(limit.knowledge, rack.chipC.knowledge);
    }

    const ThermalInputs& in_;
    const std::vector<PartHeat>& parts_;
    Quantity<> cfmPerWatt_;
    ThermalResult result_;
    std::unordered_map<std::int64_t, std::pair<const Site*, const Room*>> roomById_;
    const Room* onlyRoom_ = nullptr;
    std::vector<PartPtr> tankOfRack_;
    std::vector<RoomUnits> units_; ///< parallel to the rooms
};

} // namespace

std::string_view toText(HeatLimit limit)
{
    switch (limit) {
    case HeatLimit::none: return "none";
    case HeatLimit::intake: return "intake";
    case HeatLimit::roomAir: return "room air";
    case HeatLimit::liquid: return "liquid";
    case HeatLimit::chip: return "chip";
    }
    return "none";
}

Quantity<> recirculationOf(std::string_view containment)
{
    const double r = containment == "contained" ? 0.02 : containment == "open" ? 0.10 : 0.20;
    return Quantity<>::estimated(r / 2, r, r * 2);
}

WorstOf worstOf(const ThermalResult& result)
{
    WorstOf worst;
    std::vector<std::string> missing;
    for (const RoomThermal& room : result.rooms) worst.airflowCfm += room.airflowCfm, worst.flowLpm += room.liquidFlowLpm;
    for (const RackThermal& rack : result.racks) {
        if (rack.room < 0) worst.airflowCfm += rack.airflowCfm, worst.flowLpm += rack.liquidFlowLpm;
        if (rack.clockFraction.hasValue() && rack.clockFraction.value < worst.clockFraction.value) worst.clockFraction = rack.clockFraction;
        if (isZero(rack.airflowCfm)) continue; // nothing in it breathes
        if (!rack.intakeC.hasValue())
            detail::mergeMissing(missing, rack.intakeC.missing);
        else if (!worst.intakeC.hasValue() || rack.intakeC.value > worst.intakeC.value)
            worst.intakeC = rack.intakeC;
    }
    if (missing.empty()) return worst;
    if (worst.intakeC.hasValue()) worst.intakeC.knowledge = Knowledge::atLeast; // another may be warmer
    worst.intakeC.missing = std::move(missing);
    return worst;
}

ThermalResult assessThermal(const ThermalInputs& inputs, Trace* trace)
{
    const std::vector<PartHeat> parts = thermal::partHeats(inputs);
    ThermalResult result = HeatBalance{inputs, parts}.take();
    thermal::solveClocks(inputs, parts, result);
    if (trace) thermal::explain(inputs, parts, result, *trace);
    return result;
}

} // namespace rackwright
