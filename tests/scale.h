// How often loops of tests run that look for rare moments (kill -9, damaged files, random sessions).
#pragma once

#include <algorithm>
#include <cstdlib>

namespace rackwright {

/// RACKWRIGHT_TEST_SCALE fiftieths of the full count, at least one; 1 when unset, 50 in `packaging/test.sh --all`.
inline int scaled(int fullCount)
{
    const char* given = std::getenv("RACKWRIGHT_TEST_SCALE");
    const int scale = given ? std::clamp(std::atoi(given), 1, 1000) : 1;
    return std::max(1, static_cast<int>(static_cast<long long>(fullCount) * scale / 50));
}

} // namespace rackwright
