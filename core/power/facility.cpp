#include "core/power/facility.h"

namespace rackwright {

namespace {

template <class To, class From, class Convert>
Quantity<To> converted(const Quantity<From>& from, Convert convert)
{
    return {convert(from.value), convert(from.low), convert(from.high), from.knowledge, from.missing};
}

} // namespace

Quantity<FacilityWatts> facilityPower(const Quantity<ItWatts>& it, const Quantity<>& pue)
{
    Quantity<FacilityWatts> facility;
    facility.missing = it.missing;
    detail::mergeMissing(facility.missing, pue.missing);
    if (!it.hasValue() || !pue.hasValue()) return facility;
    facility.value = facilityPower(it.value, pue.value);
    facility.low = facilityPower(it.low, pue.low);
    facility.high = facilityPower(it.high, pue.high);
    facility.knowledge = std::max(it.knowledge, pue.knowledge);
    return facility;
}

Quantity<ItWatts> asIt(const Quantity<>& watts)
{
    return converted<ItWatts>(watts, [](double w) { return ItWatts{w}; });
}

Quantity<> plain(const Quantity<ItWatts>& watts)
{
    return converted<double>(watts, [](ItWatts it) { return it.w; });
}

Quantity<> plain(const Quantity<FacilityWatts>& watts)
{
    return converted<double>(watts, [](FacilityWatts facility) { return facility.w; });
}

} // namespace rackwright
