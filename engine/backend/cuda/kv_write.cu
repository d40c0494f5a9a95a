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

}  // namespace

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
