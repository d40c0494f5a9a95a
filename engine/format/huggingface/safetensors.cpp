#include "format/huggingface/safetensors.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "format/format_errors.h"
#include "hearth/block_type.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr uint64_t longestHeader = uint64_t{100} << 20U, longestName = 512;
constexpr size_t mostAxes = 8;

[[noreturn]] void refuseHeader(const std::string& clause) {
    throw Error(ErrorCode::BadFile, clause);
}

SafeTensor readEntry(const std::string& name, const Json& entry, uint64_t dataStart, uint64_t fileBytes) {
    const std::string what = "its tensor \"" + readableText(name) + "\"";
    if (name.empty() || name.size() > longestName) refuseHeader(what + " has no usable name");
    const auto type = entry.find("dtype"), shape = entry.find("shape"), range = entry.find("data_offsets");
    const bool whole = entry.is_object() && type != entry.end() && type->is_string() &&
                       shape != entry.end() && shape->is_array() && shape->size() <= mostAxes &&
                       range != entry.end() && range->is_array() && range->size() == 2;
    if (!whole) refuseHeader(what + " lacks its type, shape or place");
    SafeTensor tensor{.name = name, .type = type->get<std::string>()};
    uint64_t elements = 1;
    for (const Json& extent : *shape) {
        if (!extent.is_number_unsigned()) refuseHeader(what + " has a dimension that is not an integer");
        tensor.shape.push_back(extent.get<uint64_t>());
        if (__builtin_mul_overflow(elements, tensor.shape.back(), &elements))
            refuseHeader(what + " has extents whose product is too large");
    }
    if (!(*range)[0].is_number_unsigned() || !(*range)[1].is_number_unsigned())
        refuseHeader(what + " lies at no place");
    const auto begin = (*range)[0].get<uint64_t>(), end = (*range)[1].get<uint64_t>();
    if (begin > end || end > fileBytes - dataStart)
        throw Error(errors::folderTensorBeyondEnd, {readableText(name), fileBytes});
    tensor.offset = dataStart + begin;
    tensor.sizeBytes = end - begin;
    const uint32_t elementBytes = safetensorsElementBytes(tensor.type);
    const auto ownNames = {BlockType::Q4_0,  BlockType::Q5_0,     BlockType::Q8_0,
                           BlockType::MXFP4, BlockType::FP8_E4M3, BlockType::FP8_E5M2};
    if (std::any_of(ownNames.begin(), ownNames.end(),
                    [&](BlockType own) { return tensor.type == blockTypeInfo(own).name; }))
        refuseHeader(what + " is stored as " + readableText(tensor.type) + ", which such files do not have");
    // Of types that are not known an element has at least a bit.
    if (elementBytes == 0 && elements / 8 > tensor.sizeBytes)
        refuseHeader(what + " has " + std::to_string(tensor.sizeBytes) +
                     " bytes, which do not fit its shape");
    if (elementBytes != 0 && (elements > UINT64_MAX / 8 || elements * elementBytes != tensor.sizeBytes))
        refuseHeader(what + " has " + std::to_string(tensor.sizeBytes) +
                     " bytes, which do not fit its shape");
    return tensor;
}

}  // namespace

uint64_t SafeTensor::elements() const noexcept {
    uint64_t product = 1;
    for (const uint64_t extent : shape) product *= extent;  // checked by the reader
    return product;
}

uint32_t safetensorsElementBytes(const std::string& type) noexcept {
    if (type == "F64" || type == "I64" || type == "U64") return 8;
    if (type == "F32" || type == "I32" || type == "U32") return 4;
    if (type == "F16" || type == "BF16" || type == "I16" || type == "U16") return 2;
    if (type == "I8" || type == "U8" || type == "BOOL" || type.starts_with("F8_")) return 1;
    return 0;
}

std::vector<SafeTensor> readSafetensors(const ByteSource& source) {
    uint64_t length = 0;
    if (source.sizeBytes() < sizeof length) refuseHeader("it is too short to be a safetensors file");
    source.readAt(0, std::as_writable_bytes(std::span(&length, 1)));
    if (length > longestHeader || length > source.sizeBytes() - sizeof length)
        refuseHeader("its header claims " + std::to_string(length) + " bytes, more than there are");
    std::string text(static_cast<size_t>(length), '\0');
    source.readAt(sizeof length, std::as_writable_bytes(std::span(text)));
    const Json header = parseJson(text);
    if (!header.is_object()) refuseHeader("its header is not a JSON object");
    std::vector<SafeTensor> tensors;
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__") continue;
        tensors.push_back(readEntry(name, entry, sizeof length + length, source.sizeBytes()));
    }
    std::vector<const SafeTensor*> byPlace;
    for (const SafeTensor& tensor : tensors) byPlace.push_back(&tensor);
    std::sort(byPlace.begin(), byPlace.end(), [](const SafeTensor* a, const SafeTensor* b) {
        return a->offset < b->offset || (a->offset == b->offset && a->sizeBytes < b->sizeBytes);
    });
    for (size_t i = 1; i < byPlace.size(); ++i) {
        if (byPlace[i]->offset - byPlace[i - 1]->offset < byPlace[i - 1]->sizeBytes)
            refuseHeader("its tensors \"" + byPlace[i - 1]->name + "\" and \"" + byPlace[i]->name +
                         "\" overlap");
    }
    return tensors;
}

}  // namespace hearth::format
