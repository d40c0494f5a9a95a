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

/// Options for loading an embedding model.
struct EmbedderOptions {
    std::filesystem::path model;  ///< a GGUF file or a folder, of sentence-transformers for instance
    /// "auto", "cpu" or another BackendLabel::name.
    std::string backend = "auto";
    int threads = 0;  ///< CPU threads, 1 to 256; 0: physical cores
    /// As EngineOptions::devices; of several, the first one that holds the model is used.
    std::vector<int> devices = {};
    /// Maximum number of tokens of a text that are read, including the special tokens around it; the tokens
    /// after them are ignored. 0: as many as the model was made for, at most 8,192.
    int maxTokens = 0;
    /// The reason why this process runs the model, for EmbedderInfo::placeReason. Empty: none.
    Message placeReason = {};
};

/// Purpose of a text. Some models were trained with a prefix before a query, a passage, or both.
enum class EmbeddingKind : uint8_t {
    Plain,    ///< no prefix
    Query,    ///< EmbedderInfo::queryPrefix
    Passage,  ///< EmbedderInfo::passagePrefix
};

struct EmbedderInfo {
    std::string modelName, architecture;  ///< "all-MiniLM-L6-v2", "bert"
    /// Hash, in hex, of all that a text's vector depends on: every byte of the weights, the rest of the file
    /// (vocabulary, pooling, prefixes), and maxTokens. Vectors with equal hashes may be mixed.
    std::string vectorsHash;
    uint64_t parameters = 0, fileBytes = 0;
    bool scoresPairs = false;                ///< a reranker: rerank() alone, there are no embeddings
    int dimensions = 0;                      ///< a reranker: only rerank() works, there are no embeddings
    int maxTokens = 0;                       ///< of a text, those around it included
    std::string queryPrefix, passagePrefix;  ///< empty: the model wants nothing there
    std::string backend, backendName;        ///< "CPU", "cpu"
    bool onDevice = false;                   ///< computes on a GPU
    Message backendReason;                   ///< why it is not on the GPU; empty when the CPU was asked for
    Message placeReason;  ///< why this process runs it although a worker should; empty: there is no reason
};

/// A text as a vector.
struct Embedding {
    /// Of length 1, so that products are cosines; zeros for a text without any token. Shape (dimensions).
    std::vector<float> values;
    int tokens = 0;          ///< number that were read
    bool truncated = false;  ///< the text had more
};

/// Relevance of a passage to a query. For a reranker: the probability that the passage answers the query,
/// from 0 to 1, or the raw output where the model's folder configures CrossEncoder without an activation. For
/// other models: the cosine of the embeddings. Scores are comparable only for the same model and query.
struct RerankScore {
    float score = 0;
    int tokens = 0;
    bool truncated = false;  ///< the passage was cut
};

/// A loaded embedding model or reranker. Calls come from one thread at a time; info() and tokenizer() may be
/// read from any. Output is batch-invariant: a text's numbers do not depend on the other texts of the call.
class Embedder {
public:
    /// `progress` receives shares from 0 to 1. Throws Error; Error(Unsupported) for models that only chat;
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

    /// Shape (texts). `done` receives the number of finished texts from time to time. Throws Error(Cancelled)
    /// within a layer of a stop request, and Error(Unsupported) for a reranker.
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

    /// Sets a function that later calls run between two layers, on the calling thread; it may wait there. Has
    /// no effect where another process computes.
    virtual void setPause(std::function<void()> pause) { (void)pause; }
};

/// True if the file or folder is a model for Embedder and not for Engine. Reads all of the file but the
/// weights, including the vocabulary; of a folder, its JSON files and the tables of its weights. False also
/// for files that cannot be read.
bool isEmbeddingModel(const std::filesystem::path& model);
/// True if it is such a model and only scores pairs, see EmbedderInfo::scoresPairs. Reads the same parts.
bool isReranker(const std::filesystem::path& model);

}  // namespace hearth
