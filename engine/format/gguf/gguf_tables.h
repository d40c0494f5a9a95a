#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "format/byte_source.h"
#include "hearth/gguf.h"

namespace hearth::format {

/// Lets a map with string keys be asked with a string_view.
struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};
using NameIndex = std::unordered_map<std::string, size_t, TextHash, std::equal_to<>>;

/// Contents of one file before the tensor data.
struct GgufTables {
    uint32_t version = 0;
    std::vector<std::pair<std::string, GgufValue>> metadata;
    NameIndex keyIndex;
    std::vector<GgufTensor> tensors;  ///< offsets from the start of the file, checked against its end
    NameIndex tensorIndex;
};

/// Reads and checks the tables. Errors carry a clause ("it ends in the middle of ..."), to which the caller
/// adds the file's name. Memory stays within a small multiple of the tables' bytes in the file, whatever they
/// claim.
GgufTables readTables(const ByteSource& source);

}  // namespace hearth::format
