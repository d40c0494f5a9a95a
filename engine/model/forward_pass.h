#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "backend/backend.h"
#include "hearth/processor_share.h"
#include "model/alt_up.h"
#include "model/attention_layer.h"
#include "model/feed_forward.h"
#include "model/given_rows.h"
#include "model/latent_attention.h"
#include "model/layer_embeddings.h"
#include "model/layer_weights.h"
#include "model/model_config.h"
#include "model/mtp_layer.h"
#include "model/pass_context.h"
#include "model/pooled_steps.h"
#include "model/recurrent_layers.h"
#include "model/row_embedding.h"
#include "model/watched_attention.h"

namespace hearth {

/// The one forward pass: a list of backend operations, the same for every family, backend and mixture of
/// rows. Owns the activations, and walks over the layers, whose kinds are parts of it. One thread at a time;
/// config, weights and backend outlive it.
class ForwardPass {
public:
    /// Bytes of the activations of this number of rows.
    static uint64_t scratchBytes(const ModelConfig& config, uint32_t maxRows, uint32_t maxLogitRows);

    ForwardPass(Backend& backend, const ModelConfig& config, const ModelWeights& weights, uint32_t maxRows,
                uint32_t maxLogitRows);

    uint32_t maxRows() const noexcept { return m_maxRows; }
    uint32_t maxLogitRows() const noexcept { return m_maxLogitRows; }

    /// Called between operations, in layers that other rows of the batch are still in: whether it has run a
    /// pass of another ForwardPass on the same backend.
    using Pause = std::function<bool()>;
    /// A pause in which others may compute; without a share there is no pause.
    static Pause sharing(ProcessorShare* processor);
    /// Runs the batch: at most maxRows() rows, of which at most maxLogitRows() want logits.
    /// Returns shape (logit rows, vocabulary), in the order of the rows. Writes every row's keys and values
    /// into `kv`. A stop request is honoured before each layer: Error(Cancelled), and the cache rows of this
    /// batch are undefined.
    /// `states` is for models with recurrent layers: every sequence has a slot there. After a stop request
    /// the states of this batch's sequences are undefined.
    /// `pause` is for backends that can (Backend::canPause()).
    std::vector<float> run(const Batch& batch, PagedKvCache& kv, StateStore* states,
                           const std::stop_token& stop, const Pause& pause = {});
    /// The same with the logits left on the device, for later steps; returns the number of their rows.
    size_t compute(const Batch& batch, PagedKvCache& kv, StateStore* states, const std::stop_token& stop,
                   const Pause& pause = {});
    /// For the next compute() alone, which reads the keys that the row sees back from the device, layer by
    /// layer. What it caches does not depend on it.
    void watch(const WatchedRow& row) { m_watched.watch(row); }
    /// The first `rows` rows of the last compute()'s logits, shape (rows, vocabulary).
    std::vector<float> logits(size_t rows);
    /// See Backend::bestLogits().
    bool bestLogits(std::span<const BestLogitsQuery> queries, std::span<BestLogits> out);

    /// Output of the last norm for the first `rows` rows of the last compute(), shape (rows, embedding): for
    /// guess(). Only for models with multi-token prediction, whose passes keep all rows to the end.
    std::vector<float> states(size_t rows);
    /// Drafts the tokens after the rows of a batch: the layer after the others reads each row's token and
    /// `before`, shape (rows, embedding), which is states() of the previous row or, if that was a draft, what
    /// guess() returned for it (DeepSeek-V3 2024, section 2.2). Row p writes its keys and values to place p
    /// of that layer's cache. The rows that want logits get them, see logits(); the rest of the batch only
    /// fills the cache.
    /// Returns the output of the head's norm for all rows, shape (rows, embedding), if any row wants logits.
    /// Throws as compute() does. For ModelConfig::guesses.
    std::vector<float> guess(const Batch& batch, std::span<const float> before, PagedKvCache& kv);

    /// Runs whole texts without a cache of their own: the rows of each sequence are all of it, from position
    /// 0 on, and `scratch` is a store of the one layer of togetherLayer(), which every layer overwrites.
    /// Leaves the input of a head, see encoded(). Calls `pause`, if any, between two layers.
    void encode(const Batch& batch, PagedKvCache& scratch, const std::stop_token& stop,
                const std::function<void()>& pause = {});
    /// The first `rows` rows of the last encode(), shape (rows, embedding).
    std::vector<float> encoded(size_t rows);
    /// Runs pooled texts through the steps after the pooling (ModelConfig::pooledSteps): shape (texts,
    /// embedding) to (texts, pooledWidth). At most maxRows() texts.
    std::vector<float> finish(std::vector<float> pooled);

    /// Rotates the cached keys of the layers of a group so that they are `shift` positions further on;
    /// `blocks` and `positions` as in RotateKeysArgs.
    void moveKeys(PagedKvCache& kv, uint32_t group, std::span<const int32_t> blocks, size_t positions,
                  int32_t residualBlock, int32_t shift);

private:
    /// `between`: called between the mixer and the feed-forward part.
    void layer(uint32_t index, PagedKvCache& kv, const std::function<void()>& between);
    void checkBatch(const Batch& batch, size_t logitRows) const;

    uint32_t m_maxRows, m_maxLogitRows;
    PassContext m_pass;

    // The parts, over one batch.
    GivenRows m_given{m_pass};
    RowEmbedding m_embedding{m_pass, m_given};
    LayerEmbeddings m_layerEmbeddings{m_pass};
    AltUp m_altUp{m_pass, m_layerEmbeddings};
    WatchedAttention m_watched{m_pass};
    AttentionLayer m_attention{m_pass, m_watched};
    LatentAttention m_latentAttention{m_pass, m_watched};
    RecurrentLayers m_recurrent{m_pass};
    FeedForward m_feedForward{m_pass};
    MtpLayer m_mtpLayer{m_pass, m_given};
    PooledSteps m_pooledSteps{m_pass};
};

}  // namespace hearth
