#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <stop_token>

#include "backend/backend.h"
#include "hearth/attention.h"
#include "hearth/processor_share.h"
#include "model/layer_weights.h"
#include "model/model_config.h"

namespace hearth {

/// The one forward pass: a list of backend operations, the same for every family, backend and mixture of
/// rows. Owns the activations. One thread at a time; config, weights and backend outlive it.
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
    /// A row whose attention is to be reported.
    struct Watch {
        size_t row = 0;  ///< of the batch; the only one of its sequence there, and it wants logits
        std::vector<LayerAttention>* layers = nullptr;  ///< becomes as many as the model has
    };
    /// For the next compute() alone, which reads the keys that the row sees back from the device, layer by
    /// layer. What it caches does not depend on it.
    void watch(const Watch& watch) { m_watchNext.push_back(watch); }
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
    /// The cache layer that encode() needs. Throws Error(Unsupported) for models whose layers differ or carry
    /// other state.
    static KvLayerShape togetherLayer(const ModelConfig& config);

    /// True if cached keys and values can be moved to other positions: no layer carries a state, positions
    /// are not learned, and the backend rotates keys.
    static bool canMoveKeys(const ModelConfig& config, const Backend& backend);
    /// Rotates the cached keys of the layers of a group so that they are `shift` positions further on;
    /// `blocks` and `positions` as in RotateKeysArgs.
    void moveKeys(PagedKvCache& kv, uint32_t group, std::span<const int32_t> blocks, size_t positions,
                  int32_t residualBlock, int32_t shift);

    /// The layers of the KV cache that this model needs, one for each of ModelConfig::layers.
    static std::vector<KvLayerShape> kvLayers(const ModelConfig& config);
    /// Attention window of the layers of each group of the cache, including the row itself, shape (groups).
    /// The first group sees everything (0); one group for each width of a sliding window follows.
    static std::vector<uint32_t> kvWindows(const ModelConfig& config);
    /// The floats of state that each layer carries for a sequence.
    static std::vector<uint64_t> stateFloats(const ModelConfig& config);

private:
    /// False: as narrowToLogitRows() returned.
    bool attention(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate);
    /// Backend::attention(), and records the attention of watched rows.
    void attendWatched(uint32_t index, const AttentionArgs& args);
    void beginWatching(const Batch& batch);
    void latentAttention(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate);
    void shortConvolution(uint32_t index, const Slice& branch, bool accumulate);
    void deltaNet(uint32_t index, const Slice& branch, bool accumulate);
    void stateSpace(uint32_t index, const Slice& branch, bool accumulate);
    void convolve(uint32_t index, const Slice& in, const Slice& out);
    RecurrenceArgs recurrence(uint32_t index) const;
    void projectBranch(const Projection& projection, const Slice& in, const Slice& branch, bool accumulate);
    void feedForward(uint32_t index, const Slice& in, const Slice& branch, bool accumulate);
    void experts(uint32_t index, const Slice& in, const Slice& branch, bool accumulate);
    void denseAndExperts(uint32_t index);
    void embedForLayers(const Batch& batch);
    /// Part i of the given embeddings of the batch's rows, in place of the rows in `out` or added to them.
    void placeGiven(const Batch& batch, size_t part, const Slice& out, bool accumulate);
    void checkGiven(const BatchRow& row) const;
    /// Number of layers after which something is added to rows of the batch.
    size_t deepestGiven(const Batch& batch) const;
    static bool hasGiven(const Batch& batch) noexcept;
    void addLayerEmbedding(uint32_t index);
    void layer(uint32_t index, PagedKvCache& kv, const std::function<void()>& between);
    /// Called after a layer has written its data for later passes: if this was the last layer to write, keeps
    /// only the rows that want logits. False: there are none, and the pass is done.
    bool narrowToLogitRows(uint32_t index, std::initializer_list<Slice> kept);
    void checkBatch(const Batch& batch, size_t logitRows) const;
    void checkRows(const Batch& batch) const;
    /// Makes the batch known and embeds it.
    void embedRows(const Batch& batch);
    void embedNumbers(const Batch& batch, const Weight& table,
                      const std::function<uint32_t(const BatchRow&)>& number, const Slice& out);
    void normalizeSum(const NormWeights& weights);
    std::vector<float> project(const PooledStep& step, const Projection& projection,
                               std::span<const float> vectors);
    Norm norm(const NormWeights& weights) const;
    Norm headNorm(const Weight* weight) const;
    Rope rope(const LayerConfig& layer) const;
    KvWriteArgs kvWrite(uint32_t index, PagedKvCache& kv) const;

    Backend& m_backend;
    const ModelConfig& m_config;
    const ModelWeights& m_weights;
    StateStore* m_states = nullptr;  ///< of the running batch
    const Batch* m_batch = nullptr;  ///< while there are watched rows
    std::vector<Watch> m_watchNext, m_watched;
    std::vector<float> m_watchedKeys;  ///< of one layer
    uint32_t m_maxRows, m_maxLogitRows;
    uint32_t m_lastWriter = 0;         ///< the last layer that writes into the cache or the states
    size_t m_logitRows = 0;            ///< of the running batch
    bool m_together = false;           ///< the running batch is whole texts, see encode()
    bool m_narrows = false;            ///< the running batch continues with the rows that want logits
    std::unique_ptr<Buffer> m_hidden;  ///< (rows, embedding): the residual stream
    std::unique_ptr<Buffer> m_branch;  ///< (rows, embedding): a branch that is normalised before it is added
    std::unique_ptr<Buffer> m_qkv;     ///< (rows, widest of a layer's projections)
    std::unique_ptr<Buffer> m_mixed;   ///< (rows, heads * valueDim)
    std::unique_ptr<Buffer> m_latent;  ///< (rows, ...): the steps of latent attention
    std::unique_ptr<Buffer> m_inner;   ///< (rows, feed-forward width)
    std::unique_ptr<Buffer> m_layerInputs;   ///< (rows, layers * layerEmbedding)
    std::unique_ptr<Buffer> m_layerGate;     ///< (rows, layers * layerEmbedding): steps on the way there
    std::unique_ptr<Buffer> m_expertBranch;  ///< (rows, embedding): experts next to a dense part
    std::unique_ptr<Buffer> m_routerIn;      ///< (rows, embedding)
    std::unique_ptr<Buffer> m_gate;          ///< (rows, 1): the shared expert's gate
    std::unique_ptr<Buffer> m_guessIn;       ///< (rows, 2 * embedding): a token and the state before it
    std::unique_ptr<Buffer> m_logits;        ///< (logit rows, vocabulary)
};

}  // namespace hearth
