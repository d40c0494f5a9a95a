#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::format {

/// A file name of the form PREFIX-00002-of-00005.gguf.
struct SplitName {
    std::string prefix;
    uint32_t number;  ///< 1-based
    uint32_t count;
};

/// nullopt when the name has another form or the number is not within 1..count.
std::optional<SplitName> parseSplitName(std::string_view fileName);
/// The name of part `number` (1-based) of the same model.
std::string splitFileName(const SplitName& name, uint32_t number);

}  // namespace hearth::format
