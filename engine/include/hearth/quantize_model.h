#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/block_type.h"

namespace hearth {

struct GgufTensor;

/// Returns true if the model has an output matrix of its own and not only its embeddings.
bool hasOutputMatrix(std::span<const GgufTensor> tensors);

/// The type that quantizeModel stores a tensor in. Matrices get `wanted`; small and sensitive tensors (norms,
/// biases, routers, convolutions) stay unchanged. Rows that are not whole blocks get the nearest type with
/// blocks of 32 (IQ4_NL for Q2_K, Q3_K and the IQ types, Q5_0 for Q4_K, Q5_1 for Q5_K, Q8_0 for Q6_K), or
/// F16. With types below Q6_K the output matrix gets Q6_K. With types of two and three bits the most
/// sensitive matrices get more, as in llama.cpp: projections to values two bits more, those back to the
/// residual stream one, and so do embeddings with IQ types. `hasOutput`: hasOutputMatrix() of all tensors.
BlockType quantizedTypeOf(const GgufTensor& tensor, BlockType wanted, bool hasOutput);

/// The names of the types that models are quantised to, for people: "Q8_0, Q6_K, … or IQ2_XXS".
std::string offeredTypeNames();

/// Importance of each column of a model's matrices, see hearth/calibration.h.
struct WeightImportance {
    /// By the name of the tensor, shape (matrices, columns): mean squares of the activations that the columns
    /// are multiplied with, all positive, or all 0 for a matrix for which they are not known.
    std::map<std::string, std::vector<float>, std::less<>> columns;
    size_t tokens = 0;  ///< of the calibration text
};

struct QuantizeReport {
    uint64_t inputBytes = 0, outputBytes = 0;  ///< of the files
    size_t tensors = 0, converted = 0;
    size_t ofType = 0;  ///< of `converted`; the others have types that their rows and their use allow
};

/// For a name that an ordinary file has. Nothing else is ever replaced: no link, folder, pipe or device.
enum class Existing { Refuse, Replace };

/// Throws errors::outputExists or outputNotAFile for a name that quantizeModel would refuse.
void refuseOutput(const std::filesystem::path& path, Existing existing);

/// Writes a model's file again with its matrices in another type. The metadata stays the same, except for the
/// fields that describe how the weights are stored. Reads F32, F16 and BF16 models, whole or split files or
/// Hugging Face folders. Values that are already quantised are refused, because their error would add up.
/// `progress` receives bytes read and their total on the calling thread. `importance` gives the cost of
/// errors while scales are searched, and the file records its use; empty: all errors cost the same.
/// `existing`: treatment of an ordinary file that has the name of the new one. Throws Error(BadInput |
/// Unsupported | Io | Cancelled); no file is left then.
QuantizeReport quantizeModel(const std::filesystem::path& in, const std::filesystem::path& out,
                             BlockType type, const std::function<void(uint64_t, uint64_t)>& progress = {},
                             const std::stop_token& stop = {}, const WeightImportance& importance = {},
                             Existing existing = Existing::Replace);

/// Removes what a process that was ended while it wrote this file has left.
void removeUnfinished(const std::filesystem::path& out);

}  // namespace hearth
