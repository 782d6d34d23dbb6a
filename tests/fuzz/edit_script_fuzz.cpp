// Any text as an edit script: refused, or a project that holds all invariants.
#include "core/catalog/catalog.h"
#include "core/design/edit_script.h"
#include "core/design/invariants.h"
#include "tests/core/store/sample_project.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace rackwright;
    static const Project start = testing_support::sampleProject();
    static const Catalog catalog = [] {
        std::vector<Part> parts;
        for (const auto& [key, part] : *start.parts) parts.push_back(*part);
        return Catalog::fromParts(std::move(parts));
    }();
    const Result<Project> after = applyScript(start, {reinterpret_cast<const char*>(data), size}, catalog);
    if (after && !checkInvariants(*after).empty()) std::abort();
    return 0;
}
