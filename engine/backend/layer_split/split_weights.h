#pragma once

#include <memory>
#include <vector>

#include "backend/layer_split/split_parts.h"
#include "backend/layer_split/split_placement.h"

namespace hearth {

/// A weight on the part that computes with it, or on several.
struct SplitWeight : Weight {
    std::vector<std::unique_ptr<Weight>> parts;  ///< nullptr: that one does not have it
};

/// Uploads the weights of a model to the parts that hold them. The backends outlive it.
class SplitWeights {
public:
    SplitWeights(const SplitBackends& backends, const SplitPlacement& placement)
        : m_backends(backends), m_placement(placement) {}

    /// On all parts together.
    uint64_t uploadBytes(const WeightSource& source) const;
    std::unique_ptr<Weight> upload(const WeightSource& source) const;

private:
    const SplitBackends& m_backends;
    SplitPlacement m_placement;
};

/// The same bytes, read once and kept as long as the source. For a weight that several parts have.
WeightSource readOnce(const WeightSource& source);

/// The weight of a part for weights that upload() made; nullptr if the part has none.
const Weight* weightOn(const Weight* weight, size_t part);
Norm weightsOn(Norm norm, size_t part);
LinearPart weightsOn(LinearPart both, size_t part);

}  // namespace hearth
