#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hearth/gguf.h"

namespace hearth {

/// The name of a file's mix of types ("Q4_K_M") by its general.file_type, as the GGUF specification numbers
/// them; empty for numbers that are not known.
std::string_view fileTypeName(uint64_t fileType) noexcept;

/// A file's quantisation as people name it: by its general.file_type, else the type that holds most of the
/// bytes; empty without tensors. In files of odd shapes the two differ: a Q4_K_M whose rows are no multiple
/// of 256 is mostly Q5_0.
std::string quantizationName(std::optional<uint64_t> fileType, std::span<const GgufTensor> tensors);

}  // namespace hearth
