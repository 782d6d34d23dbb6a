// Number formats and training recipes as data: which copies exist, in how many bytes, sharded or not.
#pragma once

#include "core/quantity/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The format of a matrix product; decides which peak of the accelerator counts.
enum class Precision { fp64, fp32, tf32, bf16, fp16, fp8, fp4, int8 };

[[nodiscard]] std::string_view toText(Precision precision);
/// Accepts the field's spellings: "bf16", "BF16", "bfloat16", "fp8-cs", "nvfp4" …
[[nodiscard]] Result<Precision> precisionOf(std::string_view text);

/// The accelerator column with the dense peak of this format ("bf16_tflops_dense", "int8_tops_dense" …).
[[nodiscard]] std::string_view peakColumnOf(Precision precision);

/// How weights are stored for serving: average bits per weight of the quantised linear layers, scales included, and
/// what stays at 16 bit. Table in inference memory literature; see storage_format.cpp for the source of each row.
struct StorageFormat {
    std::string name; ///< bf16, fp8, int4-awq, nf4, nvfp4, mxfp4, q4_k_m …
    double linearBits = 16; ///< quantised linear layers: dense FFN, shared experts, routed experts
    double attentionBits = 16; ///< attention projections; some checkpoints leave them at 16 bit
    double embeddingBits = 16;
    double headBits = 16; ///< output head; also the embedding where both are tied
    double otherBits = 16; ///< norms, routers, biases
    double raisedBits = 0; ///< GGUF mixtures: bits of `raisedShare` of the value and FFN-down projections
    double raisedShare = 0;
    Precision compute = Precision::bf16;
    std::string source;
};
[[nodiscard]] Result<StorageFormat> storageFormatOf(std::string_view text);
/// Names of all storage formats, for "wanted" in errors and for choice lists.
[[nodiscard]] std::vector<std::string> storageFormatNames();
/// Bytes of one cached element: 2 for 16 bit, 1 for fp8/int8, 1.0625 for q8_0 …
[[nodiscard]] Result<double> kvElementBytesOf(std::string_view text);

/// Bytes per parameter of each persistent copy in training with its sharding by the distributed optimizer.
struct TrainingRecipe {
    std::string name; ///< fp32, bf16, bf16-fp16grads, fp8, fp8-primary, adam8bit, muon, lora, qlora …
    double weightBytes = 2;
    double gradientBytes = 4;
    double masterBytes = 4;
    double momentBytes = 8;
    Precision compute = Precision::bf16;
    std::string source;
    /// Bytes per parameter of a base model that is frozen; 0: everything is trained. With a frozen base the bytes above
    /// are those of the adapter parameters (LoRA).
    double frozenBaseBytes = 0;
    double computeWeightBytes = 2; ///< of one gathered (unsharded) weight while a layer runs (FSDP, ZeRO-3)

    /// All persistent bytes of one trained parameter, unsharded.
    [[nodiscard]] double bytesPerParameter() const { return weightBytes + gradientBytes + masterBytes + momentBytes; }
};
[[nodiscard]] Result<TrainingRecipe> trainingRecipeOf(std::string_view text);
/// Names of all recipes, for "wanted" in errors and for choice lists.
[[nodiscard]] std::vector<std::string> trainingRecipeNames();

} // namespace rackwright
