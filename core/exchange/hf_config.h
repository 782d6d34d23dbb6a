// Hugging Face `config.json` → architecture. The file is hostile input: size, depth, nodes and every number are limited.
#pragma once

#include "core/quantity/error.h"
#include "core/workload/architecture.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

inline constexpr std::size_t hfConfigMaxBytes = 4 * 1024 * 1024;
inline constexpr int hfConfigMaxDepth = 64;
inline constexpr std::size_t hfConfigMaxNodes = 100'000;

/// What a configuration says, and what had to be assumed.
struct HfModel {
    Architecture architecture;
    std::string modelType; ///< as stated: llama, qwen3_moe, deepseek_v3 …
    std::vector<std::string> notes; ///< assumptions that a person should see
};

/// Reads the text of a config.json. `id` names the model. Errors: HF-CONFIG-TOO-LARGE, -TOO-DEEP, -TOO-MANY-NODES,
/// -NOT-JSON (position), -NOT-OBJECT, -MISSING-KEY (key, model_type), -BAD-VALUE (key, found, wanted). Multimodal files are
/// read for their text part.
[[nodiscard]] Result<HfModel> readHfConfig(std::string_view text, std::string id);

} // namespace rackwright
