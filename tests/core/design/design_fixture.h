// A small set of parts made by hand, in the project's own snapshot, and short ways to edit with them.
#pragma once

#include "core/design/edit.h"
#include "core/design/invariants.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rackwright::testing {

inline PartPtr makePart(PartKind kind, std::string id, std::vector<std::pair<std::string, std::string>> values, Part rest = {})
{
    rest.kind = kind;
    rest.id = std::move(id);
    rest.provenances = {{"spec", "made for a test", "2026-01-01"}};
    for (auto& [column, value] : values) rest.values.push_back({std::move(column), std::move(value), 0});
    std::ranges::sort(rest.values, {}, &PartValue::column);
    return std::make_shared<const Part>(std::move(rest));
}

/// Parts: frame42 (42U, 1000 mm, 1000 kg), box8 (8U, 130 kg, SXM), leaf1 (1U switch), pdu0 (24 C13, 6 C19), door, host4 (4U, sold
/// with 4 pcie-card), bare2 (2U, one dual-slot 350 W bay, one NIC bay), pcie-card, slim-card, hot-card, wide-card, sxm-card,
/// nic2, tpu, rack72 (sold whole), deep2 (1200 mm), heavy4 (400 kg), crah, edge-box, net4 (in-band only), model-x, region-x.
inline PartSnapshot testParts()
{
    using enum PartKind;
    Part box;
    box.ports = {{"compute", 8, 400, "OSFP-2x400G", PortRole::compute, true}, {"in-band", 2, 100, "QSFP28", PortRole::inBand, false},
        {"bmc", 1, 1, "RJ45", PortRole::outOfBand, false}};
    box.bays = {{"accelerator", 8, "SXM5", 5, 16, 700}};
    box.inlets = {{6, "C20", 3300, 4}};
    Part leaf;
    leaf.ports = {{"fabric", 64, 400, "OSFP-2x400G", PortRole::fabric, false}, {"mgmt", 1, 1, "RJ45", PortRole::outOfBand, false}};
    leaf.inlets = {{2, "C14", std::nullopt, 1}};
    Part copper;
    copper.ports = {{"fabric", 4, 1, "RJ45", PortRole::fabric, false}};
    Part pdu;
    pdu.outlets = {{"C13", 24}, {"C19", 6}};
    Part host;
    host.ports = {{"compute", 2, 400, "OSFP-2x400G", PortRole::compute, false}, {"in-band", 2, 100, "QSFP28", PortRole::inBand, false}};
    host.bays = {{"accelerator", 4, "PCIe FHFL dual-slot", 5, 16, 350}};
    host.inlets = {{2, "C20", 2000, 1}};
    Part bare;
    bare.ports = {{"in-band", 2, 100, "QSFP28", PortRole::inBand, false}};
    bare.bays = {{"accelerator", 1, "PCIe FHFL dual-slot", 5, 16, 350}, {"nic", 1, "PCIe HHHL NIC", 5, 16, 75}};
    bare.inlets = {{2, "C14", 800, 1}};
    Part whole;
    whole.ports = {{"compute", 72, 400, "OSFP-2x400G", PortRole::compute, true}};
    Part card;
    card.ports = {{"port", 2, 400, "OSFP-2x400G", PortRole::compute, false}};

    PartSnapshot parts;
    const auto add = [&](const PartPtr& part) { parts.emplace(std::pair{part->kind, part->id}, part); };
    add(makePart(
        rack, "frame42", {{"u_height", "42"}, {"mounting_depth_mm", "1000"}, {"max_static_load_kg", "1000"}, {"outer_width_mm", "600"}}));
    add(makePart(server, "box8",
        {{"u_height", "8"}, {"depth_mm", "900"}, {"weight_kg", "130"}, {"accelerator_id", "sxm-card"}, {"accelerator_count", "8"},
            {"max_power_w", "10200"}},
        box));
    add(makePart(switchUnit, "leaf1", {{"u_height", "1"}, {"max_power_w", "1700"}, {"depth_mm", "600"}}, leaf));
    add(makePart(switchUnit, "copper4", {{"u_height", "1"}}, copper));
    add(makePart(powerUnit, "pdu0", {{"mount", "zeroU"}, {"kind", "rack-pdu"}, {"rated_kw", "22"}}, pdu));
    add(makePart(cooling, "door", {{"kind", "rdhx-active"}, {"mounts", "rear-door"}, {"capacity_kw", "60"}}));
    add(makePart(cooling, "crah", {{"kind", "crah"}, {"mounts", "floor"}, {"capacity_kw", "100"}}));
    add(makePart(server, "host4",
        {{"u_height", "4"}, {"accelerator_id", "pcie-card"}, {"accelerator_count", "4"}, {"cooling", "air"}, {"max_power_w", "3000"}},
        host));
    add(makePart(server, "bare2", {{"u_height", "2"}, {"cooling", "air"}, {"max_power_w", "800"}}, bare));
    add(makePart(server, "deep2", {{"u_height", "2"}, {"depth_mm", "1200"}}));
    add(makePart(server, "heavy4", {{"u_height", "4"}, {"weight_kg", "400"}}));
    add(makePart(server, "edge-box", {{"max_power_w", "60"}}));
    add(makePart(server, "rack72",
        {{"rack_system", "1"}, {"u_height", "48"}, {"rack_units_total_if_rack", "48"}, {"accelerator_id", "sxm-card"},
            {"accelerator_count", "72"}},
        whole));
    add(makePart(accelerator, "pcie-card", {{"form_factor", "PCIe FHFL dual-slot"}, {"tdp_w", "350"}, {"pcie_lanes", "16"}}));
    add(makePart(accelerator, "slim-card", {{"form_factor", "PCIe HHHL single-slot"}, {"tdp_w", "72"}, {"pcie_lanes", "8"}}));
    add(makePart(accelerator, "hot-card", {{"form_factor", "PCIe FHFL dual-slot"}, {"tdp_w", "600"}}));
    add(makePart(accelerator, "wide-card", {{"form_factor", "PCIe FHFL triple-slot"}, {"tdp_w", "300"}}));
    add(makePart(accelerator, "sxm-card", {{"form_factor", "SXM5"}, {"tdp_w", "700"}}));
    add(makePart(accelerator, "tpu", {{"form_factor", "cloud-only"}, {"cloud_only", "1"}}));
    add(makePart(PartKind::nic, "nic2", {{"pcie", "Gen5 x16"}, {"model", "Two ports"}, {"max_power_w", "25"}}, card));
    add(makePart(model, "model-x", {{"name", "Model X"}}));
    add(makePart(region, "region-x", {{"name", "Region X"}}));
    add(makePart(cloudInstance, "cloudy/big8/east",
        {{"provider", "cloudy"}, {"instance_type", "big8"}, {"region", "east"}, {"accelerator_id", "sxm-card"}}));
    return parts;
}

/// Edits that must succeed, on a project with one site, room, feeds A and B and the scenario Own.
class DesignTest : public ::testing::Test {
protected:
    DesignTest()
    {
        project.id = "test";
        project.name = "Test";
        project.asOf = "2026-12-01";
        project.parts = std::make_shared<const PartSnapshot>(testParts());
        apply(edit::site(project, {"Site", {{"region", "region-x"}}}, catalog));
        apply(edit::room(project, {"Hall", {}, {}}, catalog));
        apply(edit::feed(project, {"A", {}, {{"rating", "500"}, {"voltage", "400"}}}, catalog));
        apply(edit::feed(project, {"B", {}, {{"rating", "500"}, {"voltage", "400"}}}, catalog));
        apply(edit::scenario(project, {"Own", {}, {}, {}}, catalog));
    }

    /// Takes the new value; a failure is reported with its arguments.
    void apply(const Result<Project>& result)
    {
        ASSERT_TRUE(result.has_value()) << textOf(result.error());
        project = *result;
        for (const Error& error : checkInvariants(project)) ADD_FAILURE() << textOf(error);
    }
    static std::string textOf(const Error& error)
    {
        std::string text = error.code;
        for (const auto& [name, value] : error.args) text += fmt::format(" {}={}", name, value);
        return text;
    }
    /// The error of an edit that must fail.
    static Error errorOf(const Result<Project>& result)
    {
        EXPECT_FALSE(result.has_value());
        return result ? Error{} : result.error();
    }

    void addRacks(const std::vector<std::string>& names, const std::string& part = "frame42")
    {
        apply(edit::addRacks(project, {.names = names, .partId = part}, catalog));
    }
    /// u from 1, as on the rack.
    void place(const std::string& part, const std::string& rack, int u, const std::string& label)
    {
        apply(edit::place(project, {.partId = part, .where = inRack(rack, u), .label = label}, catalog));
    }
    edit::Where inRack(const std::string& rack, std::optional<int> u = {}) const
    {
        edit::Where where;
        where.rack = rackId(rack);
        if (u) where.fromHalfU = (*u - 1) * 2;
        return where;
    }
    static edit::Where inHost(Id host)
    {
        edit::Where where;
        where.host = host;
        return where;
    }
    Result<Project> tryPlace(const std::string& part, const edit::Where& where)
    {
        return edit::place(project, {.partId = part, .where = where}, catalog);
    }

    const Build& build() const { return *project.scenario("Own")->build; }
    Id rackId(const std::string& name) const { return findRack(build(), name)->id; }
    Id id(const std::string& label) const { return findDevice(build(), std::string_view{label}).placement->id; }
    const Placement& device(const std::string& label) const { return *findDevice(build(), std::string_view{label}).placement; }
    std::size_t linkCount() const
    {
        std::size_t count = 0;
        for (const LinkChunk& chunk : build().links) count += chunk.links->size();
        return count;
    }
    std::size_t cordCount() const
    {
        std::size_t count = 0;
        for (const CordChunk& chunk : build().cords) count += chunk.cords->size();
        return count;
    }

    Catalog catalog;
    Project project;
};

} // namespace rackwright::testing
