#include "core/software/software.h"

namespace rackwright {

SoftwareResult assessSoftware(const SoftwareInputs&)
{
    return {};
}

} // namespace rackwright
