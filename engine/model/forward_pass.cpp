#include "model/forward_pass.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

namespace {

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
    return Activations::bytes(config, maxRows, maxLogitRows);
}

ForwardPass::ForwardPass(Backend& backend, const ModelConfig& config, const ModelWeights& weights,
                         uint32_t maxRows, uint32_t maxLogitRows)
    : m_maxRows(maxRows),
      m_maxLogitRows(maxLogitRows),
      m_pass(backend, config, weights, maxRows, maxLogitRows) {
}

void ForwardPass::layer(uint32_t index, PagedKvCache& kv, const std::function<void()>& between) {
    const LayerWeights& weights = m_pass.weights.layers[index];
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch);
    if (m_pass.config.experts.routesLayerInput)
        m_pass.backend.norm({.in = hidden, .norm = {}, .out = all(m_pass.buffers.routerIn)});
    const auto mix = [&](const Slice& out, bool accumulate) {
        switch (m_pass.config.layers[index].mixer) {
            case MixerKind::None:
                break;
            case MixerKind::Attention:
                return m_attention.run(index, kv, out, accumulate);
            case MixerKind::LatentAttention:
                m_latentAttention.run(index, kv, out, accumulate);
                break;
            case MixerKind::ShortConvolution:
                m_recurrent.shortConvolution(index, out, accumulate);
                break;
            case MixerKind::DeltaNet:
                m_recurrent.deltaNet(index, out, accumulate);
                break;
            case MixerKind::KimiDelta:
                m_recurrent.kimiDelta(index, out, accumulate);
                break;
            case MixerKind::StateSpace:
                m_recurrent.stateSpace(index, out, accumulate);
                break;
            case MixerKind::SelectiveScan:
                m_recurrent.selectiveScan(index, out, accumulate);
                break;
            case MixerKind::AttentionAndStateSpace:
                // Attention is the last to need all rows.
                m_recurrent.stateSpace(index, branch, false);
                return m_attention.run(index, kv, branch, true);
        }
        return m_pass.narrowToLogitRows(index, {branch});
    };
    const auto widen = [&](const Slice& out, bool accumulate) {
        between();
        m_feedForward.run(index, out, accumulate);
    };
    const auto addBranch = [&](const NormWeights& postNorm) {
        Norm post = m_pass.norm(postNorm);
        if (m_pass.config.postNormEpsilon != 0) post.epsilon = m_pass.config.postNormEpsilon;
        m_pass.backend.norm({.in = branch,
                             .norm = post,
                             .scale = m_pass.config.residualScale,
                             .accumulate = true,
                             .out = hidden});
    };
    if (m_pass.config.family->normPlace == NormPlace::Parallel) {
        if (!mix(branch, false)) return;
        widen(hidden, true);
        addBranch({});
    } else if (m_pass.config.layers[index].mixer == MixerKind::AttentionAndStateSpace) {
        if (!mix(branch, false)) return;
        addBranch({});
        widen(hidden, true);
    } else if (m_pass.config.family->normPlace == NormPlace::Sum) {
        if (!mix(hidden, true)) return;
        m_pass.normalizeSum(weights.attentionSumNorm);
        widen(hidden, true);
        m_pass.normalizeSum(weights.feedForwardSumNorm);
    } else if (weights.attentionPostNorm.weight != nullptr) {
        const bool streams = m_pass.config.streams > 1;
        if (streams) m_altUp.predict(index);
        if (!mix(branch, false)) return;
        addBranch(weights.attentionPostNorm);
        if (streams) m_altUp.addLowRank();
        widen(branch, false);
        addBranch(weights.feedForwardPostNorm);
        if (streams) return m_altUp.correct(index);
    } else {
        if (!mix(hidden, true)) return;
        if (m_pass.config.layers[index].hasFeedForward) widen(hidden, true);
    }
    if (m_pass.config.layerEmbedding != 0) m_layerEmbeddings.add(index);
    if (weights.outputScale != 1.0F)
        m_pass.backend.multiply({.a = hidden, .b = {}, .scale = weights.outputScale, .out = hidden});
}

std::vector<float> ForwardPass::run(const Batch& batch, PagedKvCache& kv, StateStore* states,
                                    const std::stop_token& stop, const Pause& pause) {
    return logits(compute(batch, kv, states, stop, pause));
}

std::vector<float> ForwardPass::logits(size_t rows) {
    std::vector<float> logits(rows * m_pass.config.vocabSize);
    if (rows > 0) m_pass.backend.download(all(m_pass.buffers.logits), rows, logits);
    return logits;
}

bool ForwardPass::bestLogits(std::span<const BestLogitsQuery> queries, std::span<BestLogits> out) {
    return m_pass.backend.bestLogits(all(m_pass.buffers.logits), queries, out);
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
    if (m_pass.config.recurrent()) checkStates(batch, states);
    m_pass.states = states;
    m_pass.logitRows = 0;
    m_pass.together = false;
    m_embedding.check(batch);
    for (const BatchRow& row : batch.rows) m_pass.logitRows += row.wantLogits ? 1 : 0;
    checkBatch(batch, m_pass.logitRows);
    // Rows of a prompt that want logits are other rows from there on, be there more of them or not. A model
    // that guesses needs the states of all rows: never narrowing them, whether somebody asks for guesses or
    // not, keeps the bits of the logits the same with and without.
    m_watched.begin(batch);
    // Watched rows stay where they are. What is cached is written before anything is narrowed.
    m_pass.narrows = !m_watched.any() && !m_pass.config.guesses &&
                     (m_pass.logitRows < batch.rows.size() || batch.kind == RowKind::Prefill);
    // Parts that are added behind a layer need all rows there.
    const size_t deepest = m_given.deepest(batch);
    m_pass.narrows = m_pass.narrows && deepest <= m_pass.lastWriter;
    m_embedding.embed(batch);
    if (m_pass.config.layerEmbedding != 0) m_layerEmbeddings.embed(batch);
    if (m_pass.config.streams > 1) m_altUp.split();
    const bool pauses = pause && m_pass.backend.canPause();
    for (uint32_t i = 0; i < m_pass.config.layerCount; ++i) {
        // From the last writer on, the batch is no longer the one that began, see
        // PassContext::narrowToLogitRows().
        const auto between = [&] {
            if (pauses && i < m_pass.lastWriter && pause()) m_pass.backend.beginBatch(batch);
        };
        between();
        if (stop.stop_requested()) {
            m_pass.backend.synchronize();
            throw Error(ErrorCode::Cancelled, "Stopped.");
        }
        layer(i, kv, between);
        if (i < deepest) m_given.place(batch, i + 1, all(m_pass.buffers.hidden), true);
        if (i == m_pass.lastWriter && m_pass.logitRows == 0) return 0;
    }
    if (m_pass.config.streams > 1) m_altUp.join();
    m_pass.linearHead(m_pass.weights.outputNorm);
    return m_pass.logitRows;
}

std::vector<float> ForwardPass::states(size_t rows) {
    return m_mtpLayer.states(rows);
}

std::vector<float> ForwardPass::guess(const Batch& batch, std::span<const float> before, PagedKvCache& kv) {
    m_embedding.check(batch);
    const auto wanting = static_cast<size_t>(std::count_if(
        batch.rows.begin(), batch.rows.end(), [](const BatchRow& row) { return row.wantLogits; }));
    checkBatch(batch, wanting);
    m_pass.logitRows = wanting;
    m_pass.together = false;
    m_pass.narrows = false;
    m_mtpLayer.begin(batch, before);
    layer(m_pass.config.layerCount, kv, [] {});
    if (wanting == 0) return {};
    return m_mtpLayer.finish(batch.rows.size());
}

void ForwardPass::encode(const Batch& batch, PagedKvCache& scratch, const std::stop_token& stop,
                         const std::function<void()>& pause) {
    m_embedding.check(batch);
    if (batch.rows.empty() || batch.rows.size() > m_maxRows) {
        throw Error(ErrorCode::BadInput, "A forward pass of " + std::to_string(batch.rows.size()) +
                                             " rows does not fit; split it.");
    }
    m_pass.together = true;
    m_pass.narrows = false;
    m_pass.logitRows = 0;
    m_embedding.embed(batch);
    for (uint32_t i = 0; i < m_pass.config.layerCount; ++i) {
        if (i > 0 && pause) pause();
        if (stop.stop_requested()) {
            m_pass.backend.synchronize();
            throw Error(ErrorCode::Cancelled, "Stopped.");
        }
        layer(i, scratch, [] {});
    }
    if (m_pass.weights.outputNorm.weight != nullptr) m_pass.normalizeSum(m_pass.weights.outputNorm);
}

std::vector<float> ForwardPass::encoded(size_t rows) {
    std::vector<float> values(rows * m_pass.config.embedding);
    m_pass.backend.download(all(m_pass.buffers.hidden), rows, values);
    return values;
}

std::vector<float> ForwardPass::finish(std::vector<float> pooled) {
    return m_pooledSteps.run(std::move(pooled));
}

void ForwardPass::moveKeys(PagedKvCache& kv, uint32_t group, std::span<const int32_t> blocks,
                           size_t positions, int32_t residualBlock, int32_t shift) {
    for (uint32_t index = 0; index < kv.layers.size(); ++index) {
        if (kv.layers[index].kvHeads == 0 || kv.layers[index].group != group) continue;
        const Rope turned = m_pass.rope(m_pass.config.layers[index]);
        if (turned.pairing == RopePairing::None) continue;
        m_pass.backend.rotateKeys({.store = &kv,
                                   .layer = index,
                                   .rope = turned,
                                   .shift = shift,
                                   .blocks = blocks,
                                   .positions = positions,
                                   .residualBlock = residualBlock});
    }
}

}  // namespace hearth
