#include "models/precision_rows.h"

#include <map>

#include "hearth/model_header.h"

namespace hearth::app {

namespace {

/// Contents of config.json.
struct LlamaConfig {
    uint64_t hidden, layers, heads, kvHeads, feedForward;
};

constexpr uint64_t headDim = 128, vocabulary = 32000;

}  // namespace

uint64_t WeightShapes::parameters() const {
    uint64_t sum = vectors;
    for (const Matrix& matrix : matrices) sum += matrix.columns * matrix.rows;
    return sum;
}

std::vector<Precision> commonPrecisions() {
    return {{QStringLiteral("FP32"), 32},
            {QStringLiteral("FP16, BF16"), 16},
            {QStringLiteral("INT8"), 8.5, 32},
            {QStringLiteral("FP8"), 8},
            {QStringLiteral("INT4"), 4.5, 32}};
}

uint64_t weightBytes(const WeightShapes& shapes, const Precision& precision) {
    double bits = static_cast<double>(shapes.vectors) * 32;
    for (const WeightShapes::Matrix& matrix : shapes.matrices)
        bits += static_cast<double>(matrix.columns * matrix.rows) *
                (matrix.columns % precision.blockColumns == 0 ? precision.bits : 16);
    return static_cast<uint64_t>(bits / 8);
}

WeightShapes shapesOf(const ModelHeader& header) {
    WeightShapes shapes;
    for (const GgufTensor& tensor : header.tensors) {
        const uint64_t elements = tensor.elements();
        if (tensor.shape.size() < 2 || tensor.shape[0] == elements)
            shapes.vectors += elements;
        else
            shapes.matrices.push_back({tensor.shape[0], elements / tensor.shape[0]});
    }
    return shapes;
}

WeightShapes llamaShapes(int billions) {
    static const std::map<int, LlamaConfig> published = {
        {7, {4096, 32, 32, 32, 11008}}, {13, {5120, 40, 40, 40, 13824}}, {70, {8192, 80, 64, 8, 28672}}};
    const LlamaConfig& config = published.at(billions);
    WeightShapes shapes;
    const uint64_t queries = config.heads * headDim, keys = config.kvHeads * headDim;
    shapes.matrices = {{config.hidden, vocabulary},                              // embeddings
                       {config.hidden, vocabulary},                              // head
                       {config.hidden, config.layers * (queries + 2 * keys)},    // queries, keys, values
                       {queries, config.layers * config.hidden},                 // behind the attention
                       {config.hidden, config.layers * 2 * config.feedForward},  // gate and up
                       {config.feedForward, config.layers * config.hidden}};     // down
    shapes.vectors = config.hidden * (2 * config.layers + 1);
    shapes.kv = KvCost(std::vector<KvCost::Layer>(
                           config.layers, {static_cast<uint32_t>(config.kvHeads), headDim, headDim, 0}),
                       {0}, 0);
    return shapes;
}

}  // namespace hearth::app
