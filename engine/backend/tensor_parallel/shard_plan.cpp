#include "backend/tensor_parallel/shard_plan.h"

namespace hearth {

WeightCut ShardPlan::cutOf(const WeightId& id) const {
    using enum WeightCut::Kind;
    if (id.part == WeightPart::Scale) return {};
    const auto layer = [&] { return layers[static_cast<size_t>(id.layer)]; };
    const bool bias = id.part == WeightPart::Bias;
    switch (id.role) {
        case WeightRole::Query:
        case WeightRole::Key:
        case WeightRole::Value:
        case WeightRole::AttentionGate:
        case WeightRole::AttentionSinks:
        case WeightRole::FeedForwardGate:
        case WeightRole::FeedForwardUp:
        case WeightRole::ExpertGate:
        case WeightRole::ExpertUp:
        case WeightRole::SharedExpertGate:
        case WeightRole::SharedExpertUp:
            return {.kind = Rows};
        case WeightRole::QueryKeyValue:
            return {.kind = Rows, .runs = layer().queryKeyValue};
        case WeightRole::ExpertGateUp:
            return {.kind = Rows, .runs = layer().gateUp};
        case WeightRole::AttentionOutput:
        case WeightRole::FeedForwardDown:
        case WeightRole::ExpertDown:
        case WeightRole::SharedExpertDown:
            return {.kind = bias ? First : Columns};
        case WeightRole::Output:
            return {.kind = cutsHead ? Rows : Whole};
        default:
            return {};
    }
}

}  // namespace hearth
