#pragma once

#include <functional>
#include <string_view>

#include "support/gguf_writer.h"

namespace hearth::test {

/// Called with each key ("llama.block_count") and each tensor ("tensor:output_norm.weight") before it is
/// written. Returning true means that the caller wrote something else, or nothing, in its place.
using GgufReplacement = std::function<bool(GgufWriter& writer, std::string_view part)>;

/// A llama of two layers, width 32, four query and two key heads, feed-forward 48 and 16 tokens, with fixed
/// random F32 weights and a byte-level vocabulary: small enough to break in every place.
GgufWriter tinyLlamaGguf(const GgufReplacement& replacement = {});

}  // namespace hearth::test
