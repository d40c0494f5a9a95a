#pragma once

#include <memory>

#include "backend/split/split_placement.h"

namespace hearth {

/// A weight on the side that computes with it, or on both.
struct SplitWeight final : Weight {
    BySide<std::unique_ptr<Weight>> sides;
};

/// Uploads the weights of a model to the sides that hold them. The backends outlive it.
class SplitWeights {
public:
    SplitWeights(const SplitBackends& backends, const SplitPlacement& placement)
        : m_backends(backends), m_placement(placement) {}

    /// On both sides together.
    uint64_t uploadBytes(const WeightSource& source) const;
    std::unique_ptr<Weight> upload(const WeightSource& source) const;

private:
    const SplitBackends& m_backends;
    SplitPlacement m_placement;
};

/// What an operation of `side` takes for weights that upload() made; nullptr where the side has none.
const Weight* weightOn(const Weight* weight, SplitSide side);
Norm weightsOn(Norm norm, SplitSide side);
LinearPart weightsOn(LinearPart part, SplitSide side);

}  // namespace hearth
