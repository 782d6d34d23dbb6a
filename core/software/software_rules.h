// Which software runs on which accelerator, from which version on (catalog/software.csv).
#pragma once

#include "core/catalog/part.h"
#include "core/quantity/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// One component of a stack on one kind of accelerator.
struct SoftwareRule {
    std::string id, vendor;
    std::vector<std::string> generations; ///< compute capability or architecture as the accelerators table has it
    std::vector<std::string> accelerators; ///< ids; with `generations` empty only these
    std::string component; ///< "CUDA", "NVIDIA driver", "vLLM"
    std::string engine; ///< not empty: a serving engine, by the name that a service has
    bool runs = true; ///< false: stated not to run
    std::string minimumVersion, lastVersion; ///< empty: not stated
    std::vector<std::string> formats, noFormats; ///< stated to run, stated not to run; the others are not known
    std::string kind, source, date;
};

class SoftwareRules {
public:
    SoftwareRules() = default;
    explicit SoftwareRules(std::vector<SoftwareRule> rules) : rules_{std::move(rules)} { }
    /// Reads the table. Errors: those of readCsv, SOFTWARE-BAD-CELL (file, line, column, found, wanted).
    [[nodiscard]] static Result<SoftwareRules> load(const std::filesystem::path& file);

    /// The rules of an accelerator in the order of the table, the first of each component.
    [[nodiscard]] std::vector<const SoftwareRule*> of(const Part& accelerator) const;

private:
    std::vector<SoftwareRule> rules_;
};

} // namespace rackwright
