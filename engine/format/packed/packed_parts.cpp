#include "format/packed/packed_parts.h"

#include <cstring>

#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

void refuseWeights(const std::string& name, const std::string& clause) {
    throw Error(ErrorCode::BadFile, "its weights \"" + readableText(name) + "\" " + clause);
}

const SafeTensor& partOf(const PackedParts& parts, const char* kind, const std::string& name) {
    const auto found = parts.find(kind);
    if (found == parts.end()) refuseWeights(name, std::string("lack their ") + kind);
    return found->second;
}

static std::vector<std::byte> bytesOf(const SafeTensor& tensor, const std::vector<BytesReader>& readers) {
    std::vector<std::byte> bytes(static_cast<size_t>(tensor.sizeBytes));
    readers[tensor.file](tensor.offset, bytes);
    return bytes;
}

std::vector<uint32_t> wordsOf(const SafeTensor& tensor, const std::vector<BytesReader>& readers) {
    if (tensor.type != "I32" && tensor.type != "U32")
        refuseWeights(tensor.name, "are not packed into 32 bits");
    std::vector<uint32_t> words(static_cast<size_t>(tensor.elements()));
    const auto bytes = bytesOf(tensor, readers);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

std::vector<float> floatsOf(const SafeTensor& tensor, const std::vector<BytesReader>& readers) {
    const BlockType type = tensor.type == "F16"    ? BlockType::F16
                           : tensor.type == "BF16" ? BlockType::BF16
                                                   : BlockType::F32;
    if (type == BlockType::F32 && tensor.type != "F32") refuseWeights(tensor.name, "are no floats");
    std::vector<float> values(static_cast<size_t>(tensor.elements()));
    dequantizeRow(type, bytesOf(tensor, readers), values);
    return values;
}

}  // namespace hearth::format
