#include "model/watched_attention.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/attention_shares.h"

namespace hearth {

namespace {

LayerMemory memoryOf(MixerKind mixer) {
    switch (mixer) {
        case MixerKind::None:
            return LayerMemory::None;
        case MixerKind::Attention:
        case MixerKind::AttentionAndStateSpace:
            break;
        case MixerKind::LatentAttention:
            return LayerMemory::LatentKeys;
        case MixerKind::ShortConvolution:
            return LayerMemory::Convolution;
        case MixerKind::DeltaNet:
        case MixerKind::KimiDelta:
        case MixerKind::SelectiveScan:
        case MixerKind::StateSpace:
            return LayerMemory::State;
    }
    return LayerMemory::Keys;
}

}  // namespace

void WatchedAttention::begin(const Batch& batch) {
    m_rows = std::exchange(m_next, {});
    m_batch = &batch;
    for (const WatchedRow& watch : m_rows) {
        watch.layers->assign(m_pass.config.layerCount, {});
        for (uint32_t i = 0; i < m_pass.config.layerCount; ++i)
            (*watch.layers)[i].memory = memoryOf(m_pass.config.layers[i].mixer);
    }
}

void WatchedAttention::attend(uint32_t index, const AttentionArgs& args) {
    m_pass.backend.attention(args);
    // The layer that guesses is none of the model's.
    if (m_rows.empty() || index >= m_pass.config.layerCount) return;
    constexpr size_t blockPositions = PagedKvCache::blockPositions;
    const KvLayerShape& shape = args.store->layers[args.layer];
    for (const WatchedRow& watch : m_rows) {
        const BatchRow& at = m_batch->rows[watch.row];
        const BatchSequence& sequence = m_batch->sequences[at.sequence];
        // The last of its sequence, so that it sees nothing of a unit behind it.
        const auto last = static_cast<size_t>(at.slot);
        LayerAttention& layer = (*watch.layers)[index];
        layer.heads = args.heads;
        layer.window = args.window;
        layer.first = static_cast<size_t>(args.firstVisible(at.slot));
        if (args.units == UnitSight::Whole) layer.first = std::min<size_t>(layer.first, last - at.unitBefore);

        std::vector<float> queries((watch.row + 1) * args.q.columns);
        m_pass.backend.download(args.q, watch.row + 1, queries);
        const size_t firstBlock = layer.first / blockPositions;
        const size_t blocks = last / blockPositions - firstBlock + 1;
        const size_t columns = size_t{shape.kvHeads} * shape.keyDim;
        m_keys.resize(blocks * blockPositions * columns);
        m_pass.backend.readKeys(
            {.store = args.store,
             .layer = args.layer,
             .blocks = std::span(sequence.blockTables[shape.group]).subspan(firstBlock, blocks),
             .residualBlock = args.store->types.keepsResidualBlocks() ? sequence.residualBlock : -1,
             .out = m_keys});
        layer.shares = attentionShares(
            {.query = std::span(queries).last(args.q.columns),
             .keys = std::span(m_keys).subspan((layer.first - firstBlock * blockPositions) * columns),
             .positions = last + 1 - layer.first,
             .heads = args.heads,
             .kvHeads = shape.kvHeads,
             .keyDim = shape.keyDim,
             .scale = args.scale,
             .softCap = args.softCap,
             .sinks = m_pass.weights.layers[index].sinkValues});
    }
}

}  // namespace hearth
