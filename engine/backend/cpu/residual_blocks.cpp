#include "backend/cpu/residual_blocks.h"

#include <algorithm>
#include <cstring>

#include "backend/kv_block_sizes.h"

namespace hearth::cpu {

namespace {

constexpr uint32_t blockPositions = PagedKvCache::blockPositions;

size_t kindOf(const BatchContext& batch) noexcept {
    return batch.kind() == RowKind::Prefill ? 0 : 1;
}

}  // namespace

ResidualBlocks::ResidualBlocks(std::span<const KvLayerShape> layers, uint32_t count) {
    for (const KvLayerShape& shape : layers) {
        Layer layer;
        layer.headBytes = keyBlockBytes(KvType::F16, shape.keyDim);
        layer.heads = shape.kvHeads;
        layer.group = shape.group;
        layer.memory = Memory(layer.headBytes * layer.heads * count);
        m_bytes += layer.memory.size();
        if (m_beside.size() <= shape.group) m_beside.resize(shape.group + 1);
        m_layers.push_back(std::move(layer));
    }
}

void ResidualBlocks::copy(int32_t from, int32_t to) noexcept {
    for (uint32_t layer = 0; layer < m_layers.size(); ++layer)
        if (blockBytes(layer) != 0) std::memcpy(open(layer, to), open(layer, from), blockBytes(layer));
}

uint64_t ResidualBlocks::bytesOfOne() const noexcept {
    uint64_t bytes = 0;
    for (uint32_t layer = 0; layer < m_layers.size(); ++layer) bytes += blockBytes(layer);
    return bytes;
}

void ResidualBlocks::save(int32_t number, std::span<std::byte> out) const noexcept {
    for (uint32_t layer = 0; layer < m_layers.size(); ++layer) {
        const size_t bytes = blockBytes(layer);
        if (bytes != 0) std::memcpy(out.data(), open(layer, number), bytes);
        out = out.subspan(bytes);
    }
}

void ResidualBlocks::load(int32_t number, std::span<const std::byte> in) noexcept {
    for (uint32_t layer = 0; layer < m_layers.size(); ++layer) {
        const size_t bytes = blockBytes(layer);
        if (bytes != 0) std::memcpy(open(layer, number), in.data(), bytes);
        in = in.subspan(bytes);
    }
}

void ResidualBlocks::begin(const BatchContext& batch, uint32_t layer) {
    m_continued.clear();
    m_full.clear();
    m_kept.clear();
    Beside& beside = m_beside[m_layers[layer].group][kindOf(batch)];
    const auto ranges = batch.rowsBySequence();
    const auto rows = batch.rows();
    beside.spans.assign(ranges.size(), {});
    size_t blocks = 0;
    for (uint32_t s = 0; s < ranges.size(); ++s) {
        if (ranges[s].count == 0) continue;
        Span& span = beside.spans[s];
        span.firstBlock = static_cast<uint32_t>(rows[ranges[s].first].slot) / blockPositions;
        const auto last = static_cast<uint32_t>(rows[ranges[s].first + ranges[s].count - 1].slot);
        span.beside = last / blockPositions != span.firstBlock;
        span.offset = blocks;
        if (span.beside) blocks += last / blockPositions - span.firstBlock + 1;
    }
    beside.memory.reserve(blocks * blockBytes(layer));
    for (uint32_t s = 0; s < ranges.size(); ++s) {
        if (ranges[s].count == 0) continue;
        const auto first = static_cast<uint32_t>(rows[ranges[s].first].slot);
        const auto end = static_cast<uint32_t>(rows[ranges[s].first + ranges[s].count - 1].slot) + 1;
        std::byte* own = open(layer, batch.sequence(s).residualBlock);
        const bool apart = beside.spans[s].beside;
        for (uint32_t block = first / blockPositions; block * blockPositions < end; ++block) {
            const Piece piece{keys(batch, layer, s, block, 0), own, s, block};
            if (apart && block * blockPositions < first) m_continued.push_back(piece);
            if ((block + 1) * blockPositions <= end)
                m_full.push_back(piece);
            else if (apart)
                m_kept.push_back(piece);
        }
    }
}

std::byte* ResidualBlocks::keys(const BatchContext& batch, uint32_t layer, uint32_t sequence, uint32_t block,
                                uint32_t kvHead) const noexcept {
    const Layer& own = m_layers[layer];
    const Beside& beside = m_beside[own.group][kindOf(batch)];
    const bool known = sequence < beside.spans.size();
    const size_t head = kvHead * own.headBytes;
    if (!known || !beside.spans[sequence].beside)
        return open(layer, batch.sequence(sequence).residualBlock) + head;
    const Span& span = beside.spans[sequence];
    return beside.memory.data() + (span.offset + block - span.firstBlock) * blockBytes(layer) + head;
}

}  // namespace hearth::cpu
