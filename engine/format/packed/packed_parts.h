#pragma once

#include <map>
#include <string>
#include <vector>

#include "format/huggingface/safetensors.h"
#include "hearth/block_type.h"

namespace hearth::format {

/// The tensors of one matrix of a quantised checkpoint by the last part of their names ("qweight").
using PackedParts = std::map<std::string, SafeTensor, std::less<>>;

/// A matrix of a type that the engine has, made of such parts when its bytes are asked for.
struct UnpackedMatrix {
    BlockType type = BlockType::F16;
    uint64_t rows = 0, columns = 0;
    BytesReader reader{};
};

constexpr float largestHalf = 65504.0F;

[[noreturn]] void refuseWeights(const std::string& name, const std::string& clause);
/// Error(BadFile) when it is not there.
const SafeTensor& partOf(const PackedParts& parts, const char* kind, const std::string& name);
std::vector<uint32_t> wordsOf(const SafeTensor& tensor, const std::vector<BytesReader>& readers);
/// Of F32, F16 or BF16.
std::vector<float> floatsOf(const SafeTensor& tensor, const std::vector<BytesReader>& readers);

}  // namespace hearth::format
