// The rows of a project file as a Project: every value checked for type, range and spelling, every reference followed.
#pragma once

#include "core/design/project.h"
#include "core/store/row_io.h"

namespace rackwright {

/// Reads all tables. Errors: STORE-BAD-VALUE (table, row, column, found, wanted), STORE-SQLITE, STORE-TOO-SLOW. The reader
/// then holds the digest of what was read. Equal racks, links, cords and builds of several scenarios are shared again.
[[nodiscard]] Result<Project> readRows(RowReader& reader);

} // namespace rackwright
