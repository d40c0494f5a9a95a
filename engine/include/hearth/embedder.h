#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/message.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// How to load a model that makes embeddings.
struct EmbedderOptions {
    std::filesystem::path model;  ///< a GGUF file or a folder, of sentence-transformers for instance
    /// "auto", "cpu" or another BackendLabel::name.
    std::string backend = "auto";
    int threads = 0;  ///< CPU threads, 1 to 256; 0: physical cores
    /// As EngineOptions::devices; of several the first one that holds the model is taken.
    std::vector<int> devices = {};
    /// Tokens of a text that are read, those around it included; what is behind them does not count. 0: as
    /// many as the model was made for, at most 8,192.
    int maxTokens = 0;
};

/// What a text is for. Some models were trained with words in front of a query, of a passage, or both.
enum class EmbeddingKind : uint8_t {
    Plain,    ///< nothing is put in front
    Query,    ///< EmbedderInfo::queryPrefix
    Passage,  ///< EmbedderInfo::passagePrefix
};

struct EmbedderInfo {
    std::string modelName, architecture;  ///< "all-MiniLM-L6-v2", "bert"
    /// In hex, of all that a text's vector depends on: every byte of the weights, what the file says besides
    /// (vocabulary, pooling, words in front), and maxTokens. Vectors of equal ones may be mixed.
    std::string vectorsHash;
    uint64_t parameters = 0, fileBytes = 0;
    bool scoresPairs = false;                ///< a reranker: rerank() alone, there are no embeddings
    int dimensions = 0;                      ///< numbers of an embedding; 0 of a reranker
    int maxTokens = 0;                       ///< of a text, those around it included
    std::string queryPrefix, passagePrefix;  ///< empty: the model wants nothing there
    std::string backend, backendName;        ///< "CPU", "cpu"
    bool onDevice = false;                   ///< computes on a GPU
    Message backendReason;                   ///< why it is not on the GPU; empty when the CPU was asked for
};

/// A text as a vector.
struct Embedding {
    /// Of length 1, so that products are cosines; zeros for a text without any token. Shape (dimensions).
    std::vector<float> values;
    int tokens = 0;          ///< that were read
    bool truncated = false;  ///< the text had more
};

/// How well a passage answers a query. Of a reranker the probability that it does, from 0 to 1, or its own
/// number where its folder says that CrossEncoder leaves it alone; of other models the cosine of the
/// embeddings. Only scores of one model and query are worth comparing.
struct RerankScore {
    float score = 0;
    int tokens = 0;
    bool truncated = false;  ///< the passage was cut
};

/// A loaded embedding model or reranker. Calls come from one thread at a time; info() and tokenizer() may be
/// read from any. A text's numbers do not depend on the texts beside it.
class Embedder {
public:
    /// `progress` hears of shares from 0 to 1. Throws Error; Error(Unsupported) for models that only chat;
    /// Error(Cancelled) soon after a stop request.
    static std::unique_ptr<Embedder> load(const EmbedderOptions& options,
                                          const std::function<void(double)>& progress = {},
                                          std::stop_token stop = {});

    virtual ~Embedder() = default;

    virtual const EmbedderInfo& info() const = 0;
    /// Throws Error(BadFile) where the model has no vocabulary.
    virtual const Tokenizer& tokenizer() const = 0;
    /// The tokens of a text with all that is put around it, cut to maxTokens.
    virtual std::vector<TokenId> tokens(std::string_view text, EmbeddingKind kind) const = 0;

    /// Shape (texts). `done` hears how many texts are ready, now and then. Throws Error(Cancelled) within a
    /// layer of a stop request, and Error(Unsupported) of a reranker.
    virtual std::vector<Embedding> embed(std::span<const std::string> texts,
                                         EmbeddingKind kind = EmbeddingKind::Plain, std::stop_token stop = {},
                                         const std::function<void(size_t done)>& done = {}) = 0;
    /// The same of tokens as they are; at least one and at most maxTokens a text.
    virtual std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>> texts,
                                               std::stop_token stop = {},
                                               const std::function<void(size_t done)>& done = {}) = 0;
    /// Scores of passages, in their order. Throws as embed() does.
    virtual std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                            std::stop_token stop = {},
                                            const std::function<void(size_t done)>& done = {}) = 0;

    /// Has `pause` called between two layers of later calls, on the thread that calls, where it may wait.
    /// Without effect where another process computes.
    virtual void setPause(std::function<void()> pause) { (void)pause; }
};

/// Whether the file or folder is of a model for Embedder and not for Engine. Reads what the file says besides
/// the weights, with the vocabulary; of a folder its JSON files and the tables of its weights. False also for
/// what cannot be read.
bool isEmbeddingModel(const std::filesystem::path& model);
/// Whether it is such a model and only scores pairs, EmbedderInfo::scoresPairs. Reads the same.
bool isReranker(const std::filesystem::path& model);

}  // namespace hearth
