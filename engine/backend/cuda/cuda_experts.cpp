// Mixtures of experts.
#include <algorithm>
#include <utility>

#include "backend/cuda/cuda_backend.h"
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

void CudaBackend::experts(const ExpertsArgs& args) {
    const RouterView router = routeRows(args);
    const LinearView wide = wideExperts(args, router);
    const LinearView narrow = narrowExperts(args, router, wide.out);
    if (static_cast<const DeviceWeight&>(*args.down.weight).hosted)
        offloadedExperts(args, wide, narrow, router);
    else
        addExperts(wide, narrow, router);
}

/// With all weights on the GPU.
void CudaBackend::addExperts(LinearView wide, LinearView narrow, const RouterView& router) {
    if (!sharesExperts(wide, narrow)) {
        addProduct(wide);
        addProduct(narrow);
        return;
    }
    const ExpertSumView sum = separateSum(narrow, router);
    bringTogether(wide, narrow, router);
    addProduct(wide);
    addProduct(narrow);
    m_recorder.add(sum);
}

bool CudaBackend::sharesExperts(const LinearView& wide, const LinearView& narrow) const {
    const auto isFloat = [](const LinearView& view) {
        return productKind(view.parts[0].weight.format) == ProductKind::Float;
    };
    return m_batch.rows > vectorRows && !isFloat(wide) && !isFloat(narrow);
}

/// With scratch for the activations where the product is one of items in the order of their experts.
void CudaBackend::addProduct(LinearView view) {
    if (view.order) addActivations(view);
    m_recorder.add(view);
}

/// Chooses the experts of every row.
RouterView CudaBackend::routeRows(const ExpertsArgs& args) {
    const auto rows = static_cast<size_t>(m_batch.rows), used = static_cast<size_t>(args.used);
    const size_t experts = args.router->rows;
    LinearView scores = linearView(args.in, args.norm, args.out);
    RouterView& router = scores.router;
    auto* logits = reinterpret_cast<float*>(scratch(m_routerLogits, rows * experts * sizeof(float)));
    router.expert = reinterpret_cast<int*>(scratch(m_chosen, rows * used * sizeof(int)));
    router.weight = reinterpret_cast<float*>(scratch(m_chosenWeights, rows * used * sizeof(float)));
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
    router.arrived = counters(rows);
    m_recorder.add(scores);
    return router;
}

/// Gate and up of the chosen experts: rows of shape (used, hidden).
LinearView CudaBackend::wideExperts(const ExpertsArgs& args, const RouterView& router) {
    const auto rows = static_cast<size_t>(m_batch.rows), used = static_cast<size_t>(args.used);
    const auto hidden = static_cast<size_t>(args.down.weight->columns);
    auto* inner = reinterpret_cast<float*>(scratch(m_inner, rows * used * hidden * sizeof(float)));
    LinearView widen = linearView(args.in, args.norm, args.out);
    widen.units = static_cast<int>(used);
    widen.expert = router.expert;
    widen.gated = true;
    widen.activation = static_cast<ActivationCode>(args.activation);
    widen.out = {inner, static_cast<int64_t>(used * hidden), static_cast<int>(used * hidden)};
    widen.outUnit = static_cast<int64_t>(hidden);
    widen.parts[0] = partView(args.gate, 0);
    widen.partCount = 2;
    if (args.up.weight) {
        widen.parts[1] = partView(args.up, 0);
    } else {
        // One matrix holds the gate's rows and then up's.
        if (hidden % rowPanelRows != 0) unsupported("joined experts of this width");
        widen.parts[1] = widen.parts[0];
        widen.parts[1].weight =
            rowsFrom(widen.parts[0].weight, static_cast<int>(hidden), static_cast<int>(hidden));
        if (widen.parts[1].bias) widen.parts[1].bias += hidden;
        widen.parts[0].weight.rows = static_cast<int>(hidden);
    }
    if (productKind(widen.parts[0].weight.format) != productKind(widen.parts[1].weight.format))
        unsupported("experts of mixed kinds");
    return widen;
}

/// Down projections of the chosen experts, weighted and added up.
LinearView CudaBackend::narrowExperts(const ExpertsArgs& args, const RouterView& router, const Rows& inner) {
    LinearView narrow = linearView(args.in, {}, args.out);
    narrow.in = inner;
    narrow.in.columns = static_cast<int>(args.down.weight->columns);
    narrow.inUnit = static_cast<int64_t>(args.down.weight->columns);
    narrow.units = router.used;
    narrow.expert = router.expert;
    narrow.unitWeight = router.weight;
    narrow.expertScale = vectorOf(args.expertScale);
    narrow.scale = args.scale;
    narrow.accumulate = args.accumulate;
    narrow.parts[narrow.partCount++] = partView(args.down, 0);
    return narrow;
}

/// Both for many rows: those that go to one expert share its weights. Each product has the bits that it has
/// for one row.
void CudaBackend::bringTogether(LinearView& wide, LinearView& narrow, const RouterView& router) {
    const int items = m_batch.rows * router.used;
    const auto isInt8 = [](const LinearView& view) {
        return productKind(view.parts[0].weight.format) == ProductKind::Int8;
    };
    const auto widest = [&](const LinearView& view) {
        return isInt8(view) ? widestLinearTile(view) : widestHalfTile(view);
    };
    // As wide as what an expert gets on average.
    const int most = std::min({widest(wide), widest(narrow), items / router.experts});
    int columns = leastTileColumns;
    while (columns < most) columns *= 2;
    columns = std::min({columns, widest(wide), widest(narrow)});

    ExpertOrderView order;
    order.expert = router.expert;
    order.items = items;
    order.experts = router.experts;
    order.tileItems = columns;
    order.places = mostExpertPlaces(items, router.experts);
    order.tiles = mostExpertTiles(items, router.experts, columns);
    order.item =
        reinterpret_cast<int*>(scratch(m_expertOrder, static_cast<size_t>(order.places) * sizeof(int)));
    order.tile = reinterpret_cast<ExpertTile*>(
        scratch(m_expertTiles, static_cast<size_t>(order.tiles) * sizeof(ExpertTile)));
    m_recorder.add(order);
    for (LinearView* view : {&wide, &narrow}) {
        view->rows = order.places;
        view->order = order.item;
        view->expertTiles = order.tile;
        view->expertTileCount = order.tiles;
        view->plan.columns = columns;
    }
}

/// Has the down projections leave each item's result by itself; what weights and adds them up.
ExpertSumView CudaBackend::separateSum(LinearView& narrow, const RouterView& router) {
    ExpertSumView sum;
    sum.out = narrow.out;
    sum.rows = m_batch.rows;
    sum.units = router.used;
    sum.expert = router.expert;
    sum.unitWeight = std::exchange(narrow.unitWeight, nullptr);
    sum.expertScale = std::exchange(narrow.expertScale, nullptr);
    sum.scale = std::exchange(narrow.scale, 1.0F);
    sum.accumulate = std::exchange(narrow.accumulate, false);
    const auto items = static_cast<size_t>(m_batch.rows) * static_cast<size_t>(router.used);
    const int outputs = narrow.parts[0].weight.rows;
    sum.in = {
        reinterpret_cast<float*>(scratch(m_expertSums, items * static_cast<size_t>(outputs) * sizeof(float))),
        outputs, outputs};
    narrow.out = {sum.in.data, static_cast<int64_t>(outputs) * router.used, outputs};
    narrow.outUnit = outputs;
    return sum;
}

}  // namespace hearth::cuda
