#include "backend/split/split_weights.h"

namespace hearth {

uint64_t SplitWeights::uploadBytes(const WeightSource& source) const {
    uint64_t bytes = 0;
    for (const SplitSide side : splitSides)
        if (m_placement.holds(source, side)) bytes += m_backends[side]->uploadBytes(source);
    return bytes;
}

std::unique_ptr<Weight> SplitWeights::upload(const WeightSource& source) const {
    auto weight = std::make_unique<SplitWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    for (const SplitSide side : splitSides) {
        if (!m_placement.holds(source, side)) continue;
        weight->sides[side] = m_backends[side]->upload(source);
        weight->sizeBytes += weight->sides[side]->sizeBytes;
    }
    return weight;
}

const Weight* weightOn(const Weight* weight, SplitSide side) {
    return weight != nullptr ? static_cast<const SplitWeight*>(weight)->sides[side].get() : nullptr;
}

Norm weightsOn(Norm norm, SplitSide side) {
    norm.weight = weightOn(norm.weight, side);
    norm.bias = weightOn(norm.bias, side);
    return norm;
}

LinearPart weightsOn(LinearPart part, SplitSide side) {
    return {weightOn(part.weight, side), weightOn(part.bias, side)};
}

}  // namespace hearth
