#include "backend/cuda/cuda_experts.h"

#include "backend/cuda/device_objects.h"

namespace hearth::cuda {
namespace {

/// The rows of a matrix from `first` on, a multiple of the row panel's height.
WeightView rowsFrom(WeightView view, int first, int count) {
    if (view.format == WeightFormat::F32) {
        view.low += static_cast<int64_t>(first) * view.columns * static_cast<int64_t>(sizeof(float));
    } else {
        const FormatTraits traits = traitsOf(view.format);
        const int64_t items = static_cast<int64_t>(first / rowPanelRows) * view.kBlocks * rowPanelRows;
        view.low += items * itemBytes(view.format);
        view.high += items * traits.highBytes();
        view.scale +=
            view.format == WeightFormat::Half ? static_cast<int64_t>(first) * 4 : items * traits.scaleBytes();
        view.super += items / traits.superBlocks() * traits.superBytes();
    }
    view.rows = count;
    return view;
}

}  // namespace

void CudaExperts::run(const ExpertsArgs& args) {
    const RouterView router = routeRows(args);
    const LinearView wide = wideExperts(args, router);
    const LinearView narrow = narrowExperts(args, router, wide.out);
    if (static_cast<const DeviceWeight&>(*args.down.weight).hosted)
        m_offloaded.compute(args, wide, narrow, router);
    else
        m_products.addBoth(wide, narrow, router);
}

RouterView CudaExperts::routeRows(const ExpertsArgs& args) {
    const auto rows = static_cast<size_t>(m_batch.rows()), used = static_cast<size_t>(args.used);
    const size_t experts = args.router->rows;
    LinearView scores = m_linear.linearView(args.in, args.norm, args.out);
    RouterView& router = scores.router;
    auto* logits = m_context.scratch<float>(m_routerLogits, rows * experts);
    router.expert = m_context.scratch<int>(m_chosen, rows * used);
    router.weight = m_context.scratch<float>(m_chosenWeights, rows * used);
    if (args.routerIn.buffer) {
        scores.in = rowsOf(args.routerIn);
        scores.norm = {};
    }
    scores.out = {logits, static_cast<int64_t>(experts), static_cast<int>(experts)};
    scores.parts[scores.partCount++] = partView({args.router, args.routerBias}, 0);
    router.logits = logits;
    router.selectionBias = vectorOf(args.selectionBias);
    router.kind = static_cast<RouterCode>(args.kind);
    router.normalizeWeights = args.normalizeWeights;
    router.experts = static_cast<int>(experts);
    router.used = static_cast<int>(used);
    router.groups = static_cast<int>(args.groups);
    router.usedGroups = static_cast<int>(args.usedGroups);
    router.arrived = m_context.counters(rows);
    m_context.recorder().add(scores);
    return router;
}

LinearView CudaExperts::wideExperts(const ExpertsArgs& args, const RouterView& router) {
    const auto rows = static_cast<size_t>(m_batch.rows()), used = static_cast<size_t>(args.used);
    const auto hidden = static_cast<size_t>(args.down.weight->columns);
    auto* inner = m_context.scratch<float>(m_inner, rows * used * hidden);
    LinearView widen = m_linear.linearView(args.in, args.norm, args.out);
    widen.units = static_cast<int>(used);
    widen.expert = router.expert;
    widen.activation = static_cast<ActivationCode>(args.activation);
    widen.limit = args.limit;
    if (args.weighsInputs) widen.inputWeight = router.weight;
    widen.out = {inner, static_cast<int64_t>(used * hidden), static_cast<int>(used * hidden)};
    widen.outUnit = static_cast<int64_t>(hidden);
    if (!args.gate.weight) {
        widen.parts[widen.partCount++] = partView(args.up, 0);
        return widen;
    }
    widen.gated = true;
    widen.parts[0] = partView(args.gate, 0);
    widen.partCount = 2;
    if (args.up.weight) {
        widen.parts[1] = partView(args.up, 0);
    } else {
        // One matrix holds the gate's rows and then up's.
        if (hidden % rowPanelRows != 0) throwUnsupported("cuda", "joined experts of this width");
        widen.parts[1] = widen.parts[0];
        widen.parts[1].weight =
            rowsFrom(widen.parts[0].weight, static_cast<int>(hidden), static_cast<int>(hidden));
        if (widen.parts[1].bias) widen.parts[1].bias += hidden;
        widen.parts[0].weight.rows = static_cast<int>(hidden);
    }
    if (productKind(widen.parts[0].weight.format) != productKind(widen.parts[1].weight.format))
        throwUnsupported("cuda", "experts of mixed kinds");
    return widen;
}

LinearView CudaExperts::narrowExperts(const ExpertsArgs& args, const RouterView& router,
                                      const Rows& inner) const {
    LinearView narrow = m_linear.linearView(args.in, {}, args.out);
    narrow.in = inner;
    narrow.in.columns = static_cast<int>(args.down.weight->columns);
    narrow.inUnit = static_cast<int64_t>(args.down.weight->columns);
    narrow.units = router.used;
    narrow.expert = router.expert;
    narrow.unitWeight = router.weight;
    narrow.sumsPlainly = args.weighsInputs;
    narrow.expertScale = vectorOf(args.expertScale);
    narrow.scale = args.scale;
    narrow.accumulate = args.accumulate;
    narrow.parts[narrow.partCount++] = partView(args.down, 0);
    return narrow;
}

}  // namespace hearth::cuda
