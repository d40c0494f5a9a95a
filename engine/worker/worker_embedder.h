#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "hearth/embedder.h"
#include "worker/current_worker.h"
#include "worker/embedder_wire.h"

namespace hearth {

/// An embedding model or a reranker in another process, see loadEmbedderInWorker(). What it says is held
/// to the forms of the answers; numbers in them are the model's word.
class WorkerEmbedder final : public Embedder {
public:
    using Progress = std::function<void(double)>;
    using Done = std::function<void(size_t)>;

    WorkerEmbedder(EmbedderOptions options, WorkerProcess process, const Progress& progress,
                   const std::stop_token& stop);
    ~WorkerEmbedder() override;

    const EmbedderInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override;
    std::vector<TokenId> tokens(std::string_view text, EmbeddingKind kind) const override;
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const Done& done) override;
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>> texts, std::stop_token stop,
                                       const Done& done) override;
    std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                    std::stop_token stop, const Done& done) override;

private:
    /// Starts a process that loads the model.
    void start(const Progress& progress, const std::stop_token& stop);
    /// Keeps the description from the first process; later processes must send the same one.
    void take(wire::LoadedEmbedding loaded);
    /// The answer to a call about this many texts, from another process if the last one is gone; an answer
    /// that `isSane` rejects is an error. Throws Error.
    template <class T, class Check>
    T resultOf(wire::Call call, const std::string& arguments, const std::stop_token& stop, size_t texts,
               const Done& done, const Check& isSane);
    /// The same from the process that there is. Sets `heard` if that has begun. Throws WorkerGone too.
    template <class T, class Check>
    T resultOnce(wire::Call call, const std::string& arguments, const std::stop_token& stop, size_t texts,
                 const Done& done, const Check& isSane, bool& heard);
    std::vector<Embedding> embeddings(wire::Call call, const std::string& arguments,
                                      const std::stop_token& stop, size_t texts, const Done& done);

    EmbedderOptions m_options;
    const WorkerProcess m_process;
    const std::shared_ptr<CurrentWorker> m_current = std::make_shared<CurrentWorker>();
    std::shared_ptr<std::atomic<bool>> m_hasEnded;  ///< the process; set by another thread
    EmbedderInfo m_info;
    std::unique_ptr<const Tokenizer> m_tokenizer;
    std::optional<wire::SentError> m_noVocabulary;  ///< why there is no tokenizer
};

}  // namespace hearth
