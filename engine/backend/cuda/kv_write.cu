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
    rotateHead(head, view.rope, view.shift);
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
    switch (view.rope.layer.type) {
        case KvCode::F32:
            return rotateCachedKey<KvCode::F32>(view, block, slot, kvHead, head);
        case KvCode::F16:
            return rotateCachedKey<KvCode::F16>(view, block, slot, kvHead, head);
        case KvCode::Q8_0:
            return rotateCachedKey<KvCode::Q8_0>(view, block, slot, kvHead, head);
        case KvCode::Q4_0:
            return rotateCachedKey<KvCode::Q4_0>(view, block, slot, kvHead, head);
    }
}

}  // namespace

void launchKeyRotation(const KeyRotationView& view, StreamHandle stream) {
    const KvLayerView& layer = view.rope.layer;
    const Grid grid{static_cast<unsigned>((layer.kvHeads + headsPerBlock - 1) / headsPerBlock),
                    static_cast<unsigned>(view.positions)};
    const size_t bytes = static_cast<size_t>(layer.keyDim) * headsPerBlock * sizeof(float);
    launch("rotateKeys", rotateKeys, grid, 128, bytes, stream, view);
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
