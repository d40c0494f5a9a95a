#include "model/forward_pass.h"

#include <algorithm>
#include <cmath>

#include "hearth/error.h"
#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

namespace {

/// Columns of each scratch buffer.
struct Widths {
    uint64_t qkv = 0, mixed = 0, latent = 0, inner = 0, gate = 0;
    uint64_t layerInputs = 0;   ///< twice
    uint64_t expertBranch = 0;  ///< twice
    uint64_t guessIn = 0;

    explicit Widths(const ModelConfig& config) {
        for (const LayerConfig& layer : config.layers) {
            const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
            const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                           values = uint64_t{layer.kvHeads} * layer.valueDim;
            qkv = std::max(qkv, queries + keys + values + (config.family->gatedAttention ? queries : 0));
            mixed = std::max(mixed, uint64_t{layer.heads} * layer.valueDim);
            inner =
                std::max({inner, uint64_t{layer.feedForward}, uint64_t{config.experts.sharedFeedForward}});
            if (layer.mixer == MixerKind::ShortConvolution)
                qkv = std::max(qkv, uint64_t{3} * config.embedding);
            if (layer.mixer == MixerKind::DeltaNet || layer.mixer == MixerKind::StateSpace) {
                const RecurrenceConfig& r = config.recurrence;
                qkv = std::max(qkv, uint64_t{r.convolved()} + r.valueWidth() + 2 * uint64_t{r.heads});
                mixed = std::max(mixed, uint64_t{r.convolved()});
            }
            if (layer.denseBesideExperts) expertBranch = config.embedding;
            if (layer.mixer != MixerKind::LatentAttention) continue;
            const LatentConfig& l = config.latent;
            latent = std::max(latent, uint64_t{layer.heads} * std::max(l.keyDim, l.valueDim) + l.queryRank);
        }
        guessIn = config.guesses ? uint64_t{2} * config.embedding : 0;
        gate = config.experts.sharedFeedForward != 0 ? 1 : 0;
        layerInputs = uint64_t{config.layerEmbedding} * config.layerCount;
    }
};

void checkStates(const Batch& batch, const StateStore* states) {
    for (const BatchSequence& sequence : batch.sequences) {
        if (states != nullptr && sequence.stateSlot >= 0 &&
            static_cast<uint32_t>(sequence.stateSlot) < states->slotCount)
            continue;
        throw Error(ErrorCode::BadInput, "A model with recurrent layers needs a state for every sequence.");
    }
}

}  // namespace

uint64_t ForwardPass::scratchBytes(const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows) {
    const Widths widths(config);
    const uint64_t row = uint64_t{2} * config.embedding + widths.qkv + widths.mixed + widths.latent +
                         widths.inner + widths.gate + widths.guessIn +
                         2 * (widths.layerInputs + widths.expertBranch);
    return (row * maxRows + uint64_t{config.vocabSize} * maxLogitRows) * sizeof(float);
}

ForwardPass::ForwardPass(Backend& backend, const ModelConfig& config, const ModelWeights& weights,
                         uint32_t maxRows, uint32_t maxLogitRows)
    : m_backend(backend),
      m_config(config),
      m_weights(weights),
      m_maxRows(maxRows),
      m_maxLogitRows(maxLogitRows) {
    for (uint32_t i = 0; i < config.layerCount; ++i)
        if (config.layers[i].mixer != MixerKind::Attention || config.layers[i].cacheOf < 0) m_lastWriter = i;
    const Widths widths(config);
    m_hidden = backend.allocate(maxRows, config.embedding);
    m_branch = backend.allocate(maxRows, config.embedding);
    m_qkv = backend.allocate(maxRows, widths.qkv);
    m_mixed = backend.allocate(maxRows, widths.mixed);
    if (widths.latent != 0) m_latent = backend.allocate(maxRows, widths.latent);
    m_inner = backend.allocate(maxRows, std::max<uint64_t>(widths.inner, 1));
    if (widths.gate != 0) m_gate = backend.allocate(maxRows, widths.gate);
    if (widths.guessIn != 0) m_guessIn = backend.allocate(maxRows, widths.guessIn);
    if (widths.layerInputs != 0) {
        m_layerInputs = backend.allocate(maxRows, widths.layerInputs);
        m_layerGate = backend.allocate(maxRows, widths.layerInputs);
    }
    if (widths.expertBranch != 0) {
        m_expertBranch = backend.allocate(maxRows, widths.expertBranch);
        m_routerIn = backend.allocate(maxRows, widths.expertBranch);
    }
    if (maxLogitRows != 0) m_logits = backend.allocate(maxLogitRows, config.vocabSize);
}

Norm ForwardPass::norm(const NormWeights& weights) const {
    if (weights.weight == nullptr) return {};
    return {.kind = m_config.family->norm,
            .weight = weights.weight,
            .bias = weights.bias,
            .epsilon = m_config.normEpsilon};
}

Norm ForwardPass::headNorm(const Weight* weight) const {
    if (weight == nullptr) return {};
    return {
        .kind = m_config.family->norm, .weight = weight, .bias = nullptr, .epsilon = m_config.normEpsilon};
}

Rope ForwardPass::rope(const LayerConfig& layer) const {
    if (!layer.rotates) return {};
    const RopeConfig& config = layer.localRope ? m_config.localRope : m_config.rope;
    return {.pairing = config.pairing,
            .dims = config.dims,
            .firstDim = config.firstDim,
            .inverseFrequency = layer.localRope ? m_weights.localRope : m_weights.rope,
            .magnitude = layer.localRope ? m_weights.localRopeMagnitude : m_weights.ropeMagnitude,
            .sections = config.sections};
}

KvWriteArgs ForwardPass::kvWrite(uint32_t index, PagedKvCache& kv) const {
    const LayerConfig& layer = m_config.layers[index];
    KvWriteArgs args;
    args.heads = layer.heads;
    args.rope = rope(layer);
    args.temperatureBeta = m_config.temperatureBeta;
    args.temperatureLength = m_config.temperatureLength;
    args.store = &kv;
    args.layer = m_together ? 0 : layer.cacheOf < 0 ? index : static_cast<uint32_t>(layer.cacheOf);
    return args;
}

bool ForwardPass::attention(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate) {
    const LayerConfig& layer = m_config.layers[index];
    const LayerWeights& weights = m_weights.layers[index];
    const uint64_t queries = uint64_t{layer.heads} * layer.keyDim;
    const uint64_t keys = uint64_t{layer.kvHeads} * layer.keyDim,
                   values = uint64_t{layer.kvHeads} * layer.valueDim;

    LinearArgs project;
    project.in = all(m_hidden);
    project.norm = norm(weights.attentionNorm);
    project.parts = {weights.q.part()};
    const bool ownCache = layer.cacheOf < 0;
    if (weights.k.weight != nullptr) {
        const Projection& v = weights.v.weight != nullptr ? weights.v : weights.k;
        project.parts = {weights.q.part(), weights.k.part(), v.part()};
    }
    uint64_t projected = ownCache ? queries + keys + values : queries;
    const Slice gate = weights.outputGate != nullptr ? part(m_qkv, projected, queries) : Slice{};
    if (gate.buffer != nullptr) {
        project.parts.push_back({weights.outputGate, nullptr});
        projected += queries;
    }
    project.out = part(m_qkv, 0, projected);
    m_backend.linear(project);

    KvWriteArgs write = kvWrite(index, kv);
    write.q = part(m_qkv, 0, queries);
    write.qNorm = headNorm(weights.qNorm);
    if (ownCache) {
        write.k = part(m_qkv, queries, keys);
        write.v = part(m_qkv, queries + keys, values);
        write.kNorm = headNorm(weights.kNorm);
        if (m_config.normalizesValues) write.vNorm = {.kind = NormKind::Rms, .epsilon = m_config.normEpsilon};
    }
    if (weights.rotatedNorm != nullptr)
        write.qNorm = write.kNorm = {.kind = NormKind::Rms, .epsilon = m_config.normEpsilon};
    m_backend.writeKv(write);
    if (!narrowToLogitRows(index, {write.q, gate})) return false;
    if (weights.rotatedNorm != nullptr)
        m_backend.norm({.in = write.q,
                        .norm = {.kind = NormKind::None, .weight = weights.rotatedNorm},
                        .groupColumns = layer.keyDim,
                        .out = write.q});

    AttentionArgs attend;
    attend.q = write.q;
    attend.heads = layer.heads;
    attend.store = &kv;
    attend.layer = write.layer;
    attend.scale = m_config.attentionScale != 0 ? m_config.attentionScale
                                                : 1.0F / std::sqrt(static_cast<float>(layer.keyDim));
    attend.softCap = m_config.attentionSoftCap;
    attend.window = layer.window;
    attend.bidirectional = m_config.bidirectional();
    attend.units = layer.units;
    attend.sinks = weights.sinks;
    attend.out = part(m_mixed, 0, uint64_t{layer.heads} * layer.valueDim);
    attendWatched(index, attend);
    if (gate.buffer != nullptr)
        m_backend.multiply(
            {.a = gate, .b = attend.out, .activation = Activation::Sigmoid, .out = attend.out});
    projectBranch(weights.output, attend.out, branch, accumulate);
    return true;
}

void ForwardPass::projectBranch(const Projection& projection, const Slice& in, const Slice& branch,
                                bool accumulate) {
    LinearArgs output;
    output.in = in;
    output.parts = {projection.part()};
    output.scale = accumulate ? m_config.residualScale : 1.0F;
    output.accumulate = accumulate;
    output.out = branch;
    m_backend.linear(output);
}

void ForwardPass::feedForward(uint32_t index, const Slice& in, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_weights.layers[index];
    LinearArgs up;
    up.in = in;
    up.norm = m_config.family->normPlace == NormPlace::Parallel ? norm(weights.attentionNorm)
                                                                : norm(weights.feedForwardNorm);
    up.gated = m_config.family->gatedFeedForward;
    if (up.gated) up.parts.push_back(weights.gate.part());
    up.parts.push_back(weights.up.part());
    up.activation = m_config.family->activation;
    up.out = part(m_inner, 0, m_config.layers[index].feedForward);
    m_backend.linear(up);

    LinearArgs down;
    down.in = up.out;
    down.parts = {weights.down.part()};
    down.scale = accumulate ? m_config.residualScale : 1.0F;
    down.accumulate = accumulate;
    down.out = branch;
    m_backend.linear(down);
}

void ForwardPass::experts(uint32_t index, const Slice& in, const Slice& branch, bool accumulate) {
    const LayerWeights& weights = m_weights.layers[index];
    const ExpertsConfig& config = m_config.experts;
    const float scale = accumulate ? m_config.residualScale : 1.0F;
    const bool shared = weights.sharedDown.weight != nullptr;
    // With a residual stream as the branch's target the shared expert must read its input before anything is
    // added.
    Slice target = branch;
    if (shared && accumulate) target = all(m_branch);

    ExpertsArgs args;
    args.in = in;
    args.norm = m_config.family->normPlace == NormPlace::Parallel ? norm(weights.attentionNorm)
                : weights.expertsNorm.weight != nullptr           ? norm(weights.expertsNorm)
                                                                  : norm(weights.feedForwardNorm);
    if (weights.routerNorm != nullptr) args.routerIn = all(m_routerIn);
    args.expertScale = weights.expertScale;
    args.router = weights.router;
    args.routerBias = weights.routerBias;
    args.selectionBias = weights.selectionBias;
    args.kind = config.router;
    args.normalizeWeights = config.normalizeWeights;
    args.used = config.used;
    args.groups = config.groups;
    args.usedGroups = config.usedGroups;
    args.gate = weights.expertGate.part();
    args.up = weights.expertUp.part();
    args.down = weights.expertDown.part();
    args.activation = config.activation;
    args.scale = config.scale * (shared ? 1.0F : scale);
    args.accumulate = shared ? false : accumulate;
    args.out = target;
    m_backend.experts(args);
    if (!shared) return;

    LinearArgs up;
    up.in = in;
    up.norm = args.norm;
    up.parts = {weights.sharedGate.part(), weights.sharedUp.part()};
    up.activation = config.activation;
    up.gated = true;
    up.out = part(m_inner, 0, config.sharedFeedForward);
    m_backend.linear(up);
    if (weights.sharedRouter != nullptr) {
        LinearArgs gate;
        gate.in = in;
        gate.norm = args.norm;
        gate.parts = {{weights.sharedRouter, nullptr}};
        gate.activation = Activation::Sigmoid;
        gate.out = all(m_gate);
        m_backend.linear(gate);
        m_backend.multiply({.a = up.out, .b = gate.out, .out = up.out});
    }
    LinearArgs down;
    down.in = up.out;
    down.parts = {weights.sharedDown.part()};
    down.accumulate = true;
    down.out = target;
    m_backend.linear(down);
    if (accumulate)
        m_backend.norm({.in = target, .norm = {}, .scale = scale, .accumulate = true, .out = branch});
}

bool ForwardPass::narrowToLogitRows(uint32_t index, std::initializer_list<Slice> kept) {
    if (index != m_lastWriter || !m_narrows) return true;
    if (m_logitRows == 0) return false;
    std::vector<Slice> slices{all(m_hidden)};
    if (m_layerInputs != nullptr) slices.push_back(all(m_layerInputs));
    for (const Slice& slice : kept)
        if (slice.buffer != nullptr) slices.push_back(slice);
    m_backend.keepLogitRows(slices);
    return true;
}

void ForwardPass::layer(uint32_t index, PagedKvCache& kv, const std::function<void()>& between) {
    const LayerWeights& weights = m_weights.layers[index];
    const Slice hidden = all(m_hidden), branch = all(m_branch);
    const auto mix = [&](const Slice& out, bool accumulate) {
        switch (m_config.layers[index].mixer) {
            case MixerKind::Attention:
                return attention(index, kv, out, accumulate);
            case MixerKind::LatentAttention:
                latentAttention(index, kv, out, accumulate);
                break;
            case MixerKind::ShortConvolution:
                shortConvolution(index, out, accumulate);
                break;
            case MixerKind::DeltaNet:
                deltaNet(index, out, accumulate);
                break;
            case MixerKind::StateSpace:
                stateSpace(index, out, accumulate);
                break;
        }
        return narrowToLogitRows(index, {branch});
    };
    const auto widen = [&](const Slice& out, bool accumulate) {
        between();
        if (m_config.layers[index].denseBesideExperts)
            denseAndExperts(index);
        else if (m_config.layers[index].experts)
            experts(index, hidden, out, accumulate);
        else
            feedForward(index, hidden, out, accumulate);
    };
    const auto addBranch = [&](const NormWeights& postNorm) {
        Norm post = norm(postNorm);
        if (m_config.postNormEpsilon != 0) post.epsilon = m_config.postNormEpsilon;
        m_backend.norm(
            {.in = branch, .norm = post, .scale = m_config.residualScale, .accumulate = true, .out = hidden});
    };
    if (m_config.family->normPlace == NormPlace::Parallel) {
        if (!mix(branch, false)) return;
        widen(hidden, true);
        addBranch({});
    } else if (m_config.family->normPlace == NormPlace::Sum) {
        if (!mix(hidden, true)) return;
        normalizeSum(weights.attentionSumNorm);
        widen(hidden, true);
        normalizeSum(weights.feedForwardSumNorm);
    } else if (weights.attentionPostNorm.weight != nullptr) {
        if (!mix(branch, false)) return;
        addBranch(weights.attentionPostNorm);
        widen(branch, false);
        addBranch(weights.feedForwardPostNorm);
    } else {
        if (!mix(hidden, true)) return;
        widen(hidden, true);
    }
    if (m_config.layerEmbedding != 0) addLayerEmbedding(index);
    if (weights.outputScale != 1.0F)
        m_backend.multiply({.a = hidden, .b = {}, .scale = weights.outputScale, .out = hidden});
}

std::vector<float> ForwardPass::run(const Batch& batch, PagedKvCache& kv, StateStore* states,
                                    const std::stop_token& stop, const Pause& pause) {
    return logits(compute(batch, kv, states, stop, pause));
}

std::vector<float> ForwardPass::logits(size_t rows) {
    std::vector<float> logits(rows * m_config.vocabSize);
    if (rows > 0) m_backend.download(all(m_logits), rows, logits);
    return logits;
}

bool ForwardPass::bestLogits(std::span<const BestLogitsQuery> queries, std::span<BestLogits> out) {
    return m_backend.bestLogits(all(m_logits), queries, out);
}

void ForwardPass::checkBatch(const Batch& batch, size_t logitRows) const {
    if (!batch.rows.empty() && batch.rows.size() <= m_maxRows && logitRows <= m_maxLogitRows) return;
    throw Error(ErrorCode::BadInput, "A forward pass of " + std::to_string(batch.rows.size()) +
                                         " rows with " + std::to_string(logitRows) +
                                         " wanting logits does not fit; split it.");
}

ForwardPass::Pause ForwardPass::sharing(ProcessorShare* processor) {
    if (processor == nullptr) return {};
    return [processor] {
        processor->giveWay();
        return false;
    };
}

size_t ForwardPass::compute(const Batch& batch, PagedKvCache& kv, StateStore* states,
                            const std::stop_token& stop, const Pause& pause) {
    if (m_config.recurrent()) checkStates(batch, states);
    m_states = states;
    m_logitRows = 0;
    m_together = false;
    checkRows(batch);
    for (const BatchRow& row : batch.rows) m_logitRows += row.wantLogits ? 1 : 0;
    checkBatch(batch, m_logitRows);
    // Rows of a prompt that want logits are other rows from there on, be there more of them or not. A model
    // that guesses needs the states of all rows: never narrowing them, whether somebody asks for guesses or
    // not, keeps the bits of the logits the same with and without.
    beginWatching(batch);
    // Watched rows stay where they are. What is cached is written before anything is narrowed.
    m_narrows = m_watched.empty() && !m_config.guesses &&
                (m_logitRows < batch.rows.size() || batch.kind == RowKind::Prefill);
    // Parts that are added behind a layer need all rows there.
    const size_t deepest = deepestGiven(batch);
    m_narrows = m_narrows && deepest <= m_lastWriter;
    embedRows(batch);
    if (m_config.layerEmbedding != 0) embedForLayers(batch);
    const bool pauses = pause && m_backend.canPause();
    for (uint32_t i = 0; i < m_config.layerCount; ++i) {
        // From the last writer on, the batch is no longer the one that began, see narrowToLogitRows().
        const auto between = [&] {
            if (pauses && i < m_lastWriter && pause()) m_backend.beginBatch(batch);
        };
        between();
        if (stop.stop_requested()) {
            m_backend.synchronize();
            throw Error(ErrorCode::Cancelled, "Stopped.");
        }
        layer(i, kv, between);
        if (i < deepest) placeGiven(batch, i + 1, all(m_hidden), true);
        if (i == m_lastWriter && m_logitRows == 0) return 0;
    }
    LinearArgs head;
    head.in = all(m_hidden);
    head.norm = norm(m_weights.outputNorm);
    head.parts = {m_weights.head.part()};
    head.scale = m_config.logitScale;
    head.softCap = m_config.logitSoftCap;
    head.rows = RowSet::LogitRows;
    head.out = all(m_logits);
    m_backend.linear(head);
    return m_logitRows;
}

}  // namespace hearth
