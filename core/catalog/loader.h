// Reads all tables of a catalog folder and lists everything that is wrong with them: behind Catalog::load and checkCatalog.
#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/schema.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rackwright {

enum class LoadScope {
    engine, ///< what the engine reads
    everything ///< also tables that are only in the schema: other cloud prices, published results
};

struct LoadedCatalog {
    Catalog catalog; ///< of use only without problems
    std::vector<Error> problems; ///< in the order of the schema, then of the lines
    Schema schema;
    std::map<std::string, CsvTable, std::less<>> tables; ///< those whose header is right, by name
};

/// A missing file, table or column is a problem like any other; without a schema nothing else is read.
[[nodiscard]] LoadedCatalog loadCatalog(const std::filesystem::path& folder, LoadScope scope);

/// The column that holds the id of a table's rows; empty for tables without ids.
[[nodiscard]] std::string_view idColumnOf(std::string_view table);

} // namespace rackwright
