// Paper of the reports.
#pragma once

namespace rackwright {

enum class Paper { a4, letter };

} // namespace rackwright
