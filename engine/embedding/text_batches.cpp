#include "embedding/text_batches.h"

#include <algorithm>
#include <numeric>

namespace hearth {

size_t blocksOf(const BatchText& text) noexcept {
    return (text.tokens.size() + PagedKvCache::blockPositions - 1) / PagedKvCache::blockPositions;
}

std::vector<std::vector<size_t>> batchesOf(std::span<const BatchText> texts, size_t mostRows,
                                           size_t mostBlocks) {
    std::vector<size_t> order(texts.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return texts[a].tokens.size() > texts[b].tokens.size(); });
    std::vector<std::vector<size_t>> batches;
    size_t rows = 0, blocks = 0;
    for (const size_t text : order) {
        const size_t more = texts[text].tokens.size(), moreBlocks = blocksOf(texts[text]);
        if (batches.empty() || rows + more > mostRows || blocks + moreBlocks > mostBlocks) {
            batches.emplace_back();
            rows = blocks = 0;
        }
        batches.back().push_back(text);
        rows += more;
        blocks += moreBlocks;
    }
    return batches;
}

Batch batchOf(std::span<const BatchText> texts, std::span<const size_t> chosen) {
    Batch batch;
    int32_t block = 0;
    for (const size_t number : chosen) {
        const BatchText& text = texts[number];
        const auto sequence = static_cast<uint32_t>(batch.sequences.size());
        std::vector<int32_t> table(blocksOf(text));
        for (int32_t& entry : table) entry = block++;
        batch.sequences.push_back({.blockTables = {std::move(table)}});
        for (size_t i = 0; i < text.tokens.size(); ++i)
            batch.rows.push_back({.sequence = sequence,
                                  .slot = static_cast<int32_t>(i),
                                  .token = text.tokens[i],
                                  .type = text.types.empty() ? 0U : static_cast<uint32_t>(text.types[i])});
    }
    return batch;
}

}  // namespace hearth
