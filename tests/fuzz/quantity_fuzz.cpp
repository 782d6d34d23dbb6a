// Any text as a value with a unit, in every dimension: refused, or a finite number.
#include "core/quantity/units.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace rackwright;
    if (size == 0) return 0;
    constexpr int dimensions = static_cast<int>(Dimension::carbonPerEnergy) + 1;
    const auto dimension = static_cast<Dimension>(data[0] % dimensions);
    const Result<double> value = parseQuantity({reinterpret_cast<const char*>(data) + 1, size - 1}, dimension);
    if (value && !std::isfinite(*value)) std::abort();
    return 0;
}
