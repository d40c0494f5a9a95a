#include "model/layer_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/family_table.h"
#include "model/rope_table.h"

namespace hearth {

namespace {

/// Collects the requests of one layer, or of what is around the layers.
class Requests {
public:
    Requests(const WeightTable& table, std::vector<WeightRequest>& out, int32_t layer = WeightId::noLayer)
        : m_table(table), m_out(out), m_layer(layer) {}

    WeightId id(WeightRole role, WeightPart part = WeightPart::Weight) const {
        return {.role = role, .layer = m_layer, .part = part};
    }
    bool has(WeightRole role, WeightPart part = WeightPart::Weight) const {
        return m_table.has(id(role, part));
    }
    void add(WeightSource source, const Weight*& target) { m_out.push_back({std::move(source), &target}); }
    void vector(WeightRole role, uint64_t columns, const Weight*& target,
                WeightPart part = WeightPart::Weight) {
        add(m_table.vector(id(role, part), columns), target);
    }
    void optionalVector(WeightRole role, uint64_t columns, const Weight*& target,
                        WeightPart part = WeightPart::Weight) {
        if (has(role, part)) vector(role, columns, target, part);
    }
    void norm(WeightRole role, uint64_t columns, NormWeights& target) {
        vector(role, columns, target.weight);
        optionalVector(role, columns, target.bias, WeightPart::Bias);
    }
    uint64_t rows(WeightRole role) const { return m_table.rows(id(role)); }
    std::vector<float> values(WeightRole role, uint64_t columns, uint64_t rows = 1) const {
        return m_table.values(id(role), columns, rows);
    }
    float value(WeightRole role) const { return m_table.values(id(role), 1).front(); }
    WeightSource source(WeightRole role, uint64_t columns, uint64_t rows, uint64_t experts = 1) {
        return m_table.matrix(id(role), columns, rows, experts);
    }
    void projection(WeightRole role, uint64_t columns, uint64_t rows, Projection& target,
                    bool needsBias = false) {
        add(source(role, columns, rows), target.weight);
        if (needsBias)
            vector(role, rows, target.bias, WeightPart::Bias);
        else
            optionalVector(role, rows, target.bias, WeightPart::Bias);
    }
    /// Matrices stacked over experts; a bias is one row an expert.
    void experts(WeightRole role, uint64_t columns, uint64_t rows, uint64_t count, Projection& target) {
        add(source(role, columns, rows, count), target.weight);
        if (has(role, WeightPart::Bias))
            add(m_table.matrix(id(role, WeightPart::Bias), rows, count), target.bias);
    }

private:
    const WeightTable& m_table;
    std::vector<WeightRequest>& m_out;
    int32_t m_layer;
};

/// attn_q has every head's query and then its gate.
void requestGatedQueries(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                         LayerWeights& weights) {
    const uint32_t dim = layer.keyDim, rows = layer.heads * dim;
    const WeightSource both = requests.source(WeightRole::Query, config.embedding, uint64_t{2} * rows);
    std::vector<uint32_t> queries, gates;
    for (uint32_t row = 0; row < rows; ++row) {
        queries.push_back(row / dim * 2 * dim + row % dim);
        gates.push_back(queries.back() + dim);
    }
    requests.add(reorderedRows(both, std::move(queries)), weights.q.weight);
    requests.add(reorderedRows(both, std::move(gates)), weights.outputGate);
}

/// The weights of norms behind the rotation only meet in the scores: one vector of their products, for the
/// queries. Dividing by the length commutes with the rotation.
void requestRotatedNorms(Requests& requests, const LayerConfig& layer, LayerWeights& weights) {
    std::vector<float> both = requests.values(WeightRole::QueryNorm, layer.keyDim);
    const std::vector<float> keys = requests.values(WeightRole::KeyNorm, layer.keyDim);
    for (size_t i = 0; i < both.size(); ++i) both[i] *= keys[i];
    requests.add(fromValues(requests.id(WeightRole::QueryNorm), "norms of queries and keys", std::move(both)),
                 weights.rotatedNorm);
}

void requestAttention(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                      LayerWeights& weights) {
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
    const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                   values = uint64_t{layer.kvHeads} * layer.valueDim;
    const bool gateApart = requests.has(WeightRole::AttentionGate);
    if (config.family->gatedAttention && gateApart) {
        const bool byHead = requests.rows(WeightRole::AttentionGate) == layer.heads;
        const uint64_t gates = byHead ? layer.heads : uint64_t{layer.heads} * layer.valueDim;
        requests.add(requests.source(WeightRole::AttentionGate, config.embedding, gates), weights.outputGate);
    }
    if (config.family->gatedAttention && !gateApart) {
        requestGatedQueries(requests, config, layer, weights);
        requests.projection(WeightRole::Key, config.embedding, keys, weights.k);
        requests.projection(WeightRole::Value, config.embedding, values, weights.v);
    } else if (requests.has(WeightRole::QueryKeyValue)) {
        requests.projection(WeightRole::QueryKeyValue, config.embedding, queries + keys + values, weights.q,
                            config.family->biasOfQkv);
    } else {
        requests.projection(WeightRole::Query, config.embedding, queries, weights.q,
                            config.family->biasOfQkv);
        if (layer.cacheOf < 0) {
            requests.projection(WeightRole::Key, config.embedding, keys, weights.k, config.family->biasOfQkv);
            if (!config.family->sharesKeyForValue || requests.has(WeightRole::Value))
                requests.projection(WeightRole::Value, config.embedding, values, weights.v,
                                    config.family->biasOfQkv);
        }
    }
    requests.projection(WeightRole::AttentionOutput, uint64_t{layer.heads} * layer.valueDim, config.embedding,
                        weights.output);
    requests.optionalVector(WeightRole::AttentionSinks, layer.heads, weights.sinks);
    if (config.family->queryKeyNorm || requests.has(WeightRole::QueryNorm)) {
        // Some families normalise each head, others all of them at once.
        const bool whole = config.family->normsWholeQueries;
        if (config.family->normsRotated) return requestRotatedNorms(requests, layer, weights);
        requests.vector(WeightRole::QueryNorm, whole ? queries : layer.keyDim, weights.qNorm);
        if (layer.cacheOf < 0)
            requests.vector(WeightRole::KeyNorm, whole ? keys : layer.keyDim, weights.kNorm);
    }
}

void requestLatentAttention(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                            LayerWeights& weights) {
    const LatentConfig& latent = config.latent;
    const uint64_t queries = uint64_t{layer.heads} * latent.keyDim;
    const uint64_t plainKeys = latent.keyDim - config.rope.dims;
    if (latent.queryRank != 0) {
        requests.projection(WeightRole::QueryDown, config.embedding, latent.queryRank, weights.qDown);
        requests.vector(WeightRole::QueryDownNorm, latent.queryRank, weights.qDownNorm);
        requests.projection(WeightRole::QueryUp, latent.queryRank, queries, weights.qUp);
    } else {
        requests.projection(WeightRole::Query, config.embedding, queries, weights.qUp);
    }
    requests.projection(WeightRole::KeyValueDown, config.embedding, latent.kvRank + config.rope.dims,
                        weights.kvDown);
    requests.vector(WeightRole::KeyValueDownNorm, latent.kvRank, weights.kvDownNorm);
    requests.add(requests.source(WeightRole::KeyAbsorbed, plainKeys, latent.kvRank, layer.heads),
                 weights.keyAbsorbed);
    requests.add(requests.source(WeightRole::ValueAbsorbed, latent.kvRank, latent.valueDim, layer.heads),
                 weights.valueAbsorbed);
    if (requests.has(WeightRole::AttentionGate))
        requests.add(requests.source(WeightRole::AttentionGate, config.embedding, layer.heads),
                     weights.outputGate);
    requests.projection(WeightRole::AttentionOutput, uint64_t{layer.heads} * latent.valueDim,
                        config.embedding, weights.output);
}

void requestShortConvolution(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const uint64_t width = config.embedding;
    requests.projection(WeightRole::ConvolutionIn, width, 3 * width, weights.stateIn);
    requests.add(flattened(requests.source(WeightRole::ConvolutionTaps, config.convolutionTaps, width)),
                 weights.taps);
    requests.projection(WeightRole::ConvolutionOut, width, width, weights.output);
}

/// Early files of Qwen3-Next have everything of a key head together: its query, its key, then values and
/// gates of its heads, and likewise strengths and rates.
void requestDeltaNetByHead(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    const uint32_t shared = r.heads / r.keyHeads, values = shared * r.valueDim,
                   perHead = 2 * (r.keyDim + values);
    std::vector<uint32_t> convolved, gates, strengths, rates;
    const auto addRows = [&](std::vector<uint32_t>& order, uint32_t first, uint32_t count, uint32_t stride) {
        for (uint32_t head = 0; head < r.keyHeads; ++head)
            for (uint32_t i = 0; i < count; ++i) order.push_back(head * stride + first + i);
    };
    addRows(convolved, 0, r.keyDim, perHead);
    addRows(convolved, r.keyDim, r.keyDim, perHead);
    addRows(convolved, 2 * r.keyDim, values, perHead);
    addRows(gates, 2 * r.keyDim + values, values, perHead);
    addRows(strengths, 0, shared, 2 * shared);
    addRows(rates, shared, shared, 2 * shared);
    if (requests.has(WeightRole::StateIn)) {
        const WeightSource all =
            requests.source(WeightRole::StateIn, config.embedding, uint64_t{r.keyHeads} * perHead);
        requests.add(reorderedRows(all, std::move(convolved)), weights.stateIn.weight);
        requests.add(reorderedRows(all, std::move(gates)), weights.stateGate.weight);
    }
    const WeightSource both =
        requests.source(WeightRole::StateStrengthAndRate, config.embedding, uint64_t{2} * r.heads);
    requests.add(reorderedRows(both, std::move(strengths)), weights.strength);
    requests.add(reorderedRows(both, std::move(rates)), weights.rate);
}

void requestDeltaNet(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    const uint64_t width = config.embedding;
    if (!requests.has(WeightRole::StateIn)) {
        requests.projection(WeightRole::QueryKeyValue, width, r.convolved(), weights.stateIn);
        requests.projection(WeightRole::AttentionGate, width, r.valueWidth(), weights.stateGate);
    }
    if (requests.has(WeightRole::StateIn) || requests.has(WeightRole::StateStrengthAndRate)) {
        requestDeltaNetByHead(requests, config, weights);
    } else {
        requests.add(requests.source(WeightRole::StateStrength, width, r.heads), weights.strength);
        requests.add(requests.source(WeightRole::StateRate, width, r.heads), weights.rate);
    }
    weights.stateNorms.resize(1);
    requests.vector(WeightRole::StateNorm, r.valueDim, weights.stateNorms[0]);
}

/// Weights common to delta nets and state spaces.
void requestRecurrence(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    requests.add(flattened(requests.source(WeightRole::StateTaps, config.convolutionTaps, r.convolved())),
                 weights.taps);
    requests.vector(WeightRole::StateRateBias, r.heads, weights.rateBias, WeightPart::Bias);
    requests.projection(WeightRole::StateOut, r.valueWidth(), config.embedding, weights.stateOut);
}

/// Mamba-2: one matrix for the gate, what is convolved (values, keys, queries) and the rates.
void requestStateSpace(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    requestRecurrence(requests, config, weights);
    requests.add(flattened(requests.source(WeightRole::StateDecay, 1, r.heads)), weights.decay);
    requests.projection(WeightRole::StateIn, config.embedding,
                        uint64_t{r.convolved()} + r.valueWidth() + r.heads, weights.stateIn);
    requests.optionalVector(WeightRole::StateTaps, r.convolved(), weights.tapsBias, WeightPart::Bias);
    requests.add(flattened(requests.source(WeightRole::StateSkip, 1, r.heads)), weights.skip);
    if (!requests.has(WeightRole::StateNorm)) return;
    // Heads that share keys are normalised together, apart from the others.
    const WeightSource norms =
        requests.source(WeightRole::StateNorm, r.valueWidth() / r.keyHeads, r.keyHeads);
    weights.stateNorms.resize(r.keyHeads);
    for (uint32_t group = 0; group < r.keyHeads; ++group)
        requests.add(rowRange(norms, group, 1), weights.stateNorms[group]);
}

/// Kimi's delta nets: queries, keys and values apart, and two gates of low rank or not.
void requestKimiDelta(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    const uint64_t width = config.embedding, keys = r.keyWidth(), values = r.valueWidth(),
                   forget = r.rank != 0 ? r.rank : keys, gate = r.rank != 0 ? r.rank : values;
    requests.projection(WeightRole::Query, width, keys, weights.q);
    requests.projection(WeightRole::Key, width, keys, weights.k);
    requests.projection(WeightRole::Value, width, values, weights.v);
    requests.add(requests.source(WeightRole::StateStrength, width, r.heads), weights.strength);
    requests.projection(WeightRole::ForgetGateDown, width, forget, weights.forgetDown);
    requests.projection(WeightRole::StateGateDown, width, gate, weights.gateDown);
    if (r.rank != 0) {
        requests.projection(WeightRole::ForgetGateUp, forget, keys, weights.forgetUp);
        requests.projection(WeightRole::StateGateUp, gate, values, weights.stateGate);
    }
    if (requests.has(WeightRole::StateTaps)) {
        requests.add(flattened(requests.source(WeightRole::StateTaps, config.convolutionTaps, r.convolved())),
                     weights.taps);
    } else {
        const auto taps = [&](WeightRole role, uint64_t columns) {
            return requests.source(role, config.convolutionTaps, columns);
        };
        requests.add(flattened(joinedRows({taps(WeightRole::StateTapsQuery, keys),
                                           taps(WeightRole::StateTapsKey, keys),
                                           taps(WeightRole::StateTapsValue, values)})),
                     weights.taps);
    }
    requests.vector(WeightRole::StateRateBias, keys, weights.rateBias, WeightPart::Bias);
    // Some files have it below zero and others above.
    std::vector<float> decay = requests.values(WeightRole::StateDecay, r.heads);
    for (float& value : decay) value = -std::abs(value);
    requests.add(fromValues(requests.id(WeightRole::StateDecay), "decays", std::move(decay)), weights.decay);
    weights.stateNorms.resize(1);
    requests.vector(WeightRole::StateNorm, r.valueDim, weights.stateNorms[0]);
    requests.projection(WeightRole::AttentionOutput, values, width, weights.stateOut);
}

/// Mamba: what is convolved, then the gate, in one matrix; rates, keys and queries come of the former.
void requestSelectiveScan(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    const uint64_t inner = r.valueDim, keys = r.keyDim;
    requests.projection(WeightRole::StateIn, config.embedding, 2 * inner, weights.stateIn);
    requests.add(flattened(requests.source(WeightRole::StateTaps, config.convolutionTaps, inner)),
                 weights.taps);
    requests.optionalVector(WeightRole::StateTaps, inner, weights.tapsBias, WeightPart::Bias);
    requests.projection(WeightRole::ScanInputs, inner, r.rank + 2 * keys, weights.scanInputs);
    requests.add(requests.source(WeightRole::StateRateBias, r.rank, inner), weights.rate);
    requests.vector(WeightRole::StateRateBias, inner, weights.rateBias, WeightPart::Bias);
    requests.optionalVector(WeightRole::ScanRateNorm, r.rank, weights.scanRateNorm);
    requests.optionalVector(WeightRole::ScanKeyNorm, keys, weights.kNorm);
    requests.optionalVector(WeightRole::ScanQueryNorm, keys, weights.qNorm);
    // Files have the decays of a column side by side.
    const std::vector<float> stored = requests.values(WeightRole::StateDecay, keys, inner);
    std::vector<float> decays(stored.size());
    for (size_t i = 0; i < stored.size(); ++i) decays[i % keys * inner + i / keys] = stored[i];
    requests.add(fromValues(requests.id(WeightRole::StateDecay), "decays", std::move(decays)), weights.decay);
    requests.vector(WeightRole::StateSkip, inner, weights.skip);
    requests.projection(WeightRole::StateOut, inner, config.embedding, weights.stateOut);
}

void requestExperts(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const ExpertsConfig& experts = config.experts;
    const uint64_t width = config.embedding;
    requests.add(requests.source(WeightRole::Router, width, experts.count), weights.router);
    requests.optionalVector(WeightRole::Router, experts.count, weights.routerBias, WeightPart::Bias);
    requests.optionalVector(WeightRole::ExpertSelection, experts.count, weights.selectionBias,
                            WeightPart::Bias);
    const bool gated = config.family->gatedFeedForward;
    const uint64_t inner = experts.latent != 0 ? experts.latent : width;
    if (experts.latent != 0) {
        requests.projection(WeightRole::ExpertsDown, width, inner, weights.expertsDown);
        requests.projection(WeightRole::ExpertsUp, inner, width, weights.expertsUp);
    }
    if (requests.has(WeightRole::ExpertGateUp)) {
        requests.experts(WeightRole::ExpertGateUp, inner, uint64_t{2} * experts.feedForward, experts.count,
                         weights.expertGate);
    } else {
        if (gated)
            requests.experts(WeightRole::ExpertGate, inner, experts.feedForward, experts.count,
                             weights.expertGate);
        requests.experts(WeightRole::ExpertUp, inner, experts.feedForward, experts.count, weights.expertUp);
    }
    requests.experts(WeightRole::ExpertDown, experts.feedForward, inner, experts.count, weights.expertDown);
    requests.optionalVector(WeightRole::ExpertDown, experts.count, weights.expertScale, WeightPart::Scale);
    if (experts.sharedFeedForward == 0) return;
    if (!gated) {
        requests.projection(WeightRole::SharedExpertUp, width, experts.sharedFeedForward, weights.sharedUp);
    } else if (requests.has(WeightRole::SharedExpertGate)) {
        requests.projection(WeightRole::SharedExpertGate, width, experts.sharedFeedForward,
                            weights.sharedGate);
        requests.projection(WeightRole::SharedExpertUp, width, experts.sharedFeedForward, weights.sharedUp);
    } else {
        // Fused, as in a dense feed-forward part.
        const uint64_t hidden = experts.sharedFeedForward;
        const WeightSource both = requests.source(WeightRole::SharedExpertUp, width, 2 * hidden);
        requests.add(rowRange(both, 0, hidden), weights.sharedGate.weight);
        requests.add(rowRange(both, hidden, hidden), weights.sharedUp.weight);
    }
    requests.projection(WeightRole::SharedExpertDown, experts.sharedFeedForward, width, weights.sharedDown);
    if (requests.has(WeightRole::SharedExpertRouter)) {
        requests.add(requests.source(WeightRole::SharedExpertRouter, width, 1), weights.sharedRouter);
    }
}

void requestFeedForward(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                        LayerWeights& weights) {
    const uint64_t width = config.embedding, hidden = layer.feedForward;
    if (!config.family->gatedFeedForward) {
        requests.projection(WeightRole::FeedForwardUp, width, hidden, weights.up);
    } else if (requests.has(WeightRole::FeedForwardGate)) {
        requests.projection(WeightRole::FeedForwardGate, width, hidden, weights.gate);
        requests.projection(WeightRole::FeedForwardUp, width, hidden, weights.up);
    } else {
        // Fused: the gate's rows, then up's.
        const WeightSource both = requests.source(WeightRole::FeedForwardUp, width, 2 * hidden);
        requests.add(rowRange(both, 0, hidden), weights.gate.weight);
        requests.add(rowRange(both, hidden, hidden), weights.up.weight);
    }
    requests.projection(WeightRole::FeedForwardDown, hidden, width, weights.down);
}

/// See AltUp.
void requestStreams(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const uint64_t width = config.embedding, streams = config.streams;
    requests.norm(WeightRole::StreamRouterNorm, width, weights.streamRouterNorm);
    requests.projection(WeightRole::StreamRouter, width, streams, weights.streamRouter);
    requests.projection(WeightRole::StreamPredict, streams, streams * streams, weights.streamPredict);
    requests.projection(WeightRole::StreamCorrect, streams, streams, weights.streamCorrect);
    requests.vector(WeightRole::StreamScale, width, weights.streamScale);
    requests.projection(WeightRole::LowRankDown, width, config.lowRank, weights.lowRankDown);
    requests.projection(WeightRole::LowRankUp, config.lowRank, width, weights.lowRankUp);
    requests.norm(WeightRole::LowRankNorm, width, weights.lowRankNorm);
}

void requestGateThreshold(Requests& requests, const LayerConfig& layer, LayerWeights& weights) {
    const std::vector<float> ones(layer.feedForward, 1.0F), below(layer.feedForward, -layer.gateThreshold);
    requests.add(fromValues(requests.id(WeightRole::ColumnSum), "sums of columns", ones), weights.columnSum);
    requests.add(fromValues(requests.id(WeightRole::GateThreshold), "thresholds of gates", below),
                 weights.gateThreshold);
}

void requestLayer(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                  LayerWeights& weights) {
    const Family& family = *config.family;
    const NormPlace place = layer.normsBefore ? NormPlace::Before : family.normPlace;
    const bool sum = place == NormPlace::Sum;
    const bool before = place != NormPlace::After && !sum;
    const bool after = place == NormPlace::After || place == NormPlace::BeforeAndAfter;
    const bool plainInput = !family.normsFirstInput && !requests.has(WeightRole::AttentionNorm);
    const bool weightless = family.weightlessNorms;
    if (before && !plainInput && !weightless && layer.mixer != MixerKind::None)
        requests.norm(WeightRole::AttentionNorm, config.embedding, weights.attentionNorm);
    if (sum) requests.norm(WeightRole::AttentionSumNorm, config.embedding, weights.attentionSumNorm);
    if (sum) requests.norm(WeightRole::FeedForwardSumNorm, config.embedding, weights.feedForwardSumNorm);
    if (before && place != NormPlace::Parallel && !weightless && layer.hasFeedForward) {
        requests.norm(family.feedForwardNorm, config.embedding, weights.feedForwardNorm);
    }
    if (after) requests.norm(WeightRole::AttentionPostNorm, config.embedding, weights.attentionPostNorm);
    if (after) requests.norm(WeightRole::FeedForwardPostNorm, config.embedding, weights.feedForwardPostNorm);
    switch (layer.mixer) {
        case MixerKind::None:
            break;
        case MixerKind::Attention:
            requestAttention(requests, config, layer, weights);
            break;
        case MixerKind::LatentAttention:
            requestLatentAttention(requests, config, layer, weights);
            break;
        case MixerKind::ShortConvolution:
            requestShortConvolution(requests, config, weights);
            break;
        case MixerKind::DeltaNet:
            requestRecurrence(requests, config, weights);
            requests.vector(WeightRole::StateDecay, config.recurrence.heads, weights.decay);
            requestDeltaNet(requests, config, weights);
            break;
        case MixerKind::KimiDelta:
            requestKimiDelta(requests, config, weights);
            break;
        case MixerKind::StateSpace:
            requestStateSpace(requests, config, weights);
            break;
        case MixerKind::SelectiveScan:
            requestSelectiveScan(requests, config, weights);
            break;
        case MixerKind::AttentionAndStateSpace:
            requestStateSpace(requests, config, weights);
            requestAttention(requests, config, layer, weights);
            break;
    }
    if (!layer.hasFeedForward) return;
    if (layer.experts) requestExperts(requests, config, weights);
    if (!layer.experts || layer.denseBesideExperts) requestFeedForward(requests, config, layer, weights);
    if (layer.denseBesideExperts) {
        requests.norm(WeightRole::DensePostNorm, config.embedding, weights.densePostNorm);
        requests.norm(WeightRole::ExpertsNorm, config.embedding, weights.expertsNorm);
        requests.norm(WeightRole::ExpertsPostNorm, config.embedding, weights.expertsPostNorm);
        requests.vector(WeightRole::Router, config.embedding, weights.routerNorm, WeightPart::Scale);
    }
    if (config.layerEmbedding != 0) {
        requests.projection(WeightRole::LayerGate, config.embedding, config.layerEmbedding,
                            weights.layerGate);
        requests.projection(WeightRole::LayerUp, config.layerEmbedding, config.embedding, weights.layerUp);
        requests.norm(WeightRole::LayerPostNorm, config.embedding, weights.layerPostNorm);
    }
    if (config.streams > 1) requestStreams(requests, config, weights);
    if (layer.gateThreshold != 0) requestGateThreshold(requests, layer, weights);
    if (requests.has(WeightRole::LayerOutputScale))
        weights.outputScale = requests.value(WeightRole::LayerOutputScale);
}

/// Weights that are added to the embeddings of tokens.
void requestEmbeddings(Requests& requests, const ModelConfig& config, ModelWeights& weights) {
    if (config.learnedPositions != 0)
        requests.add(
            requests.source(WeightRole::PositionEmbedding, config.embedding, config.learnedPositions),
            weights.positions);
    if (config.tokenTypes != 0)
        requests.add(requests.source(WeightRole::TokenTypes, config.embedding, config.tokenTypes),
                     weights.tokenTypes);
    if (config.family->normsEmbeddings)
        requests.norm(WeightRole::EmbeddingNorm, config.embedding, weights.embeddingNorm);
}

void requestStreamProjections(Requests& requests, const ModelConfig& config, ModelWeights& weights) {
    const uint64_t width = config.embedding, others = config.streams - 1;
    const auto add = [&](WeightRole role, std::vector<const Weight*>& to) {
        WeightSource all = requests.source(role, width, width, others);
        all.rows = width * others;
        all.experts = 1;
        to.resize(others);
        for (uint64_t i = 0; i < others; ++i) requests.add(rowRange(all, i * width, width), to[i]);
    };
    add(WeightRole::StreamProjections, weights.streamProjections);
    add(WeightRole::StreamUnprojections, weights.streamUnprojections);
    requests.add(
        fromValues(requests.id(WeightRole::ColumnSum), "sums of columns", std::vector<float>(width, 1.0F)),
        weights.streamOnes);
}

void requestPooledSteps(Requests& requests, const ModelConfig& config, ModelWeights& weights) {
    weights.pooledSteps.resize(config.pooledSteps.size());
    uint64_t columns = config.embedding;
    for (size_t i = 0; i < config.pooledSteps.size(); ++i) {
        const PooledStep& step = config.pooledSteps[i];
        requests.projection(step.role, columns, step.width, weights.pooledSteps[i]);
        columns = step.width;
        if (step.normalized) requests.norm(WeightRole::ClassifierNorm, columns, weights.classifierNorm);
    }
}

/// Additional weights of the layer for multi-token prediction. The table of embeddings and the head are the
/// model's own: some files have copies of them for this layer ("nextn.embed_tokens",
/// "nextn.shared_head_head"), which are identical (DeepSeek-V3 2024, section 2.2).
void requestGuessing(Requests& requests, const ModelConfig& config, ModelWeights& weights) {
    const uint64_t width = config.embedding;
    requests.projection(WeightRole::MtpProjection, 2 * width, width, weights.mtpProjection);
    requests.norm(WeightRole::MtpEmbeddingNorm, width, weights.mtpEmbeddingNorm);
    requests.norm(WeightRole::MtpStateNorm, width, weights.mtpStateNorm);
    if (requests.has(WeightRole::MtpOutputNorm))
        requests.norm(WeightRole::MtpOutputNorm, width, weights.mtpOutputNorm);
}

void requestRope(const WeightTable& table, const RopeConfig& rope, bool local, uint32_t contextLength,
                 Requests& requests, const Weight*& target, float& magnitude) {
    if (rope.pairing == RopePairing::None) return;
    std::vector<float> factors;
    const bool longer = contextLength > rope.originalContext;
    const WeightId longRope{longer ? WeightRole::RotaryFactorsLong : WeightRole::RotaryFactorsShort};
    if (rope.usesFactorTensor && table.has({WeightRole::RotaryFactors}))
        factors = table.values({WeightRole::RotaryFactors}, std::max(rope.factors, rope.dims / 2));
    else if (table.has(longRope))
        factors = table.values(longRope, rope.dims / 2);
    if (factors.size() > rope.dims / 2) factors.resize(rope.dims / 2);
    RopeTable numbers = RopeTable::make(rope, factors, contextLength);
    magnitude = numbers.magnitude;
    const WeightRole role = local ? WeightRole::LocalRotaryFrequencies : WeightRole::RotaryFrequencies;
    requests.add(fromValues({role}, local ? "local rotary frequencies" : "rotary frequencies",
                            std::move(numbers.inverseFrequency)),
                 target);
}

}  // namespace

std::vector<WeightRequest> requestWeights(const WeightTable& table, const ModelConfig& config,
                                          uint32_t contextLength, ModelWeights& weights) {
    std::vector<WeightRequest> out;
    Requests around(table, out);
    around.add(around.source(WeightRole::TokenEmbedding, config.embedding, config.vocabSize),
               weights.embeddings);
    requestEmbeddings(around, config, weights);
    requestPooledSteps(around, config, weights);
    if (config.family->outputNorm != WeightRole::Unknown && !config.family->weightlessNorms)
        around.norm(config.family->outputNorm, config.embedding, weights.outputNorm);
    if (config.bidirectional()) {
        // There is nothing behind the layers.
    } else if (around.has(WeightRole::Output)) {
        around.projection(WeightRole::Output, config.embedding, config.vocabSize, weights.head);
    } else {
        around.optionalVector(WeightRole::Output, config.vocabSize, weights.head.bias, WeightPart::Bias);
    }
    if (config.layerEmbedding != 0) {
        const uint64_t all = uint64_t{config.layerEmbedding} * config.layerCount;
        around.add(around.source(WeightRole::LayerEmbeddings, all, config.layerEmbeddingRows),
                   weights.layerEmbeddings);
        around.projection(WeightRole::LayerEmbeddingProjection, config.embedding, all,
                          weights.layerProjection);
        around.norm(WeightRole::LayerEmbeddingNorm, config.layerEmbedding, weights.layerProjectionNorm);
    }
    if (config.streams > 1) requestStreamProjections(around, config, weights);
    requestRope(table, config.rope, false, contextLength, around, weights.rope, weights.ropeMagnitude);
    requestRope(table, config.localRope, true, contextLength, around, weights.localRope,
                weights.localRopeMagnitude);
    weights.layers.resize(config.layers.size());
    for (uint32_t i = 0; i < config.layers.size(); ++i) {
        Requests layer(table, out, static_cast<int32_t>(i));
        requestLayer(layer, config, config.layers[i], weights.layers[i]);
        if (i >= config.layerCount) requestGuessing(layer, config, weights);
    }
    return out;
}

void readSinkValues(const WeightTable& table, ModelWeights& weights) {
    for (size_t i = 0; i < weights.layers.size(); ++i) {
        LayerWeights& layer = weights.layers[i];
        if (layer.sinks == nullptr) continue;
        const WeightId id{.role = WeightRole::AttentionSinks, .layer = static_cast<int32_t>(i)};
        layer.sinkValues = table.values(id, layer.sinks->columns);
    }
}

}  // namespace hearth
