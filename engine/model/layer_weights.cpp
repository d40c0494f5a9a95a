#include "model/layer_weights.h"

#include <string>

#include "model/family_table.h"
#include "model/rope_table.h"

namespace hearth {

namespace {

/// Collects the requests of one prefix ("blk.3.").
class Requests {
public:
    Requests(const WeightTable& table, std::vector<WeightRequest>& out, std::string prefix = {})
        : m_table(table), m_out(out), m_prefix(std::move(prefix)) {}

    bool has(const std::string& name) const { return m_table.has(m_prefix + name); }
    void add(WeightSource source, const Weight*& target) { m_out.push_back({std::move(source), &target}); }
    void vector(const std::string& name, uint64_t columns, const Weight*& target) {
        add(m_table.vector(m_prefix + name, columns), target);
    }
    void optionalVector(const std::string& name, uint64_t columns, const Weight*& target) {
        if (has(name)) vector(name, columns, target);
    }
    void norm(const std::string& name, uint64_t columns, NormWeights& target) {
        vector(name + ".weight", columns, target.weight);
        optionalVector(name + ".bias", columns, target.bias);
    }
    std::vector<float> values(const std::string& name, uint64_t columns) const {
        return m_table.values(m_prefix + name, columns);
    }
    float value(const std::string& name) const { return m_table.values(m_prefix + name, 1).front(); }
    WeightSource source(const std::string& name, uint64_t columns, uint64_t rows, uint64_t experts = 1) {
        return m_table.matrix(m_prefix + name, columns, rows, experts);
    }
    void projection(const std::string& name, uint64_t columns, uint64_t rows, Projection& target,
                    bool needsBias = false) {
        add(source(name + ".weight", columns, rows), target.weight);
        if (needsBias)
            vector(name + ".bias", rows, target.bias);
        else
            optionalVector(name + ".bias", rows, target.bias);
    }
    /// Matrices stacked over experts; a bias is one row an expert.
    void experts(const std::string& name, uint64_t columns, uint64_t rows, uint64_t count,
                 Projection& target) {
        add(source(name + ".weight", columns, rows, count), target.weight);
        if (has(name + ".bias")) add(source(name + ".bias", rows, count), target.bias);
    }

private:
    const WeightTable& m_table;
    std::vector<WeightRequest>& m_out;
    std::string m_prefix;
};

/// attn_q has every head's query and then its gate.
void requestGatedQueries(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                         LayerWeights& weights) {
    const uint32_t dim = layer.keyDim, rows = layer.heads * dim;
    const WeightSource both = requests.source("attn_q.weight", config.embedding, uint64_t{2} * rows);
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
    std::vector<float> both = requests.values("attn_q_norm.weight", layer.keyDim);
    const std::vector<float> keys = requests.values("attn_k_norm.weight", layer.keyDim);
    for (size_t i = 0; i < both.size(); ++i) both[i] *= keys[i];
    requests.add(fromValues("norms of queries and keys", std::move(both)), weights.rotatedNorm);
}

void requestAttention(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                      LayerWeights& weights) {
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
    const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                   values = uint64_t{layer.kvHeads} * layer.valueDim;
    const bool gateApart = requests.has("attn_gate.weight");
    if (config.family->gatedAttention && gateApart)
        requests.add(requests.source("attn_gate.weight", config.embedding, queries), weights.outputGate);
    if (config.family->gatedAttention && !gateApart) {
        requestGatedQueries(requests, config, layer, weights);
        requests.projection("attn_k", config.embedding, keys, weights.k);
        requests.projection("attn_v", config.embedding, values, weights.v);
    } else if (requests.has("attn_qkv.weight")) {
        requests.projection("attn_qkv", config.embedding, queries + keys + values, weights.q,
                            config.family->biasOfQkv);
    } else {
        requests.projection("attn_q", config.embedding, queries, weights.q, config.family->biasOfQkv);
        if (layer.cacheOf < 0) {
            requests.projection("attn_k", config.embedding, keys, weights.k, config.family->biasOfQkv);
            if (!config.family->sharesKeyForValue || requests.has("attn_v.weight"))
                requests.projection("attn_v", config.embedding, values, weights.v, config.family->biasOfQkv);
        }
    }
    requests.projection("attn_output", uint64_t{layer.heads} * layer.valueDim, config.embedding,
                        weights.output);
    requests.optionalVector("attn_sinks.weight", layer.heads, weights.sinks);
    if (config.family->queryKeyNorm || requests.has("attn_q_norm.weight")) {
        // Some families normalise each head, others all of them at once.
        const bool whole = config.family->normsWholeQueries;
        if (config.family->normsRotated) return requestRotatedNorms(requests, layer, weights);
        requests.vector("attn_q_norm.weight", whole ? queries : layer.keyDim, weights.qNorm);
        if (layer.cacheOf < 0)
            requests.vector("attn_k_norm.weight", whole ? keys : layer.keyDim, weights.kNorm);
    }
}

void requestLatentAttention(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                            LayerWeights& weights) {
    const LatentConfig& latent = config.latent;
    const uint64_t queries = uint64_t{layer.heads} * latent.keyDim;
    const uint64_t plainKeys = latent.keyDim - config.rope.dims;
    if (latent.queryRank != 0) {
        requests.projection("attn_q_a", config.embedding, latent.queryRank, weights.qDown);
        requests.vector("attn_q_a_norm.weight", latent.queryRank, weights.qDownNorm);
        requests.projection("attn_q_b", latent.queryRank, queries, weights.qUp);
    } else {
        requests.projection("attn_q", config.embedding, queries, weights.qUp);
    }
    requests.projection("attn_kv_a_mqa", config.embedding, latent.kvRank + config.rope.dims, weights.kvDown);
    requests.vector("attn_kv_a_norm.weight", latent.kvRank, weights.kvDownNorm);
    requests.add(requests.source("attn_k_b.weight", plainKeys, latent.kvRank, layer.heads),
                 weights.keyAbsorbed);
    requests.add(requests.source("attn_v_b.weight", latent.kvRank, latent.valueDim, layer.heads),
                 weights.valueAbsorbed);
    requests.projection("attn_output", uint64_t{layer.heads} * latent.valueDim, config.embedding,
                        weights.output);
}

void requestShortConvolution(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const uint64_t width = config.embedding;
    requests.projection("shortconv.in_proj", width, 3 * width, weights.stateIn);
    requests.add(flattened(requests.source("shortconv.conv.weight", config.convolutionTaps, width)),
                 weights.taps);
    requests.projection("shortconv.out_proj", width, width, weights.output);
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
    if (requests.has("ssm_in.weight")) {
        const WeightSource all =
            requests.source("ssm_in.weight", config.embedding, uint64_t{r.keyHeads} * perHead);
        requests.add(reorderedRows(all, std::move(convolved)), weights.stateIn.weight);
        requests.add(reorderedRows(all, std::move(gates)), weights.stateGate.weight);
    }
    const WeightSource both = requests.source("ssm_ba.weight", config.embedding, uint64_t{2} * r.heads);
    requests.add(reorderedRows(both, std::move(strengths)), weights.strength);
    requests.add(reorderedRows(both, std::move(rates)), weights.rate);
}

void requestDeltaNet(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    const uint64_t width = config.embedding;
    if (!requests.has("ssm_in.weight")) {
        requests.projection("attn_qkv", width, r.convolved(), weights.stateIn);
        requests.projection("attn_gate", width, r.valueWidth(), weights.stateGate);
    }
    if (requests.has("ssm_in.weight") || requests.has("ssm_ba.weight")) {
        requestDeltaNetByHead(requests, config, weights);
    } else {
        requests.add(requests.source("ssm_beta.weight", width, r.heads), weights.strength);
        requests.add(requests.source("ssm_alpha.weight", width, r.heads), weights.rate);
    }
    weights.stateNorms.resize(1);
    requests.vector("ssm_norm.weight", r.valueDim, weights.stateNorms[0]);
}

/// Mamba-2: one matrix for the gate, what is convolved (values, keys, queries) and the rates.
void requestStateSpace(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    requests.projection("ssm_in", config.embedding, uint64_t{r.convolved()} + r.valueWidth() + r.heads,
                        weights.stateIn);
    requests.optionalVector("ssm_conv1d.bias", r.convolved(), weights.tapsBias);
    requests.add(flattened(requests.source("ssm_d", 1, r.heads)), weights.skip);
    // Heads that share keys are normalised together, apart from the others.
    const WeightSource norms = requests.source("ssm_norm.weight", r.valueWidth() / r.keyHeads, r.keyHeads);
    weights.stateNorms.resize(r.keyHeads);
    for (uint32_t group = 0; group < r.keyHeads; ++group)
        requests.add(rowRange(norms, group, 1), weights.stateNorms[group]);
}

/// What delta nets and state spaces have in common.
void requestRecurrence(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const RecurrenceConfig& r = config.recurrence;
    requests.add(flattened(requests.source("ssm_conv1d.weight", config.convolutionTaps, r.convolved())),
                 weights.taps);
    requests.vector("ssm_dt.bias", r.heads, weights.rateBias);
    requests.projection("ssm_out", r.valueWidth(), config.embedding, weights.output);
}

void requestExperts(Requests& requests, const ModelConfig& config, LayerWeights& weights) {
    const ExpertsConfig& experts = config.experts;
    const uint64_t width = config.embedding;
    requests.add(requests.source("ffn_gate_inp.weight", width, experts.count), weights.router);
    requests.optionalVector("ffn_gate_inp.bias", experts.count, weights.routerBias);
    requests.optionalVector("exp_probs_b.bias", experts.count, weights.selectionBias);
    if (requests.has("ffn_gate_up_exps.weight")) {
        requests.experts("ffn_gate_up_exps", width, uint64_t{2} * experts.feedForward, experts.count,
                         weights.expertGate);
    } else {
        requests.experts("ffn_gate_exps", width, experts.feedForward, experts.count, weights.expertGate);
        requests.experts("ffn_up_exps", width, experts.feedForward, experts.count, weights.expertUp);
    }
    requests.experts("ffn_down_exps", experts.feedForward, width, experts.count, weights.expertDown);
    requests.optionalVector("ffn_down_exps.scale", experts.count, weights.expertScale);
    if (experts.sharedFeedForward == 0) return;
    requests.projection("ffn_gate_shexp", width, experts.sharedFeedForward, weights.sharedGate);
    requests.projection("ffn_up_shexp", width, experts.sharedFeedForward, weights.sharedUp);
    requests.projection("ffn_down_shexp", experts.sharedFeedForward, width, weights.sharedDown);
    if (requests.has("ffn_gate_inp_shexp.weight")) {
        requests.add(requests.source("ffn_gate_inp_shexp.weight", width, 1), weights.sharedRouter);
    }
}

void requestFeedForward(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                        LayerWeights& weights) {
    const uint64_t width = config.embedding, hidden = layer.feedForward;
    if (!config.family->gatedFeedForward) {
        requests.projection("ffn_up", width, hidden, weights.up);
    } else if (requests.has("ffn_gate.weight")) {
        requests.projection("ffn_gate", width, hidden, weights.gate);
        requests.projection("ffn_up", width, hidden, weights.up);
    } else {
        // Fused: the gate's rows, then up's.
        const WeightSource both = requests.source("ffn_up.weight", width, 2 * hidden);
        requests.add(rowRange(both, 0, hidden), weights.gate.weight);
        requests.add(rowRange(both, hidden, hidden), weights.up.weight);
    }
    requests.projection("ffn_down", hidden, width, weights.down);
}

void requestLayer(Requests& requests, const ModelConfig& config, const LayerConfig& layer,
                  LayerWeights& weights) {
    const Family& family = *config.family;
    const bool before = family.normPlace != NormPlace::After;
    const bool after = family.normPlace == NormPlace::After || family.normPlace == NormPlace::BeforeAndAfter;
    if (before) requests.norm("attn_norm", config.embedding, weights.attentionNorm);
    if (before && family.normPlace != NormPlace::Parallel) {
        requests.norm(std::string(family.feedForwardNorm), config.embedding, weights.feedForwardNorm);
    }
    if (after) requests.norm("post_attention_norm", config.embedding, weights.attentionPostNorm);
    if (after) requests.norm("post_ffw_norm", config.embedding, weights.feedForwardPostNorm);
    switch (layer.mixer) {
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
            requests.vector("ssm_a", config.recurrence.heads, weights.decay);
            requestDeltaNet(requests, config, weights);
            break;
        case MixerKind::StateSpace:
            requestRecurrence(requests, config, weights);
            requests.add(flattened(requests.source("ssm_a", 1, config.recurrence.heads)), weights.decay);
            requestStateSpace(requests, config, weights);
            break;
    }
    if (layer.experts) requestExperts(requests, config, weights);
    if (!layer.experts || layer.denseBesideExperts) requestFeedForward(requests, config, layer, weights);
    if (layer.denseBesideExperts) {
        requests.norm("post_ffw_norm_1", config.embedding, weights.densePostNorm);
        requests.norm("pre_ffw_norm_2", config.embedding, weights.expertsNorm);
        requests.norm("post_ffw_norm_2", config.embedding, weights.expertsPostNorm);
        requests.vector("ffn_gate_inp.scale", config.embedding, weights.routerNorm);
    }
    if (config.layerEmbedding != 0) {
        requests.projection("inp_gate", config.embedding, config.layerEmbedding, weights.layerGate);
        requests.projection("proj", config.layerEmbedding, config.embedding, weights.layerUp);
        requests.norm("post_norm", config.embedding, weights.layerPostNorm);
    }
    if (requests.has("layer_output_scale.weight"))
        weights.outputScale = requests.value("layer_output_scale.weight");
}

void requestRope(const WeightTable& table, const RopeConfig& rope, bool local, uint32_t contextLength,
                 Requests& requests, const Weight*& target, float& magnitude) {
    if (rope.pairing == RopePairing::None) return;
    std::vector<float> factors;
    const bool longer = contextLength > rope.originalContext;
    const std::string longRope = longer ? "rope_factors_long.weight" : "rope_factors_short.weight";
    if (rope.usesFactorTensor && table.has("rope_freqs.weight"))
        factors = table.values("rope_freqs.weight", rope.dims / 2);
    else if (table.has(longRope))
        factors = table.values(longRope, rope.dims / 2);
    RopeTable numbers = RopeTable::make(rope, factors, contextLength);
    magnitude = numbers.magnitude;
    requests.add(fromValues(local ? "local rotary frequencies" : "rotary frequencies",
                            std::move(numbers.inverseFrequency)),
                 target);
}

}  // namespace

std::vector<WeightRequest> requestWeights(const WeightTable& table, const ModelConfig& config,
                                          uint32_t contextLength, ModelWeights& weights) {
    std::vector<WeightRequest> out;
    Requests around(table, out);
    around.add(around.source("token_embd.weight", config.embedding, config.vocabSize), weights.embeddings);
    around.norm(std::string(config.family->outputNorm), config.embedding, weights.outputNorm);
    if (around.has("output.weight"))
        around.projection("output", config.embedding, config.vocabSize, weights.head);
    else
        around.optionalVector("output.bias", config.vocabSize, weights.head.bias);
    if (config.layerEmbedding != 0) {
        const uint64_t all = uint64_t{config.layerEmbedding} * config.layerCount;
        around.add(around.source("per_layer_token_embd.weight", all, config.vocabSize),
                   weights.layerEmbeddings);
        around.projection("per_layer_model_proj", config.embedding, all, weights.layerProjection);
        around.norm("per_layer_proj_norm", config.layerEmbedding, weights.layerProjectionNorm);
    }
    requestRope(table, config.rope, false, contextLength, around, weights.rope, weights.ropeMagnitude);
    requestRope(table, config.localRope, true, contextLength, around, weights.localRope,
                weights.localRopeMagnitude);
    weights.layers.resize(config.layerCount);
    for (uint32_t i = 0; i < config.layerCount; ++i) {
        Requests layer(table, out, "blk." + std::to_string(i) + ".");
        requestLayer(layer, config, config.layers[i], weights.layers[i]);
    }
    return out;
}

}  // namespace hearth
