// A Project as logical rows, in one fixed order: what is stored, and what the digest covers.
#pragma once

#include "core/design/project.h"
#include "core/store/row_io.h"

#include <string>

namespace rackwright {

/// Hands every row to the writer. Errors: STORE-BAD-VALUE (a value that no file can hold), STORE-INCOMPLETE (a null pointer).
[[nodiscard]] Result<void> writeRows(const Project& project, RowWriter& writer);

/// SHA-256 over the rows of the part, hex: tells a copied part from what the catalog says today.
[[nodiscard]] std::string partDigest(const Part& part);

} // namespace rackwright
