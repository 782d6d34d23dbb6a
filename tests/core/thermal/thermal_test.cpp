#include "core/assess/report_thermal.h"
#include "core/thermal/air.h"
#include "core/thermal/thermal.h"
#include "tests/core/cluster/build_maker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace rackwright {
namespace {

using test::BuildMaker;
using test::makePart;
using test::shippedCatalog;

/// Heat of the build at the watts of one column of the catalog; idle watts as stated.
struct Heated {
    Inventory inventory;
    std::vector<Quantity<>> powerW, idleW;
    ThermalResult result;

    Report report() const
    {
        Report made;
        reportThermal(result, inventory, "test", made);
        return made;
    }
    const Finding* finding(std::string_view code, const Report& made) const
    {
        const auto found = std::ranges::find(made.findings, code, &Finding::code);
        return found == made.findings.end() ? nullptr : &*found;
    }
};

Heated heat(BuildMaker& build, std::string_view column = "max_power_w", bool fillGaps = true, Trace* trace = nullptr)
{
    Heated heated{build.inventory(), {}, {}, {}};
    for (const Device& device : heated.inventory.devices) {
        const std::optional<double> watts = device.part->number(column);
        const bool silent = device.part->kind == PartKind::cooling || device.part->kind == PartKind::powerUnit;
        heated.powerW.push_back(silent ? zero() : Quantity<>::from(watts, device.part->id + " watts"));
        heated.idleW.push_back(silent ? zero() : Quantity<>::from(device.part->number("idle_power_w"), device.part->id + " idle_power_w"));
    }
    heated.result = assessThermal({heated.inventory, build.project, shippedCatalog(), fillGaps, heated.powerW, heated.idleW}, trace);
    return heated;
}

/// 10 kW, 2 kW idle, 1000 CFM, intake up to 30 degrees C.
Part airBox()
{
    return makePart(PartKind::server, "air-box",
        {{"cooling", "air"}, {"accelerator_count", "8"}, {"max_power_w", "10000"}, {"idle_power_w", "2000"}, {"airflow_cfm", "1000"},
            {"max_inlet_c", "30"}});
}
/// 10 kW of which 8 go to liquid.
Part wetBox()
{
    return makePart(PartKind::server, "wet-box",
        {{"cooling", "dlc"}, {"accelerator_count", "8"}, {"max_power_w", "10000"}, {"idle_power_w", "2000"}, {"airflow_cfm", "300"},
            {"liquid_heat_capture_pct", "80"}, {"liquid_flow_lpm", "12"}, {"coolant_inlet_max_c", "45"}});
}
Part coolant(std::string id, std::string kind, std::string capacityKw)
{
    return makePart(PartKind::cooling, std::move(id), {{"kind", std::move(kind)}, {"capacity_kw", std::move(capacityKw)}});
}

// NVIDIA GB200 NVL72 by HPE QuickSpecs: 132 kW are 115 kW to liquid and 17 kW to air.
TEST(Thermal, Nvl72SplitsItsHeatAsPublished)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-gb200-nvl72");
    const ThermalResult result = heat(build).result;
    EXPECT_NEAR(result.racks[0].liquidW.value, 115000, 115000 * 0.01);
    EXPECT_NEAR(result.racks[0].airW.value, 17000, 17000 * 0.01);
    EXPECT_DOUBLE_EQ(result.racks[0].liquidW.value, 132000 * 0.87);
    EXPECT_EQ(result.totalLiquidW, result.racks[0].liquidW);
}

TEST(Thermal, AirCooledHeatIsAllAirAndImmersedHeatAllLiquid)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-h100");
    build.place(build.rack("S"), "smc-immersion-hgx-h100");
    const ThermalResult result = heat(build).result;
    EXPECT_EQ(result.racks[0].airW.value, 10200);
    EXPECT_EQ(result.racks[0].liquidW.value, 0);
    EXPECT_EQ(result.racks[1].airW.value, 0);
    EXPECT_EQ(result.racks[1].liquidW.value, 7378);
}

TEST(Thermal, HeatToAirAndToLiquidSumToThePower)
{
    BuildMaker build;
    const std::vector<std::string> parts{"dgx-h100", "dgx-b200", "dgx-gb200-nvl72", "smc-as-4126gs-nmr-lcc", "dell-xe9680l-b200",
        "smc-immersion-hgx-h100", "lenovo-sr780a-v3-b200", "dell-r760", "vr-nvl72"};
    for (std::size_t i = 0; i < 60; ++i) build.place(i % 5 == 4 ? -1 : build.rack(fmt::format("R{}", i)), parts[i * 7 % parts.size()]);
    const ThermalResult result = heat(build).result;
    const double sum = result.totalAirW.value + result.totalLiquidW.value;
    EXPECT_GT(result.totalW.value, 1e6);
    EXPECT_NEAR(sum, result.totalW.value, result.totalW.value * 1e-9);
    double byRack = 0;
    for (const RackThermal& rack : result.racks) byRack += rack.airW.value + rack.liquidW.value;
    double loose = 0;
    for (std::size_t i = 0; i < result.airW.size(); ++i) loose += result.airW[i].value + result.liquidW[i].value;
    EXPECT_NEAR(loose, result.totalW.value, result.totalW.value * 1e-9);
    EXPECT_LT(byRack, loose);
}

// Ten racks of four DGX H100 (40.8 kW, 16.2 K), a tenth of the intake recirculated: 23.80 from 22 degrees C.
TEST(Thermal, RecirculationWarmsTheIntakeOfTenRacks)
{
    BuildMaker build;
    build.room().containment = "open";
    build.room().supplyAirC = 22;
    for (int r = 0; r < 10; ++r) {
        const int rack = build.rack(fmt::format("R{}", r));
        for (int i = 0; i < 4; ++i) build.place(rack, "dgx-h100");
    }
    const ThermalResult result = heat(build).result;
    for (const RackThermal& rack : result.racks) {
        EXPECT_EQ(rack.airflowCfm.value, 4420);
        EXPECT_NEAR(rack.riseK.value, 16.2, 0.05);
        EXPECT_NEAR(rack.intakeC.value, 23.80, 0.005);
        EXPECT_EQ(rack.inletLimitC.value, 30);
        EXPECT_EQ(rack.clockFraction, Quantity<>::known(1));
    }
}

TEST(Thermal, ContainmentIsANamedAssumption)
{
    EXPECT_EQ(recirculationOf("contained"), Quantity<>::estimated(0.01, 0.02, 0.04));
    EXPECT_EQ(recirculationOf("open").value, 0.10);
    EXPECT_EQ(recirculationOf("none").value, 0.20);
}

// Half of the air is missing: r = 1/2, the intake is the supply plus the whole rise of 10 kW / 1000 CFM.
TEST(Thermal, TooLittleAirHeatsTheIntakeAndLowersTheClock)
{
    BuildMaker build;
    build.add(airBox());
    build.room().supplyAirC = 22;
    build.room().airSupplyCfm = 500;
    build.place(build.rack("R"), "air-box");
    const Heated heated = heat(build);
    const RackThermal& rack = heated.result.racks[0];
    EXPECT_NEAR(rack.recirculated.value, 0.5, 1e-12);
    const double riseK = 10000 / (1000 * 1.8 / 3.1594);
    EXPECT_NEAR(rack.intakeC.value, 22 + riseK, 0.01);
    // 8 K are left for the rise: 8 / 17.55 of 10 kW; watts above idle go as the square of the clock
    const double share = (8 / riseK * 10000 - 2000) / 8000;
    EXPECT_NEAR(rack.clockFraction.value, std::sqrt(share), 1e-3);
    EXPECT_EQ(rack.limitedBy, HeatLimit::intake);
    EXPECT_FALSE(rack.beyondFloor);
    EXPECT_EQ(heated.result.clockFraction[0], rack.clockFraction.value);
    const Report report = heated.report();
    ASSERT_TRUE(heated.finding("HEAT-INTAKE-HOT", report));
    EXPECT_EQ(heated.finding("HEAT-INTAKE-HOT", report)->severity, Severity::error);
    EXPECT_TRUE(heated.finding("HEAT-THROTTLE", report));
    EXPECT_TRUE(heated.finding("HEAT-AIRFLOW-SHORT", report));
}

TEST(Thermal, AWarmerSupplyThanTheDeviceTakesIsBeyondTheFloor)
{
    BuildMaker build;
    build.add(airBox());
    build.room().supplyAirC = 35;
    build.place(build.rack("R"), "air-box");
    const RackThermal rack = heat(build).result.racks[0];
    EXPECT_TRUE(rack.beyondFloor);
    EXPECT_EQ(rack.clockFraction.value, 0.5);
}

// 8 kW of air cooling for 10 kW, 2 of them idle: 2 + 8 c^2 = 8.
TEST(Thermal, RoomAirLimitsTheClock)
{
    BuildMaker build;
    build.add(airBox());
    build.room().airCoolingKw = 8;
    build.place(build.rack("R"), "air-box");
    const Heated heated = heat(build);
    EXPECT_NEAR(heated.result.racks[0].clockFraction.value, std::sqrt(0.75), 1e-6);
    EXPECT_EQ(heated.result.racks[0].limitedBy, HeatLimit::roomAir);
    const Report report = heated.report();
    ASSERT_TRUE(heated.finding("HEAT-BEYOND-COOLING", report));
    EXPECT_EQ(heated.finding("HEAT-BEYOND-COOLING", report)->severity, Severity::error);
}

TEST(Thermal, AirHandlersPlacedInTheRoomAddToItsCooling)
{
    BuildMaker build;
    build.add(airBox());
    build.room().airCoolingKw = 8;
    build.place(build.rack("R"), "air-box");
    build.add(coolant("unit", "inrow", "33"));
    build.place(-1, "unit");
    build.place(-1, "unit");
    const ThermalResult result = heat(build).result;
    EXPECT_EQ(result.rooms[0].airCapacityW.value, 74000);
    EXPECT_EQ(result.racks[0].clockFraction, Quantity<>::known(1));
}

// The clock is absolute: watts drawn at 0.8 lead to the same answer as watts drawn at 1.
TEST(Thermal, TheClockDoesNotDependOnTheClockOfTheWattsGiven)
{
    BuildMaker build;
    build.add(airBox());
    build.room().airCoolingKw = 8;
    build.place(build.rack("R"), "air-box");
    Heated heated = heat(build);
    ThermalInputs slower{heated.inventory, build.project, shippedCatalog(), true, {Quantity<>::known(2000 + 0.64 * 8000)}, heated.idleW};
    slower.clockFraction = {0.8};
    EXPECT_NEAR(assessThermal(slower).racks[0].clockFraction.value, heated.result.racks[0].clockFraction.value, 1e-9);
}

// What is too hot at full clock stays an error after the clock has been lowered to fit.
TEST(Thermal, ALoweredClockDoesNotHideWhatCoolingLacks)
{
    BuildMaker build;
    build.add(airBox());
    build.room().supplyAirC = 22;
    build.room().airSupplyCfm = 500;
    build.room().airCoolingKw = 8;
    build.place(build.rack("R"), "air-box");
    Heated heated = heat(build);
    const double clock = heated.result.clockFraction[0];
    ThermalInputs settled{
        heated.inventory, build.project, shippedCatalog(), true, {Quantity<>::known(2000 + clock * clock * 8000)}, heated.idleW, {clock}};
    heated.result = assessThermal(settled);
    EXPECT_NEAR(heated.result.racks[0].intakeC.value, 30, 1e-6);
    EXPECT_NEAR(heated.result.racks[0].fullIntakeC.value, 39.55, 0.01);
    EXPECT_NEAR(heated.result.rooms[0].fullAirW.value, 10000, 1e-6);
    EXPECT_LT(heated.result.rooms[0].roomAirW.value, 8000);
    const Report report = heated.report();
    ASSERT_TRUE(heated.finding("HEAT-BEYOND-COOLING", report));
    EXPECT_EQ(heated.finding("HEAT-BEYOND-COOLING", report)->severity, Severity::error);
    EXPECT_TRUE(heated.finding("HEAT-INTAKE-HOT", report));
    EXPECT_TRUE(heated.finding("HEAT-THROTTLE", report));
}

TEST(Thermal, ARearDoorTakesWhatItCanAndTheRoomTheRest)
{
    for (const double doorKw : {30.0, 75.0}) {
        BuildMaker build;
        build.add(coolant("door", "rdhx-active", fmt::format("{}", doorKw)));
        const int rack = build.rack("R");
        for (int i = 0; i < 4; ++i) build.place(rack, "dgx-h100");
        build.place(rack, "door", {}, RearDoor{});
        const ThermalResult result = heat(build).result;
        EXPECT_EQ(result.racks[0].airW.value, 40800);
        EXPECT_EQ(result.racks[0].doorW.value, std::min(40800.0, doorKw * 1000));
        EXPECT_EQ(result.totalRoomAirW.value, std::max(0.0, 40800 - doorKw * 1000));
        EXPECT_EQ(result.totalAirW.value, 40800);
        EXPECT_NEAR(result.racks[0].riseK.value, 16.2, 0.05); // through the devices; the door cools it again
        const double pastDoorK = result.racks[0].riseK.value * result.totalRoomAirW.value / 40800;
        EXPECT_NEAR(result.racks[0].intakeC.value, intakeC(22, pastDoorK, 0.02), 1e-9);
    }
}

TEST(Thermal, ADoorOfUnknownCapacityLeavesTheRoomHeatUnknown)
{
    BuildMaker build;
    const int rack = build.rack("R");
    build.add(airBox());
    build.place(rack, "air-box");
    build.add(makePart(PartKind::cooling, "door", {{"kind", "rdhx-active"}}));
    build.place(rack, "door", {}, RearDoor{});
    const ThermalResult result = heat(build, "max_power_w", false).result;
    EXPECT_FALSE(result.racks[0].roomAirW.hasValue());
    EXPECT_EQ(result.racks[0].roomAirW.missing, std::vector<std::string>{"door capacity_kw"});
    EXPECT_EQ(result.racks[0].airW.value, 10000);
}

// A coolant unit of 1368 kW carries 11 racks of 114.84 kW and not 12.
TEST(Thermal, CoolantUnitsCarryTheLiquidHeatOrTheClockFalls)
{
    for (const int racks : {11, 12}) {
        BuildMaker build;
        for (int r = 0; r < racks; ++r) build.place(build.rack(fmt::format("R{}", r)), "dgx-gb200-nvl72");
        build.place(-1, "vertiv-xdu1350");
        const Heated heated = heat(build);
        const Report report = heated.report();
        EXPECT_EQ(heated.finding("HEAT-BEYOND-COOLING", report) != nullptr, racks == 12);
        EXPECT_FALSE(heated.finding("HEAT-NO-LIQUID", report));
        EXPECT_NEAR(heated.result.rooms[0].looseLiquidW.value, racks * 114840, 1e-3);
        EXPECT_EQ(heated.result.rooms[0].liquidCapacityW.value, 1368000);
    }
}

// 8 c^2 + 2 kW, of which 80 % go to liquid: 6 kW of coolant capacity allow 7.5 kW in all.
TEST(Thermal, LiquidLimitsTheClock)
{
    BuildMaker build;
    build.add(wetBox());
    build.add(coolant("cdu", "cdu-in-row", "6"));
    build.place(build.rack("R"), "wet-box");
    build.place(-1, "cdu");
    const ThermalResult result = heat(build).result;
    EXPECT_NEAR(result.racks[0].clockFraction.value, std::sqrt(5.5 / 8), 1e-6);
    EXPECT_EQ(result.racks[0].limitedBy, HeatLimit::liquid);
    EXPECT_EQ(result.racks[0].liquidFlowLpm.value, 12);
}

TEST(Thermal, LiquidCooledDevicesWithoutCoolantAreAnError)
{
    BuildMaker build;
    build.add(wetBox());
    build.place(build.rack("R"), "wet-box");
    Heated heated = heat(build);
    Report report = heated.report();
    ASSERT_TRUE(heated.finding("HEAT-NO-LIQUID", report));
    EXPECT_EQ(heated.finding("HEAT-NO-LIQUID", report)->severity, Severity::error);
    EXPECT_EQ(heated.result.racks[0].clockFraction, Quantity<>::known(1));
    build.room().liquidSupplyC = 32;
    heated = heat(build);
    report = heated.report();
    EXPECT_FALSE(heated.finding("HEAT-NO-LIQUID", report));
}

// Capacity goes as the approach: 4 K rated, 45 - 43 = 2 K on offer.
TEST(Thermal, AWarmSupplyTakesCapacityFromTheCoolantUnit)
{
    BuildMaker build;
    build.add(wetBox());
    build.place(build.rack("R"), "wet-box");
    build.place(-1, "vertiv-xdu1350");
    build.room().liquidSupplyC = 43;
    EXPECT_NEAR(heat(build).result.rooms[0].liquidCapacityW.value, 684000, 1e-6);
    build.room().liquidSupplyC = 46;
    EXPECT_NEAR(heat(build).result.rooms[0].liquidCapacityW.value, 0, 1e-6);
}

TEST(Thermal, LiquidToAirUnitsGiveTheHeatBackToTheRoom)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-gb200-nvl72");
    build.place(-1, "supermicro-l2a-200");
    const ThermalResult result = heat(build).result;
    EXPECT_NEAR(result.rooms[0].liquidToAirW.value, 114840, 1e-6);
    EXPECT_NEAR(result.totalRoomAirW.value, 132000, 1e-6);
    EXPECT_NEAR(result.totalLiquidW.value, 114840, 1e-6);
}

TEST(Thermal, ATankTakesAllHeatOfWhatIsInIt)
{
    BuildMaker build;
    build.add(airBox());
    build.add(coolant("tank", "immersion", "50"));
    const int rack = build.rack("T", "tank");
    for (int i = 0; i < 6; ++i) build.place(rack, "air-box");
    const Heated heated = heat(build);
    EXPECT_EQ(heated.result.racks[0].liquidW.value, 60000);
    EXPECT_EQ(heated.result.racks[0].airflowCfm.value, 0);
    EXPECT_EQ(heated.result.rooms[0].tankW.value, 60000);
    EXPECT_EQ(heated.result.rooms[0].looseLiquidW.value, 0);
    const Report report = heated.report();
    EXPECT_TRUE(heated.finding("HEAT-BEYOND-COOLING", report));
    EXPECT_NEAR(heated.result.racks[0].clockFraction.value, std::sqrt((50.0 - 12) / 48), 1e-6);
}

// A public engineering note on an air-cooled 8xB200 host: 61 degrees C at about 1 kW and a 20 degree inlet.
TEST(Thermal, B200InAirRunsAsHotAsMeasured)
{
    BuildMaker build;
    build.room().supplyAirC = 20;
    build.place(build.rack("R"), "dgx-b200");
    const RackThermal rack = heat(build).result.racks[0];
    EXPECT_NEAR(rack.riseK.value, 16.2, 0.05);
    EXPECT_NEAR(rack.chipC.value, 61, 1);
    EXPECT_GT(rack.chipMarginK.value, 15);
    EXPECT_EQ(rack.chipMarginK.knowledge, Knowledge::estimated); // the limit is a class rule
}

TEST(Thermal, NothingIsInventedWithoutData)
{
    BuildMaker build;
    build.add(makePart(PartKind::server, "bare", {{"cooling", "dlc"}, {"accelerator_count", "8"}, {"max_power_w", "10000"}}));
    build.place(build.rack("R"), "bare");
    const Heated heated = heat(build, "max_power_w", false);
    EXPECT_FALSE(heated.result.racks[0].airW.hasValue());
    EXPECT_FALSE(heated.result.racks[0].liquidW.hasValue());
    EXPECT_FALSE(heated.result.racks[0].intakeC.hasValue());
    EXPECT_FALSE(heated.result.racks[0].chipMarginK.hasValue());
    EXPECT_EQ(heated.result.clockFraction[0], 1);
    EXPECT_EQ(heated.result.totalW.value, 10000);
    for (const Finding& finding : heated.report().findings) EXPECT_NE(finding.severity, Severity::error) << finding.code;
}

TEST(Thermal, WithoutIdleWattsAThrottledClockIsUnknown)
{
    BuildMaker build;
    Part box = makePart(PartKind::server, "box", {{"cooling", "air"}, {"accelerator_count", "8"}, {"max_power_w", "10000"}});
    build.add(box);
    build.room().airCoolingKw = 8;
    build.place(build.rack("R"), "box");
    EXPECT_FALSE(heat(build, "max_power_w", false).result.racks[0].clockFraction.hasValue());
}

TEST(Thermal, HighUpTheSameAirRisesMore)
{
    BuildMaker build;
    build.place(build.rack("R"), "dgx-h100");
    const double low = heat(build).result.racks[0].riseK.value;
    build.site().altitudeM = 1600;
    EXPECT_NEAR(heat(build).result.racks[0].riseK.value, low / airDensityRatio(1600), 1e-9);
}

TEST(Thermal, EveryFigureHasAnExplanation)
{
    BuildMaker build;
    build.add(airBox());
    const int rack = build.rack("R 1");
    build.place(rack, "air-box");
    build.place(build.rack("L"), "dgx-gb200-nvl72");
    build.place(-1, "vertiv-xdu1350");
    Trace trace;
    const Heated heated = heat(build, "max_power_w", true, &trace);
    for (const Figure& figure : heated.report().figures) {
        const Explanation* told = trace.find(figure.id);
        ASSERT_TRUE(told) << figure.id;
        EXPECT_EQ(told->value, figure.value) << figure.id;
        EXPECT_FALSE(told->formula.empty()) << figure.id;
    }
}

TEST(Thermal, IsLinearInDevices)
{
    BuildMaker build;
    build.add(airBox());
    build.room().airCoolingKw = 1e6;
    for (int r = 0; r < 1000; ++r) {
        const int rack = build.rack(fmt::format("R{}", r));
        for (int i = 0; i < 20; ++i) build.place(rack, "air-box");
    }
    const Inventory inventory = build.inventory();
    const ThermalInputs inputs{inventory, build.project, shippedCatalog(), true,
        std::vector<Quantity<>>(inventory.devices.size(), Quantity<>::known(10000)),
        std::vector<Quantity<>>(inventory.devices.size(), Quantity<>::known(2000))};
    const auto start = std::chrono::steady_clock::now();
    const ThermalResult result = assessThermal(inputs);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_NEAR(result.totalAirW.value, 2e8, 1);
    EXPECT_LT(seconds, 3); // an unoptimised build on a busy machine; far above what a linear pass needs
    RecordProperty("seconds", fmt::format("{}", seconds));
}

} // namespace
} // namespace rackwright
