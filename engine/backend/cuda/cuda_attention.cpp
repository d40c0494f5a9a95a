#include "backend/cuda/cuda_attention.h"

#include <algorithm>

#include "backend/cuda/device_objects.h"

namespace hearth::cuda {

void CudaAttention::attend(const AttentionArgs& args) {
    AttentionView view;
    view.q = rowsOf(args.q);
    view.out = rowsOf(args.out);
    view.heads = static_cast<int>(args.heads);
    view.valueDim = static_cast<int>(args.out.columns / args.heads);
    view.scale = args.scale;
    view.softCap = args.softCap;
    view.window = static_cast<int>(args.window);
    view.chunked = args.chunked;
    if (args.bidirectional && args.store->types.keepsResidualBlocks())
        throwUnsupported("cuda", "attention to both sides over keys of few bits");
    view.bothSides = args.bidirectional;
    view.seesUnits = args.units != UnitSight::Causal && m_batch.unitRows() > 0;
    view.wholeUnits = args.units == UnitSight::Whole;
    view.sinks = vectorOf(args.sinks);
    view.layer = m_batch.layerView(*args.store, args.layer);
    view.batch = m_batch.view();
    if (m_batch.view().tiles > 0 && attentionPrefillFits(view, m_context.device().sharedBytesPerBlock)) {
        view.prefill = true;
        m_context.recorder().add(view);
        view.prefill = false;
    } else {
        view.batch = m_batch.decodeOnly();
    }
    if (view.batch.decodeRows == 0) return;
    view.splits = m_batch.splits();
    if (args.window) {
        const int sides = args.bidirectional ? 2 : 1, unit = view.seesUnits ? m_batch.unitRows() : 0;
        const int seen = sides * static_cast<int>(args.window) + unit;
        view.splits = std::min(view.splits, seen / splitPositions + 2);
    }
    const auto rows = static_cast<size_t>(m_batch.rows()), heads = static_cast<size_t>(view.heads);
    view.partial = m_context.scratch<float>(
        m_partial, rows * heads * static_cast<size_t>(view.splits) * static_cast<size_t>(view.valueDim + 2));
    view.counters = m_context.counters(rows * heads);
    m_context.recorder().add(view);
}

}  // namespace hearth::cuda
