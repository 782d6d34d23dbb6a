// Any bytes as a project file: refused, or a project that is written and read again as what it is.
#include "core/design/invariants.h"
#include "core/store/project_image.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace rackwright;
    const Result<OpenedProject> opened = projectOf({data, data + size});
    if (!opened) return 0;
    (void)checkInvariants(opened->project);
    const Result<ProjectImage> written = imageOf(opened->project);
    if (!written || written->digest != opened->digest) std::abort();
    const std::string_view bytes = written->image.view();
    const Result<OpenedProject> again = projectOf({bytes.begin(), bytes.end()});
    if (!again || !(again->project == opened->project)) std::abort();
    return 0;
}
