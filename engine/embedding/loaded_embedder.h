#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "embedding/pair_reader.h"
#include "embedding/text_batches.h"
#include "hearth/embedder.h"
#include "model/model.h"

namespace hearth {

class BackendRegistry;
class GgufFile;

/// The Embedder of this process: one model on one backend, whose passes need no cache but the keys and values
/// of the layer that runs.
class LoadedEmbedder final : public Embedder {
public:
    /// `backends` is only used while the model is loaded.
    LoadedEmbedder(const BackendRegistry& backends, const EmbedderOptions& options,
                   const std::function<void(double)>& progress, const std::stop_token& stop);

    const EmbedderInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override;
    std::vector<TokenId> tokens(std::string_view text, EmbeddingKind kind) const override;
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const std::function<void(size_t)>& done) override;
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>> texts, std::stop_token stop,
                                       const std::function<void(size_t)>& done) override;
    std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                    std::stop_token stop, const std::function<void(size_t)>& done) override;
    void setPause(std::function<void()> pause) override { m_pause = std::move(pause); }

private:
    FramedTokens read(std::string_view text, EmbeddingKind kind) const;
    /// Lists that have no token become zeros.
    std::vector<Embedding> vectorsOf(std::span<const std::vector<TokenId>> texts, const std::stop_token& stop,
                                     const std::function<void(size_t)>& done);
    /// Calls `each` with the number of every text and what its rows became, shape (pooledWidth).
    void run(std::span<const BatchText> texts, const std::stop_token& stop,
             const std::function<void(size_t text, std::span<const float> pooled)>& each);
    std::vector<RerankScore> scoresOf(std::string_view query, std::span<const std::string> passages,
                                      const std::stop_token& stop, const std::function<void(size_t)>& done);
    float scoreOf(std::span<const float> outputs) const;
    void reserve(std::span<const BatchText> texts);
    void describe(const GgufFile& file, const EmbedderOptions& options);

    std::unique_ptr<Backend> m_backend;  // first: outlives everything made by it
    std::unique_ptr<Tokenizer> m_tokenizer;
    std::unique_ptr<Model> m_model;
    std::optional<PairReader> m_pairs;  ///< of models that score
    bool m_plainScores = false;         ///< as the model gives them, else through a sigmoid
    KvType m_scratchType = KvType::F32;
    std::unique_ptr<PagedKvCache> m_scratch;
    uint32_t m_scratchBlocks = 0;
    std::function<void()> m_pause;
    EmbedderInfo m_info;
};

}  // namespace hearth
