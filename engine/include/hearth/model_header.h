#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/gguf.h"
#include "hearth/message.h"

namespace hearth {

/// The part of a model file before its weights: the tables of a GGUF file, with all its parts, or of a folder
/// as if it were one. A value, independent of the file; it may come from another process
/// (hearth/header_reader.h).
struct ModelHeader {
    uint64_t sizeBytes = 0;  ///< of all its files together
    /// Metadata in file order; each key once.
    std::vector<std::pair<std::string, GgufValue>> metadata;
    std::vector<GgufTensor> tensors;
    /// Why no text can be encoded for it (GgufFile::requireVocabulary()); empty: it can.
    Message vocabularyProblem;

    /// As of GgufFile.
    const GgufValue* find(std::string_view key) const noexcept;
    std::optional<std::string> getString(std::string_view key) const;
    std::optional<uint64_t> getUint(std::string_view key) const;
    const GgufValue::Strings* getStrings(std::string_view key) const;
};

/// Reads the header in this process. Throws the errors of GgufFile::open(). Any thread.
ModelHeader readModelHeader(const std::filesystem::path& model);

}  // namespace hearth
