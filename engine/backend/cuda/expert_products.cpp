#include "backend/cuda/expert_products.h"

#include <algorithm>
#include <utility>

namespace hearth::cuda {

bool ExpertProducts::sharesWeights(const LinearView& wide, const LinearView& narrow) const {
    const auto isFloat = [](const LinearView& view) {
        return productKind(view.parts[0].weight.format) == ProductKind::Float;
    };
    return m_batch.rows() > vectorRows && !isFloat(wide) && !isFloat(narrow);
}

void ExpertProducts::add(LinearView view) {
    if (view.order) m_linear.addActivations(view);
    m_context.recorder().add(view);
}

void ExpertProducts::bringTogether(LinearView& wide, LinearView& narrow, const RouterView& router) {
    const int items = m_batch.rows() * router.used;
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
    order.item = m_context.scratch<int>(m_expertOrder, static_cast<size_t>(order.places));
    order.tile = m_context.scratch<ExpertTile>(m_expertTiles, static_cast<size_t>(order.tiles));
    m_context.recorder().add(order);
    for (LinearView* view : {&wide, &narrow}) {
        view->rows = order.places;
        view->order = order.item;
        view->expertTiles = order.tile;
        view->expertTileCount = order.tiles;
        view->plan.columns = columns;
    }
}

ExpertSumView ExpertProducts::separateSum(LinearView& narrow, const RouterView& router) {
    ExpertSumView sum;
    sum.out = narrow.out;
    sum.rows = m_batch.rows();
    sum.units = router.used;
    sum.expert = router.expert;
    sum.unitWeight = std::exchange(narrow.unitWeight, nullptr);
    if (std::exchange(narrow.sumsPlainly, false)) sum.unitWeight = nullptr;
    sum.expertScale = std::exchange(narrow.expertScale, nullptr);
    sum.scale = std::exchange(narrow.scale, 1.0F);
    sum.accumulate = std::exchange(narrow.accumulate, false);
    const auto items = static_cast<size_t>(m_batch.rows()) * static_cast<size_t>(router.used);
    const int outputs = narrow.parts[0].weight.rows;
    sum.in = {m_context.scratch<float>(m_expertSums, items * static_cast<size_t>(outputs)), outputs, outputs};
    narrow.out = {sum.in.data, static_cast<int64_t>(outputs) * router.used, outputs};
    narrow.outUnit = outputs;
    return sum;
}

void ExpertProducts::addBoth(LinearView wide, LinearView narrow, const RouterView& router) {
    if (!sharesWeights(wide, narrow)) {
        add(wide);
        add(narrow);
        return;
    }
    const ExpertSumView sum = separateSum(narrow, router);
    bringTogether(wide, narrow, router);
    add(wide);
    add(narrow);
    m_context.recorder().add(sum);
}

}  // namespace hearth::cuda
