#include "hearth/model_header.h"

#include <algorithm>

#include "format/gguf/typed_value.h"
#include "hearth/error.h"

namespace hearth {

const GgufValue* ModelHeader::find(std::string_view key) const noexcept {
    const auto found = std::ranges::find_if(metadata, [key](const auto& one) { return one.first == key; });
    return found == metadata.end() ? nullptr : &found->second;
}

std::optional<std::string> ModelHeader::getString(std::string_view key) const {
    return format::asString(key, find(key));
}
std::optional<uint64_t> ModelHeader::getUint(std::string_view key) const {
    return format::asUint(key, find(key));
}
const GgufValue::Strings* ModelHeader::getStrings(std::string_view key) const {
    return format::asStrings(key, find(key));
}

ModelHeader readModelHeader(const std::filesystem::path& model) {
    const GgufFile file = GgufFile::open(model);
    ModelHeader header{.sizeBytes = file.sizeBytes(),
                       .metadata = file.metadata(),
                       .tensors = file.tensors(),
                       .vocabularyProblem = {}};
    try {
        file.requireVocabulary();
    } catch (const Error& error) {
        header.vocabularyProblem = error.message();
    }
    return header;
}

}  // namespace hearth
