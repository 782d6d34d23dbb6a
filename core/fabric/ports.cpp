#include "core/fabric/ports.h"

#include "core/design/mounting.h"

#include <algorithm>
#include <charconv>

namespace rackwright {

namespace {

/// "2x400G" or "800G" after the dash of a form.
bool readSplit(std::string_view text, PortForm& form)
{
    if (text.size() < 2 || text.back() != 'G') return false;
    text.remove_suffix(1);
    int ports = 1;
    if (const auto x = text.find('x'); x != std::string_view::npos) {
        const auto [stop, error] = std::from_chars(text.data(), text.data() + x, ports);
        if (error != std::errc{} || stop != text.data() + x || ports < 1 || ports > 64) return false;
        text.remove_prefix(x + 1);
    }
    double gbps = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), gbps);
    if (error != std::errc{} || stop != text.data() + text.size()) return false;
    form.portsPerCage = ports;
    form.portGbps = gbps;
    return true;
}

} // namespace

PortForm parsePortForm(std::string_view form)
{
    PortForm parsed;
    form = form.substr(0, form.find(' ')); // "OSFP flat-top": the shell follows from the device
    const auto dash = form.rfind('-');
    if (dash != std::string_view::npos && readSplit(form.substr(dash + 1), parsed))
        parsed.family = form.substr(0, dash);
    else
        parsed.family = form;
    return parsed;
}

PortTable::PortTable(const Inventory& inventory) : inventory_{inventory}
{
    std::vector<std::pair<int, int>> sizes; // ports and cages of each part
    for (const PartPtr& part : inventory.parts) {
        firstType_.push_back(types());
        int port = 0, cage = 0;
        for (PortGroup& group : portsOf(*part)) {
            PortForm form = parsePortForm(group.form);
            if (form.portGbps == 0) form.portGbps = group.speedGbps;
            const int count = std::max(0, group.count);
            types_.push_back({part.get(), std::move(group), std::move(form), port, cage});
            port += count;
            cage += (count + types_.back().form.portsPerCage - 1) / types_.back().form.portsPerCage;
        }
        sizes.emplace_back(port, cage);
    }
    firstType_.push_back(types());
    firstPort_.reserve(inventory.devices.size());
    firstCage_.reserve(inventory.devices.size());
    for (const Device& device : inventory.devices) {
        firstPort_.push_back(ports_);
        firstCage_.push_back(cages_);
        ports_ += sizes[static_cast<std::size_t>(device.partIndex)].first;
        cages_ += sizes[static_cast<std::size_t>(device.partIndex)].second;
    }
}

std::pair<int, int> PortTable::typesOf(int partIndex) const
{
    return {firstType_[static_cast<std::size_t>(partIndex)], firstType_[static_cast<std::size_t>(partIndex) + 1]};
}

PortRef PortTable::find(const LinkEnd& end) const
{
    PortRef ref;
    const int device = inventory_.indexOf(end.device);
    if (device < 0) return ref;
    const auto [first, last] = typesOf(inventory_.devices[static_cast<std::size_t>(device)].partIndex);
    for (int t = first; t < last; ++t) {
        const PortType& candidate = type(t);
        if (candidate.spec.name != end.port) continue;
        if (end.index < 0 || end.index >= candidate.spec.count) return ref;
        ref.device = device;
        ref.type = t;
        ref.index = end.index;
        ref.port = firstPort_[static_cast<std::size_t>(device)] + candidate.firstPort + end.index;
        ref.cage = firstCage_[static_cast<std::size_t>(device)] + candidate.firstCage + end.index / candidate.form.portsPerCage;
        ref.spec = &candidate.spec;
        return ref;
    }
    return ref;
}

std::vector<ResolvedLink> resolveLinks(const Inventory& inventory, const PortTable& ports)
{
    std::vector<ResolvedLink> resolved;
    resolved.reserve(inventory.links.size());
    for (const Link* link : inventory.links) {
        ResolvedLink made{ports.find(link->a), ports.find(link->b), 0};
        if (made.valid()) made.gbps = std::min(made.a.spec->speedGbps, made.b.spec->speedGbps);
        resolved.push_back(std::move(made));
    }
    return resolved;
}

} // namespace rackwright
