// Whole texts: how rows begin, and passes that need no cache.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "hearth/error.h"
#include "model/family_table.h"
#include "model/forward_pass.h"
#include "model/slices.h"

namespace hearth {

void ForwardPass::checkRows(const Batch& batch) const {
    for (const BatchRow& row : batch.rows) {
        if (row.token < 0 || static_cast<uint32_t>(row.token) >= m_config.vocabSize) {
            throw Error(ErrorCode::BadInput,
                        "The token " + std::to_string(row.token) + " is not in the model's vocabulary of " +
                            std::to_string(m_config.vocabSize) + "; give ids below that.");
        }
        if (!row.given.empty()) checkGiven(row);
        if (m_config.learnedPositions != 0 &&
            static_cast<uint32_t>(row.positions().time) >= m_config.learnedPositions) {
            throw Error(ErrorCode::BadInput, "The model has " + std::to_string(m_config.learnedPositions) +
                                                 " positions and no more; give it a shorter text.");
        }
    }
}

/// The rows of a table that numbers of the batch's rows say.
void ForwardPass::embedNumbers(const Batch& batch, const Weight& table,
                               const std::function<uint32_t(const BatchRow&)>& number, const Slice& out) {
    Batch numbers = batch;
    for (BatchRow& row : numbers.rows) row.token = static_cast<TokenId>(number(row));
    m_backend.beginBatch(numbers);
    m_backend.embed(table, 1.0F, out);
}

void ForwardPass::embedRows(const Batch& batch) {
    const Slice hidden = all(m_hidden), branch = all(m_branch);
    const bool adds = m_weights.positions != nullptr || m_weights.tokenTypes != nullptr;
    const auto add = [&] { m_backend.norm({.in = branch, .norm = {}, .accumulate = true, .out = hidden}); };
    if (m_weights.positions != nullptr)
        embedNumbers(
            batch, *m_weights.positions,
            [](const BatchRow& row) { return static_cast<uint32_t>(row.positions().time); }, hidden);
    if (m_weights.tokenTypes != nullptr) {
        const uint32_t last = m_config.tokenTypes - 1;
        embedNumbers(
            batch, *m_weights.tokenTypes, [&](const BatchRow& row) { return std::min(row.type, last); },
            m_weights.positions != nullptr ? branch : hidden);
        if (m_weights.positions != nullptr) add();
    }
    m_backend.beginBatch(batch);
    m_backend.embed(*m_weights.embeddings, m_config.embeddingScale, adds ? branch : hidden);
    placeGiven(batch, 0, adds ? branch : hidden, false);
    if (adds) add();
    if (m_weights.embeddingNorm.weight != nullptr) normalizeSum(m_weights.embeddingNorm);
    if (m_config.normalizesEmbeddings)
        m_backend.norm(
            {.in = hidden, .norm = {.kind = NormKind::Rms, .epsilon = m_config.normEpsilon}, .out = hidden});
}

void ForwardPass::normalizeSum(const NormWeights& weights) {
    m_backend.norm({.in = all(m_hidden), .norm = norm(weights), .out = all(m_hidden)});
}

KvLayerShape ForwardPass::togetherLayer(const ModelConfig& config) {
    const LayerConfig& first = config.layers.front();
    for (const LayerConfig& layer : config.layers) {
        if (layer.mixer == MixerKind::Attention && layer.cacheOf < 0 && layer.kvHeads == first.kvHeads &&
            layer.keyDim == first.keyDim && layer.valueDim == first.valueDim)
            continue;
        throw Error(ErrorCode::Unsupported, "Hearth makes no embeddings with models of the architecture " +
                                                config.architecture + " yet; choose an embedding model.");
    }
    return {.kvHeads = first.kvHeads, .keyDim = first.keyDim, .valueDim = first.valueDim, .group = 0};
}

void ForwardPass::encode(const Batch& batch, PagedKvCache& scratch, const std::stop_token& stop,
                         const std::function<void()>& pause) {
    checkRows(batch);
    if (batch.rows.empty() || batch.rows.size() > m_maxRows) {
        throw Error(ErrorCode::BadInput, "A forward pass of " + std::to_string(batch.rows.size()) +
                                             " rows does not fit; split it.");
    }
    m_together = true;
    m_narrows = false;
    m_logitRows = 0;
    embedRows(batch);
    for (uint32_t i = 0; i < m_config.layerCount; ++i) {
        if (i > 0 && pause) pause();
        if (stop.stop_requested()) {
            m_backend.synchronize();
            throw Error(ErrorCode::Cancelled, "Stopped.");
        }
        layer(i, scratch, [] {});
    }
    if (m_weights.outputNorm.weight != nullptr) normalizeSum(m_weights.outputNorm);
}

std::vector<float> ForwardPass::encoded(size_t rows) {
    std::vector<float> values(rows * m_config.embedding);
    m_backend.download(all(m_hidden), rows, values);
    return values;
}

namespace {

float bent(Curve curve, float value) {
    switch (curve) {
        case Curve::Tanh:
            return std::tanh(value);
        case Curve::GeluErf:
            return 0.5F * value * (1.0F + std::erf(value / std::numbers::sqrt2_v<float>));
        case Curve::None:
            break;
    }
    return value;
}

/// So many rows that stand for nothing but themselves.
Batch rowsOfNothing(size_t count) {
    Batch batch;
    batch.sequences.resize(1);
    for (size_t i = 0; i < count; ++i) batch.rows.push_back({.slot = static_cast<int32_t>(i)});
    return batch;
}

}  // namespace

std::vector<float> ForwardPass::project(const PooledStep& step, const Projection& projection,
                                        std::span<const float> vectors) {
    const uint64_t columns = projection.weight->columns, rows = vectors.size() / columns;
    const auto from = m_backend.allocate(rows, columns), to = m_backend.allocate(rows, step.width);
    m_backend.beginBatch(rowsOfNothing(rows));
    m_backend.upload(all(from), rows, vectors);
    LinearArgs args;
    args.in = all(from);
    args.parts = {projection.part()};
    args.out = all(to);
    m_backend.linear(args);
    std::vector<float> results(rows * step.width);
    m_backend.download(all(to), rows, results);
    for (float& value : results) value = bent(step.curve, value);
    if (!step.normalized) return results;
    m_backend.upload(all(to), rows, results);
    m_backend.norm({.in = all(to), .norm = norm(m_weights.classifierNorm), .out = all(to)});
    m_backend.download(all(to), rows, results);
    return results;
}

std::vector<float> ForwardPass::finish(std::vector<float> pooled) {
    for (size_t i = 0; i < m_config.pooledSteps.size() && !pooled.empty(); ++i)
        pooled = project(m_config.pooledSteps[i], m_weights.pooledSteps[i], pooled);
    return pooled;
}

}  // namespace hearth
