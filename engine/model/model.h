#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backend/backend.h"
#include "hash/content_hash.h"
#include "model/cache_shapes.h"
#include "model/forward_pass.h"
#include "model/layer_weights.h"
#include "model/model_config.h"

namespace hearth {

class GgufFile;

/// Maximum size of a forward pass.
struct BatchLimits {
    uint32_t rows = 512;
    uint32_t logitRows = 64;
};

/// A model on one backend: its configuration, weights and forward pass. The file is not needed afterwards.
/// One thread at a time; the backend outlives it.
class Model {
public:
    /// Bytes of weights and scratch that load() would take on the backend. Reads no tensor data except rotary
    /// factors.
    struct Sizes {
        uint64_t weightsBytes = 0, scratchBytes = 0;
    };
    static Sizes sizes(const GgufFile& file, const Backend& backend, uint32_t contextLength,
                       BatchLimits limits = {});

    /// Bytes of the weights by layer, shape (layers + 1); the last entry is for weights of no layer.
    static std::vector<uint64_t> layerBytes(const GgufFile& file, const Backend& backend,
                                            uint32_t contextLength);

    /// Reads, repacks and uploads everything. `progress` receives the bytes of the file after each tensor.
    /// Throws Error(BadFile | Unsupported | OutOfMemory | Io), and Error(Cancelled) within one tensor of a
    /// stop request.
    static std::unique_ptr<Model> load(
        const GgufFile& file, Backend& backend, uint32_t contextLength, BatchLimits limits = {},
        const std::function<void(uint64_t done, uint64_t total)>& progress = {},
        const std::stop_token& stop = {});

    const ModelConfig& config() const noexcept { return m_config; }
    Backend& backend() const noexcept { return m_backend; }
    const BatchLimits& limits() const noexcept { return m_limits; }
    /// The file's name of the tensor that a weight of this model was made from.
    std::string_view nameOf(const Weight& weight) const;
    /// Bytes of all weights on the device.
    uint64_t weightsBytes() const noexcept { return m_weightsBytes; }
    uint64_t scratchBytes() const noexcept;
    /// Hash of every byte of the file's weights that load() read.
    const ContentHash& weightsDigest() const noexcept { return m_weightsDigest; }
    /// Bytes of the weights that one decoded token reads: all but the embedding table (unless it is also the
    /// head), and of stacked experts only the chosen ones; without the layer for multi-token prediction.
    uint64_t decodeBytes() const noexcept;

    /// A cache with this number of blocks for this model.
    std::unique_ptr<PagedKvCache> makePagedKvCache(KvTypes types, const GroupBlocks& blocks) const;
    /// See kvWindows.
    std::vector<uint32_t> kvWindows() const { return hearth::kvWindows(m_config); }

    /// States of `count` sequences, all zero; nullptr for models without recurrent layers.
    std::unique_ptr<StateStore> makeStateStore(uint32_t count) const;

    /// See ForwardPass::run.
    std::vector<float> forward(const Batch& batch, PagedKvCache& kv, StateStore* states,
                               const std::stop_token& stop = {}, const ForwardPass::Pause& pause = {}) {
        return m_pass->run(batch, kv, states, stop, pause);
    }
    std::vector<float> forward(const Batch& batch, PagedKvCache& kv, const std::stop_token& stop = {}) {
        return m_pass->run(batch, kv, nullptr, stop);
    }

    /// Makes a pass() with room for as many rows where it has less. Throws Error(OutOfMemory); it is then as
    /// before.
    void reserveRows(uint32_t rows);
    ForwardPass& pass() noexcept { return *m_pass; }
    /// For rows that decode while a pass() pauses: with room for as many as are alike, see
    /// Backend::alikeRows(). The same as pass() on backends that do not pause.
    ForwardPass& decodePass() noexcept { return m_decodePass ? *m_decodePass : *m_pass; }

    /// See ForwardPass::compute, logits and bestLogits.
    size_t compute(const Batch& batch, PagedKvCache& kv, StateStore* states, const std::stop_token& stop = {},
                   const ForwardPass::Pause& pause = {}) {
        return m_pass->compute(batch, kv, states, stop, pause);
    }
    std::vector<float> logits(size_t rows) { return m_pass->logits(rows); }
    bool bestLogits(std::span<const BestLogitsQuery> queries, std::span<BestLogits> out) {
        return m_pass->bestLogits(queries, out);
    }

    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

private:
    Model(Backend& backend, ModelConfig config, BatchLimits limits)
        : m_backend(backend), m_config(std::move(config)), m_limits(limits) {}

    Backend& m_backend;
    ModelConfig m_config;
    BatchLimits m_limits;
    uint64_t m_weightsBytes = 0;
    ContentHash m_weightsDigest;
    std::vector<std::unique_ptr<Weight>> m_owned;
    size_t m_guessWeights = 0;  ///< at its end, those of the layer for multi-token prediction
    std::unordered_map<const Weight*, std::string> m_names;
    ModelWeights m_weights;
    std::unique_ptr<ForwardPass> m_pass, m_decodePass;
};

}  // namespace hearth
