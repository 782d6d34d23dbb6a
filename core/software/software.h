// Driver, toolkit and framework against the accelerators of a build. No rule is evaluated yet: every answer is unknown.
#pragma once

#include "core/cluster/inventory.h"
#include "core/quantity/quantity.h"

namespace rackwright {

struct SoftwareInputs {
    const Inventory& inventory;
    const Catalog& catalog;
};

struct SoftwareResult {
    Answer supported = Answer::cannotSay; ///< every accelerator has a stack that runs on it
    Quantity<> usableShare = Quantity<>::unknown("software compatibility"); ///< of peak, as the stack is set up
};

[[nodiscard]] SoftwareResult assessSoftware(const SoftwareInputs& inputs);

} // namespace rackwright
