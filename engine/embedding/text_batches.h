#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// One text of a pass.
struct BatchText {
    std::span<const TokenId> tokens;
    std::span<const int32_t> types = {};  ///< of each token; empty: all 0
};

/// Which texts run together: numbers of texts by batch, the longest first, so that none waits for others much
/// longer than itself. A batch has at most `mostRows` tokens and `mostBlocks` blocks of the cache, or one
/// text. Texts are not empty.
std::vector<std::vector<size_t>> batchesOf(std::span<const BatchText> texts, size_t mostRows,
                                           size_t mostBlocks);
/// Blocks of the cache that a text takes.
size_t blocksOf(const BatchText& text) noexcept;
/// The rows of some texts, each from position 0 on in blocks of its own, in one group.
Batch batchOf(std::span<const BatchText> texts, std::span<const size_t> chosen);

}  // namespace hearth
