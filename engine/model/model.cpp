#include "model/model.h"
#include <algorithm>
#include <span>
#include <utility>
#include "model/cache_shapes.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/weight_table.h"

namespace hearth {

namespace {

uint64_t fileBytes(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    return source.columns / type.blockElements * type.blockBytes * source.rows * source.experts;
}

/// Rows of a pass beside the one that takes parts of prompts; 0: there is none.
uint32_t decodeRows(const Backend& backend, BatchLimits limits) {
    return backend.canPause() ? std::min({backend.alikeRows(), limits.rows, limits.logitRows}) : 0;
}

uint64_t scratchBytesOf(const ModelConfig& config, const Backend& backend, BatchLimits limits) {
    const uint32_t rows = decodeRows(backend, limits);
    return ForwardPass::scratchBytes(config, limits.rows, limits.logitRows) +
           (rows != 0 ? ForwardPass::scratchBytes(config, rows, rows) : 0);
}

}  // namespace

Model::Sizes Model::sizes(const GgufFile& file, const Backend& backend, uint32_t contextLength,
                          BatchLimits limits) {
    const ModelConfig config = ModelConfig::fromGguf(file);
    const WeightTable table(file);
    ModelWeights weights;
    Sizes sizes;
    for (const WeightRequest& request : requestWeights(table, config, contextLength, weights)) {
        sizes.weightsBytes += backend.uploadBytes(request.source);
    }
    sizes.scratchBytes = scratchBytesOf(config, backend, limits);
    return sizes;
}

std::vector<uint64_t> Model::layerBytes(const GgufFile& file, const Backend& backend,
                                        uint32_t contextLength) {
    const ModelConfig config = ModelConfig::fromGguf(file);
    const WeightTable table(file);
    ModelWeights weights;
    std::vector<uint64_t> bytes(config.layerCount + 1);
    for (const WeightRequest& request : requestWeights(table, config, contextLength, weights)) {
        const int32_t layer = request.source.id.layer;
        // The layer that guesses belongs to none that must be run.
        bytes[layer == WeightId::noLayer ? config.layerCount : static_cast<uint32_t>(layer)] +=
            backend.uploadBytes(request.source);
    }
    return bytes;
}

std::unique_ptr<Model> Model::load(const GgufFile& file, Backend& backend, uint32_t contextLength,
                                   BatchLimits limits,
                                   const std::function<void(uint64_t, uint64_t)>& progress,
                                   const std::stop_token& stop) {
    std::unique_ptr<Model> model(new Model(backend, ModelConfig::fromGguf(file), limits));
    WeightDigest digest;
    const WeightTable table(file, &digest);
    const auto requests = requestWeights(table, model->m_config, contextLength, model->m_weights);
    uint64_t total = 0, done = 0;
    for (const WeightRequest& request : requests) total += fileBytes(request.source);
    for (const WeightRequest& request : requests) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading the model was stopped.");
        model->m_owned.push_back(backend.upload(request.source));
        *request.target = model->m_owned.back().get();
        model->m_names.emplace(*request.target, request.source.name);
        const bool guesses = std::cmp_equal(request.source.id.layer, model->m_config.layerCount);
        if (guesses) ++model->m_guessWeights;
        model->m_weightsBytes += model->m_owned.back()->sizeBytes;
        done += fileBytes(request.source);
        if (progress) progress(done, total);
    }
    model->m_weightsDigest = digest.value();
    // Read once more, by a table that the digest does not hear of.
    readSinkValues(WeightTable(file), model->m_weights);
    if (model->m_weights.head.weight == nullptr && !model->m_config.bidirectional())
        model->m_weights.head.weight = model->m_weights.embeddings;
    model->m_pass = std::make_unique<ForwardPass>(backend, model->m_config, model->m_weights, limits.rows,
                                                  limits.logitRows);
    if (const uint32_t rows = decodeRows(backend, limits); rows != 0)
        model->m_decodePass =
            std::make_unique<ForwardPass>(backend, model->m_config, model->m_weights, rows, rows);
    return model;
}

void Model::reserveRows(uint32_t rows) {
    if (rows <= m_limits.rows) return;
    m_pass = std::make_unique<ForwardPass>(m_backend, m_config, m_weights, rows, m_limits.logitRows);
    m_limits.rows = rows;
}

std::string_view Model::nameOf(const Weight& weight) const {
    const auto found = m_names.find(&weight);
    return found != m_names.end() ? std::string_view(found->second) : std::string_view();
}

uint64_t Model::decodeBytes() const noexcept {
    uint64_t bytes = 0;
    for (const auto& weight : std::span(m_owned).first(m_owned.size() - m_guessWeights)) {
        if (weight.get() == m_weights.embeddings && m_weights.head.weight != m_weights.embeddings) continue;
        const bool stacked = weight->experts > 1 && weight->experts == m_config.experts.count;
        const uint64_t own = std::max(weight->hostBytes, weight->sizeBytes);
        bytes += stacked ? own / weight->experts * m_config.experts.used : own;
    }
    return bytes;
}

uint64_t Model::scratchBytes() const noexcept {
    return scratchBytesOf(m_config, m_backend, m_limits);
}

std::unique_ptr<PagedKvCache> Model::makePagedKvCache(KvTypes types, const GroupBlocks& blocks) const {
    return m_backend.makePagedKvCache(kvLayers(m_config), types, blocks);
}

std::unique_ptr<StateStore> Model::makeStateStore(uint32_t count) const {
    if (!m_config.recurrent()) return nullptr;
    return m_backend.makeStateStore(stateFloats(m_config), count);
}

}  // namespace hearth
