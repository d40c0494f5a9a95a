#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "hearth/block_type.h"

namespace hearth {

class GgufFile;
struct GgufTensor;

/// The type that quantizeModel stores a tensor in. Matrices get `wanted`; what is small and decides much
/// (norms, biases, routers, convolutions) stays as it is. Rows that are no whole blocks get the nearest type
/// with blocks of 32 (Q5_0 for Q4_K, Q5_1 for Q5_K, Q8_0 for Q6_K), or F16. With Q4_K and Q5_K the output
/// matrix gets Q6_K.
BlockType quantizedTypeOf(const GgufFile& file, const GgufTensor& tensor, BlockType wanted);

struct QuantizeReport {
    uint64_t inputBytes = 0, outputBytes = 0;  ///< of the files
    size_t tensors = 0, converted = 0;
};

/// Writes a model's file again with its matrices in another type; the metadata stays, but for what says how
/// the weights are stored. Reads F32, F16 and BF16 models, whole or split files or Hugging Face folders;
/// values that are quantised already are refused, because their error would add up. `progress` hears bytes
/// read and their total on the calling thread. Throws Error(BadInput | Unsupported | Io | Cancelled); nothing
/// is left behind then.
QuantizeReport quantizeModel(const std::filesystem::path& in, const std::filesystem::path& out,
                             BlockType type, const std::function<void(uint64_t, uint64_t)>& progress = {},
                             const std::stop_token& stop = {});

}  // namespace hearth
