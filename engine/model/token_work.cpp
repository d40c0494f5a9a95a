#include "hearth/token_work.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "hearth/gguf.h"
#include "model/cache_shapes.h"
#include "model/layer_weights.h"
#include "model/model_config.h"
#include "model/weight_table.h"

namespace hearth {

namespace {

/// Of both is asked whatever the context is.
constexpr uint32_t anyContext = 1;

uint64_t bytesOf(BlockType type, uint64_t weights) {
    const BlockTypeInfo& info = blockTypeInfo(type);
    return weights / info.blockElements * info.blockBytes;
}

void countAttention(const ModelConfig& config, TokenWork& work) {
    for (const KvLayerShape& shape : kvLayers(config))
        work.cachedNumbers += uint64_t{shape.kvHeads} * (shape.keyDim + shape.valueDim);
    // Not the one that only guesses.
    for (const LayerConfig& layer : std::span(config.layers).first(config.layerCount)) {
        if (readsCache(layer.mixer))
            work.attentionFlops += 2.0 * layer.heads * (layer.keyDim + layer.valueDim);
    }
}

}  // namespace

TokenWork tokenWork(const GgufFile& file) {
    const ModelConfig config = ModelConfig::fromGguf(file);
    TokenWork work;
    work.layers = static_cast<int>(config.layerCount);
    countAttention(config, work);
    ModelWeights weights;
    const WeightTable table(file);
    const std::vector<WeightRequest> requests = requestWeights(table, config, anyContext, weights);
    bool hasHead = config.bidirectional();
    for (const WeightRequest& request : requests) hasHead |= request.target == &weights.head.weight;
    std::map<BlockType, TokenWork::Product> products;
    for (const WeightRequest& request : requests) {
        const WeightSource& source = request.source;
        const WeightRole role = source.id.role;
        // In no file.
        constexpr std::array inNoFile{WeightRole::RotaryFrequencies, WeightRole::LocalRotaryFrequencies,
                                      WeightRole::ColumnSum, WeightRole::GateThreshold};
        if (std::find(inNoFile.begin(), inNoFile.end(), role) != inNoFile.end()) continue;
        const uint64_t all = source.columns * source.rows * source.experts;
        const bool stacked = source.experts > 1 && source.experts == config.experts.count;
        const uint64_t used = stacked ? all / source.experts * config.experts.used : all;
        const bool embeddings = request.target == &weights.embeddings;
        work.parameters += all;
        // The layer that only guesses is none of those that make a token.
        if (std::cmp_equal(source.id.layer, config.layerCount)) continue;
        // A token is one row of the table.
        work.activeParameters += embeddings && hasHead ? source.columns : used;
        if (embeddings && hasHead) continue;
        if (source.rows == 1 && source.experts == 1) {
            work.vectorBytes += bytesOf(source.type, used);
            continue;
        }
        TokenWork::Product& product = products[source.type];
        product.type = source.type;
        product.weights += used;
        product.bytes += bytesOf(source.type, used);
        if (embeddings || request.target == &weights.head.weight) product.headWeights += used;
    }
    for (const auto& [type, product] : products) work.products.push_back(product);
    return work;
}

}  // namespace hearth
