#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "hearth/kv_cost.h"

namespace hearth {
struct ModelHeader;
}

namespace hearth::app {

/// The weights and the cache of a model, apart from any precision.
struct WeightShapes {
    /// `rows` matrices or stacks of them, with so many columns each.
    struct Matrix {
        uint64_t columns = 0, rows = 0;
    };
    std::vector<Matrix> matrices;
    uint64_t vectors = 0;  ///< numbers of norms and biases, which every precision keeps in 32 bits
    KvCost kv;

    uint64_t parameters() const;
};

/// A precision as articles name it, and what a weight of a matrix takes.
struct Precision {
    QString name;
    double bits = 0;            ///< the scale of its block included
    uint64_t blockColumns = 1;  ///< matrices whose rows do not divide stay in 16 bits
};

/// FP32, FP16 and BF16, FP8, and INT8 and INT4 as Q8_0 and Q4_0 store them: a block of 32 weights has a
/// scale of 16 bits. The largest first.
std::vector<Precision> commonPrecisions();

/// Bytes of all weights.
uint64_t weightBytes(const WeightShapes& shapes, const Precision& precision);

/// Of every tensor of a file; without a cache, which the planner knows.
WeightShapes shapesOf(const ModelHeader& header);

/// The published shapes of Llama 2 (Touvron et al. 2023, and the config.json of its repositories): 7, 13 or
/// 70 billion parameters. Others throw std::out_of_range.
WeightShapes llamaShapes(int billions);

}  // namespace hearth::app
