// Driver, toolkit, framework and serving engine against the accelerators of a scenario: what blocks, and which versions are needed.
// Nobody states what is installed, so whether it is new enough, and what a poorly set stack leaves unused, is not known.
#pragma once

#include "core/quantity/quantity.h"
#include "core/software/software_rules.h"

#include <string>
#include <vector>

namespace rackwright {

/// What a workload asks of the software on its accelerators.
struct SoftwareUse {
    std::string workload;
    PartPtr accelerator;
    int accelerators = 0;
    std::string engine; ///< of a service; empty: a framework runs it
    std::vector<std::string> formats; ///< names of the one format: as the user wrote it, then as the program calls it
};

struct SoftwareInputs {
    const SoftwareRules& rules;
    std::vector<PartPtr> accelerators; ///< kinds in the scenario
    std::vector<SoftwareUse> uses;
};

struct SoftwareAnswer {
    SoftwareUse use;
    Answer runs = Answer::cannotSay;
    std::vector<const SoftwareRule*> because; ///< the rules that say so
    bool formatBlocks = false; ///< when the answer is no: the format, else the engine as a whole
};

/// What an accelerator needs whatever runs on it: its rules without serving engines. Empty: nothing is known of it.
struct SoftwareNeeds {
    PartPtr accelerator;
    std::vector<const SoftwareRule*> rules;
};

struct SoftwareResult {
    std::vector<SoftwareNeeds> needs; ///< one a kind of accelerator
    std::vector<SoftwareAnswer> answers; ///< one a use
    Quantity<> supportedShare = Quantity<>::unknown("workloads"); ///< of the accelerators at work: those whose software is known to run it
    Quantity<> usableShare = Quantity<>::unknown("how the stack is set up"); ///< of peak
};

/// Pointers in the result are into the rules.
[[nodiscard]] SoftwareResult assessSoftware(const SoftwareInputs& inputs);

} // namespace rackwright
