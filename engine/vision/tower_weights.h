#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "hash/content_hash.h"
#include "model/layer_weights.h"
#include "vision/tower_config.h"

namespace hearth {

class GgufFile;

/// The weights of a tower on a backend. What a tower does not have stays null.
struct TowerWeights {
    /// Limits of the values that a matrix reads and of those that it makes.
    struct Limits {
        ValueLimits in, out;
    };
    struct Layer {
        NormWeights attentionNorm, attentionPostNorm, feedForwardNorm, feedForwardPostNorm;
        const Weight* queryNorm = nullptr;  ///< (headDim)
        const Weight* keyNorm = nullptr;    ///< (headDim)
        Projection query, key, value;       ///< or all three, one after the other, in query
        Projection output, gate, up, down;
        Limits queryLimits, keyLimits, valueLimits, outputLimits, gateLimits, upLimits, downLimits;
        const Weight* attentionScale = nullptr;    ///< (width)
        const Weight* feedForwardScale = nullptr;  ///< (width)
    };
    /// out(act(in(norm(x)))), or without the second half. Some families have a matrix in front of it, and
    /// some a norm and a gated step in its middle.
    struct Projector {
        Projection merge;
        NormWeights norm;
        Projection in;
        NormWeights postNorm;
        Projection gate, up;
        Projection out;
    };
    Projection patches;  ///< (width, values of a patch)
    NormWeights inputNorm, outputNorm;
    NormWeights patchNorm;  ///< of the projector, before patches are joined
    std::vector<Layer> layers;
    Projector projector;
    std::vector<Projector> deep;                     ///< as TowerConfig::deepLayers
    std::vector<Rope> rotations;                     ///< of queries and keys, one after the other
    std::vector<float> standardBias, standardScale;  ///< (width) or empty, on the host
    // On the host, for they are added once.
    std::vector<float> positions;  ///< (positions, width)
    std::vector<float> classRow;   ///< (width): what the row of the class is before its position is added
    std::vector<float> patchBias;  ///< (width) or empty
    std::vector<float> lineEnd;    ///< (outWidth): the row after each line (PictureLayout::Lines), or empty
    ContentHash digest;            ///< of all that was read of the file's weights (WeightDigest)

    /// Of the weights on the device.
    uint64_t bytes() const noexcept;

    /// Uploads everything; `patchValues` is the length of a patch, `merged` that of a row at the projector.
    /// Throws Error(BadFile) that names a tensor which is missing or misshaped, and the backend's errors.
    static TowerWeights load(const GgufFile& file, const TowerConfig& config, Backend& backend,
                             uint32_t patchValues, uint32_t merged,
                             const std::function<void(uint64_t done, uint64_t total)>& progress = {});

private:
    std::vector<std::unique_ptr<Weight>> m_all;
};

}  // namespace hearth
