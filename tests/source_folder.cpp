#include "tests/source_folder.h"

namespace rackwright {

std::filesystem::path sourceFolder()
{
    return RACKWRIGHT_SOURCE_DIR;
}

} // namespace rackwright
