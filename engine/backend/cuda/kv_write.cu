// Norms and rotation of queries and keys, and writing keys and values into the cache: one warp a head of a
// row.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/kv_heads.h"

namespace hearth::cuda {
namespace {

constexpr int headsPerBlock = 4;

HEARTH_KERNEL(128) kvWrite(HEARTH_PARAMETER(KvWriteView) view, int headFloats) {
    HEARTH_SHARED_DYNAMIC(memory);
    const int index = static_cast<int>(blockX()) * headsPerBlock + warpId();
    if (index >= headsOf(view)) return;
    writeHead(view, static_cast<int>(blockY()), index,
              reinterpret_cast<float*>(memory) + warpId() * headFloats);
}

/// Norms over a whole slice read what other heads of the same launch would overwrite: queries are normalised
/// first then.
HEARTH_KERNEL(256) normalizeQueries(Rows q, HEARTH_PARAMETER(NormView) norm) {
    HEARTH_SHARED(float[rowWarps], scratch);
    float* row = q.data + blockX() * q.stride;
    const NormScale by = measureRow(row, q.columns, norm, scratch);
    for (int i = static_cast<int>(threadX()); i < q.columns; i += rowThreads)
        row[i] = normalized(row, i, norm, by);
}

template <KvCode Type>
HEARTH_DEVICE void rotateCachedKey(const KeyRotationView& view, int block, int slot, int kvHead,
                                   float* head) {
    const KvLayerView& layer = view.rope.layer;
    std::byte* memory = const_cast<std::byte*>(headBlock(layer, block, kvHead));
    for (int i = laneId(); i < layer.keyDim; i += 32) head[i] = keyElement<Type>(memory, layer, slot, i);
    warpBarrier();
    rotateHead(head, view.rope, HeadPositions{view.shift, view.shift, view.shift});
    storeKey<Type>(head, layer, memory, slot);
}

/// One warp a head of a position.
HEARTH_KERNEL(128) rotateKeys(HEARTH_PARAMETER(KeyRotationView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    const int kvHead = static_cast<int>(blockX()) * headsPerBlock + warpId();
    if (kvHead >= view.rope.layer.kvHeads) return;
    const int position = static_cast<int>(blockY());
    const int block = view.blocks[position / kvBlockPositions], slot = position % kvBlockPositions;
    float* head = reinterpret_cast<float*>(memory) + warpId() * view.rope.layer.keyDim;
    switch (view.rope.layer.keyType) {
        case KvCode::F32:
            return rotateCachedKey<KvCode::F32>(view, block, slot, kvHead, head);
        case KvCode::F16:
            return rotateCachedKey<KvCode::F16>(view, block, slot, kvHead, head);
        default:
            return;  // those that are rounded by the block have a kernel of their own
    }
}

// As in kv_block_sizes.h.
constexpr float keyCodeSteps = 255 - keyOffsetStep, keyOffsetReach = keyOffsetStep * 127;

/// One column of a full block of keys, read from its residual block.
struct KeyColumn {
    float at[kvBlockPositions];
    float least, most;
};
HEARTH_DEVICE KeyColumn loadColumn(const KvLayerView& layer, const std::byte* open, int dim) {
    KeyColumn column;
    HEARTH_UNROLL for (int slot = 0; slot < kvBlockPositions; ++slot) {
        const float x = dim < layer.keyDim ? keyElement<KvCode::F16>(open, layer, slot, dim) : 0.0F;
        column.at[slot] = x;
        column.least = slot == 0 || x < column.least ? x : column.least;
        column.most = slot == 0 || x > column.most ? x : column.most;
    }
    return column;
}

/// The byte of a scale that is no smaller.
HEARTH_DEVICE unsigned scaleByte(float step) {
    uint16_t half = halfFromFloat(step);
    if (floatFromHalf(half) < step) ++half;
    return static_cast<unsigned>(half + 0x7fU) >> 7U;
}

HEARTH_DEVICE void roundToEightBits(const KvLayerView& layer, const std::byte* open, std::byte* block,
                                    int dim) {
    const KeyColumn column = loadColumn(layer, open, dim);
    const float range = (column.most - column.least) / keyCodeSteps;
    const float reach = (column.least < 0 ? -column.least : column.least) / keyOffsetReach;
    const unsigned scale = scaleByte(range > reach ? range : reach);
    const float stored = floatFromHalf(static_cast<uint16_t>(scale << 7U));
    const float inverse = stored > 0 ? 1.0F / stored : 0.0F;
    const int offset = static_cast<int>(floor(column.least * inverse / keyOffsetStep));
    block[layer.keyScaleOffset + dim] = static_cast<std::byte>(offset);
    block[layer.keyScaleOffset + storedColumns<KvCode::Q8_0>(layer) + dim] = static_cast<std::byte>(scale);
    HEARTH_UNROLL for (int slot = 0; slot < kvBlockPositions; ++slot) {
        const int code = static_cast<int>(floor(column.at[slot] * inverse + 0.5F)) - keyOffsetStep * offset;
        block[(dim / 16 * kvBlockPositions + slot) * 16 + dim % 16] =
            static_cast<std::byte>(code < 0     ? 0
                                   : code > 255 ? 255
                                                : code);
    }
}

/// Columns `dim` and dim + 16, which share bytes.
HEARTH_DEVICE void roundToFourBits(const KvLayerView& layer, const std::byte* open, std::byte* block,
                                   int dim) {
    const int columns = storedColumns<KvCode::Q4_0>(layer);
    uint32_t codes[kvBlockPositions / 4] = {};
    for (int high = 0; high < 2; ++high) {
        const int own = dim + 16 * high;
        const KeyColumn column = loadColumn(layer, open, own);
        const unsigned scale = scaleByte((column.most - column.least) / 15.0F);
        const float stored = floatFromHalf(static_cast<uint16_t>(scale << 7U));
        const float inverse = stored > 0 ? 1.0F / stored : 0.0F;
        reinterpret_cast<uint16_t*>(block + layer.keyScaleOffset)[own] = halfFromFloat(column.least);
        block[layer.keyScaleOffset + 2 * columns + own] = static_cast<std::byte>(scale);
        HEARTH_UNROLL for (int slot = 0; slot < kvBlockPositions; ++slot) codes[slot / 4] |=
            static_cast<uint32_t>(fourBitCode(column.at[slot], column.least, inverse) << (4 * high))
            << (slot % 4 * 8);
    }
    HEARTH_UNROLL for (int slot = 0; slot < kvBlockPositions; ++slot)
        block[(dim / 32 * kvBlockPositions + slot) * 16 + dim % 16] =
            static_cast<std::byte>(codes[slot / 4] >> (slot % 4 * 8) & 0xffU);
}

/// Rounds a full block of keys; the block of threads' work.
HEARTH_DEVICE void closeBlock(const KvLayerView& layer, const std::byte* open, std::byte* block, int thread,
                              int threads) {
    const bool eight = layer.keyType == KvCode::Q8_0;
    const int work = eight ? (layer.keyDim + 15) / 16 * 16 : (layer.keyDim + 31) / 32 * 16;
    for (int i = thread; i < work; i += threads) {
        if (eight) {
            roundToEightBits(layer, open, block, i);
        } else {
            roundToFourBits(layer, open, block, i / 16 * 32 + i % 16);
        }
    }
}

/// Element `dim` of slot `slot` in the layout of float16.
HEARTH_DEVICE uint16_t& halfKey(std::byte* block, int slot, int dim) {
    return reinterpret_cast<uint16_t*>(block + (dim / 8 * kvBlockPositions + slot) * 16)[dim % 8];
}

/// Rotates `slots` positions in the layout of float16; the block of threads' work.
HEARTH_DEVICE void rotateHalves(const KeyRotationView& view, std::byte* block, int slots, int thread,
                                int threads) {
    const int pairs = view.rope.ropeDims / 2;
    const bool neighbours = view.rope.pairing == PairingCode::Interleaved;
    for (int i = thread; i < pairs * slots; i += threads) {
        const int slot = i % slots, pair = i / slots;
        const float angle = roundedMultiply(static_cast<float>(view.shift), view.rope.inverseFrequency[pair]);
        const float cosine = cos(angle), sine = sin(angle);
        uint16_t& a = halfKey(block, slot, view.rope.ropeFirst + (neighbours ? 2 * pair : pair));
        uint16_t& b = halfKey(block, slot, view.rope.ropeFirst + (neighbours ? 2 * pair + 1 : pair + pairs));
        const float x = floatFromHalf(a), y = floatFromHalf(b);
        a = halfFromFloat(x * cosine - y * sine);
        b = halfFromFloat(x * sine + y * cosine);
    }
}

/// Keys that are rounded by the block: a block of threads a head of one. They become float16, are rotated,
/// and are rounded as if they came from an residual block; the last ones may be in one.
HEARTH_KERNEL(128) rotateBlocks(HEARTH_PARAMETER(KeyRotationView) view) {
    HEARTH_SHARED_DYNAMIC(halves);
    const KvLayerView& layer = view.rope.layer;
    const int kvHead = static_cast<int>(blockX()), index = static_cast<int>(blockY());
    const int thread = static_cast<int>(threadX()), threads = static_cast<int>(blockThreads());
    const int slots = view.positions - index * kvBlockPositions;
    if (slots < kvBlockPositions) {
        const int64_t number = static_cast<int64_t>(view.residualBlock) * layer.kvHeads + kvHead;
        return rotateHalves(view, layer.open + number * layer.openHeadBytes, slots, thread, threads);
    }
    auto* block = const_cast<std::byte*>(headBlock(layer, view.blocks[index], kvHead));
    const bool eight = layer.keyType == KvCode::Q8_0;
    const int columns = (layer.keyDim + 7) / 8 * 8;
    for (int i = thread; i < columns * kvBlockPositions; i += threads) {
        const int slot = i % kvBlockPositions, dim = i / kvBlockPositions;
        float x = 0;
        if (dim < layer.keyDim)
            x = eight ? keyElement<KvCode::Q8_0>(block, layer, slot, dim)
                      : keyElement<KvCode::Q4_0>(block, layer, slot, dim);
        halfKey(halves, slot, dim) = halfFromFloat(x);
    }
    blockBarrier();
    rotateHalves(view, halves, kvBlockPositions, thread, threads);
    blockBarrier();
    closeBlock(layer, halves, block, thread, threads);
}

/// One block of threads a head of a sequence. Chunks of 16 bytes of a position are copied whole.
HEARTH_KERNEL(128) closeKeys(HEARTH_PARAMETER(CloseKeysView) view) {
    const KvLayerView& layer = view.layer;
    const BatchView& batch = view.batch;
    const int kvHead = static_cast<int>(blockX()), sequence = static_cast<int>(blockY());
    const int firstRow = batch.stateOf[3 * sequence + 1], rows = batch.stateOf[3 * sequence + 2];
    if (rows == 0) return;
    const int first = batch.slot[firstRow], end = batch.slot[firstRow + rows - 1] + 1;
    const int thread = static_cast<int>(threadX()), threads = static_cast<int>(blockThreads());
    std::byte* own =
        layer.open +
        (static_cast<int64_t>(batch.openOf[3 * sequence]) * layer.kvHeads + kvHead) * layer.openHeadBytes;
    const auto chunks = static_cast<int>(layer.openHeadBytes / 16);
    const bool beside = batch.openOf[3 * sequence + 2] >= 0;
    if (beside) {
        std::byte* to = openKeys(layer, batch, sequence, first, kvHead);
        for (int i = thread; i < chunks; i += threads)
            if (i % kvBlockPositions < first % kvBlockPositions)
                storeVector(to + i * 16, loadVector<Words4>(own + i * 16));
        blockBarrier();
    }
    for (int begin = first / kvBlockPositions * kvBlockPositions; begin + kvBlockPositions <= end;
         begin += kvBlockPositions) {
        const std::byte* open = openKeys(layer, batch, sequence, begin, kvHead);
        auto* block =
            const_cast<std::byte*>(headBlock(layer, blockOf(batch, layer.group, sequence, begin), kvHead));
        closeBlock(layer, open, block, thread, threads);
    }
    const int kept = end % kvBlockPositions;
    if (!beside || kept == 0) return;
    const std::byte* from = openKeys(layer, batch, sequence, end - 1, kvHead);
    for (int i = thread; i < chunks; i += threads)
        if (i % kvBlockPositions < kept) storeVector(own + i * 16, loadVector<Words4>(from + i * 16));
}

}  // namespace

void launchKeyRotation(const KeyRotationView& view, StreamHandle stream) {
    const KvLayerView& layer = view.rope.layer;
    if (layer.open) {
        launch("rotateBlocks", rotateBlocks,
               {static_cast<unsigned>(layer.kvHeads),
                static_cast<unsigned>((view.positions + kvBlockPositions - 1) / kvBlockPositions)},
               128, static_cast<size_t>(layer.openHeadBytes), stream, view);
        return;
    }
    const Grid grid{static_cast<unsigned>((layer.kvHeads + headsPerBlock - 1) / headsPerBlock),
                    static_cast<unsigned>(view.positions)};
    const size_t bytes = static_cast<size_t>(layer.keyDim) * headsPerBlock * sizeof(float);
    launch("rotateKeys", rotateKeys, grid, 128, bytes, stream, view);
}

void launchCloseKeys(const CloseKeysView& view, StreamHandle stream) {
    if (view.layer.kvHeads == 0) return;
    launch("closeKeys", closeKeys,
           {static_cast<unsigned>(view.layer.kvHeads), static_cast<unsigned>(view.batch.sequences)}, 128, 0,
           stream, view);
}

void launchKvWrite(const KvWriteView& original, StreamHandle stream) {
    KvWriteView view = original;
    const BatchView& batch = view.batch;
    if (view.qNorm.kind != NormCode::None && view.qNorm.weight && view.qNorm.columns == view.q.columns &&
        view.heads > 1) {
        launch("normalizeQueries", normalizeQueries, {static_cast<unsigned>(batch.rows)}, 256, 0, stream,
               view.q, view.qNorm);
        view.qNorm = {};
    }
    const int all = headsOf(view);
    const int queryDim = view.q.columns / view.heads;
    int dim = queryDim > view.layer.keyDim ? queryDim : view.layer.keyDim;
    if (view.layer.valueDim > dim) dim = view.layer.valueDim;
    const Grid grid{static_cast<unsigned>((all + headsPerBlock - 1) / headsPerBlock),
                    static_cast<unsigned>(batch.rows)};
    const size_t bytes = static_cast<size_t>(dim) * headsPerBlock * sizeof(float);
    launch("kvWrite", kvWrite, grid, 128, bytes, stream, view, dim);
}

}  // namespace hearth::cuda
