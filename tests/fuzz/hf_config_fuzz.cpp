// Any text as a model's config.json.
#include "core/exchange/hf_config.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace rackwright;
    const Result<HfModel> model = readHfConfig({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!model) return 0;
    if (!std::isfinite(countParameters(model->architecture).total())) std::abort();
    return 0;
}
