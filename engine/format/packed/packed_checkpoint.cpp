#include "format/packed/packed_checkpoint.h"

#include <string_view>
#include <utility>

#include "format/format_errors.h"
#include "format/packed/packed_compressed.h"
#include "format/packed/packed_floats.h"
#include "format/packed/packed_integers.h"
#include "format/packed/packed_stacks.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

bool isByteFloat(const SafeTensor& tensor) {
    return tensor.type == "F8_E4M3" || tensor.type == "F8_E5M2";
}

/// The matrix that a tensor is part of, and what it is of it: the last part of its name, but for stacks of
/// experts, "mlp.experts.gate_up_proj" and "....gate_up_proj_scale_inv", which are named as a whole.
std::pair<std::string, std::string> partsOfName(const SafeTensor& tensor, bool stacks) {
    constexpr std::string_view scales = "_scale_inv";
    if (stacks && tensor.shape.size() == 3) {
        if (isByteFloat(tensor)) return {tensor.name, "weight"};
        if (tensor.name.ends_with(scales) && !tensor.name.ends_with(".weight_scale_inv"))
            return {tensor.name.substr(0, tensor.name.size() - scales.size()), "weight_scale_inv"};
    }
    const size_t dot = tensor.name.rfind('.');
    return {tensor.name.substr(0, dot), dot == std::string::npos ? "" : tensor.name.substr(dot + 1)};
}

bool isByteInteger(const SafeTensor& tensor) {
    return tensor.type == "I8" && tensor.name.ends_with(".weight");
}

}  // namespace

void unpackCheckpoint(const Json& quantization, std::vector<SafeTensor>& tensors,
                      std::vector<BytesReader>& readers) {
    const std::string method = quantization.value("quant_method", "");
    if (method == "mxfp4") return unpackStacks(tensors, readers);
    const bool gptq = method == "gptq", awq = method == "awq";
    if (!gptq && !awq && method != "fp8" && method != "compressed-tensors") {
        throw Error(errors::unknownQuantization, {readableText(method)});
    }
    std::map<std::string, PackedParts> matrices;
    std::vector<SafeTensor> others;
    for (SafeTensor& tensor : tensors) {
        const auto [stem, kind] = partsOfName(tensor, !gptq && !awq);
        const bool packed = gptq || awq
                                ? kind == "qweight" || kind == "qzeros" || kind == "scales" || kind == "g_idx"
                                : kind.starts_with("weight_") || isByteFloat(tensor) || isByteInteger(tensor);
        if (packed)
            matrices[stem].emplace(kind, std::move(tensor));
        else
            others.push_back(std::move(tensor));
    }
    tensors = std::move(others);
    for (const auto& [stem, parts] : matrices) {
        const auto whole = parts.find("weight");
        const bool floats = whole != parts.end() && isByteFloat(whole->second);
        const auto packed = parts.find("weight_packed");
        const bool nibbles = !gptq && !awq && packed != parts.end() && packed->second.type == "U8";
        UnpackedMatrix matrix = nibbles       ? unpackNibbleFloats(stem, parts, readers)
                                : gptq || awq ? unpackIntegers(stem, parts, quantization, awq, readers)
                                : floats      ? unpackByteFloats(stem, parts, quantization, readers)
                                              : unpackCompressed(stem, parts, quantization, readers);
        const BlockTypeInfo& info = blockTypeInfo(matrix.type);
        const bool stack = floats && whole->second.shape.size() == 3;
        std::vector<uint64_t> shape{matrix.rows, matrix.columns};
        if (stack) shape = whole->second.shape;
        tensors.push_back({.name = stack ? stem : stem + ".weight",
                           .type = std::string(info.name),
                           .shape = std::move(shape),
                           .sizeBytes = matrix.rows * (matrix.columns / info.blockElements) * info.blockBytes,
                           .file = static_cast<uint32_t>(readers.size())});
        readers.push_back(std::move(matrix.reader));
    }
}

}  // namespace hearth::format
