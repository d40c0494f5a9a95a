#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "server/api_call.h"
#include "server/call_log.h"
#include "server/embedder_shelf.h"

namespace hearth::server {

/// What a request wants of an embedding model. Everything is called on the thread of the shelf.
struct EmbeddingWork {
    size_t texts = 0;
    /// Does the texts [first, first + count). Throws Error and openai::Refusal.
    std::function<void(Embedder& embedder, size_t first, size_t count, const std::stop_token& stop)> part;
    /// When all are done: the body of the answer, and the tokens that were read.
    std::function<std::string()> answer;
    std::function<int()> tokens;
};

/// Texts of a request that are done before another request has its turn.
inline constexpr size_t textsOfPart = 64;

/// Has a model do the work, part by part, so that one question does not wait for a thousand passages, and
/// answers the call. A client that leaves ends it. `model` as EmbedderShelf::find() gives it; the shelf
/// outlives the work.
void startEmbedding(EmbedderShelf& shelf, const std::shared_ptr<CallLog>& log,
                    const std::shared_ptr<ApiCall>& call, const std::string& model, EmbeddingWork work);

}  // namespace hearth::server
