#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "server/api_call.h"
#include "server/call_log.h"
#include "server/embedder_registry.h"

namespace hearth::server {

/// The work that a request asks of an embedding model. Everything is called on the thread of the model, but
/// `bytes`.
struct EmbeddingWork {
    size_t texts = 0;
    /// Bytes that are read for a text; from any thread. Left out: none that count.
    std::function<size_t(size_t text)> bytes = {};
    Priority priority = Priority::Chat;
    /// Does the texts [first, first + count). Throws Error and openai::Refusal.
    std::function<void(Embedder& embedder, size_t first, size_t count, const std::stop_token& stop)> part;
    /// When all are done: the body of the answer, and the tokens that were read.
    std::function<std::string()> answer;
    std::function<int()> tokens;
};

/// Texts of a request, at most, that are done before another request has its turn.
inline constexpr size_t textsOfPart = 64;

/// Has a model do the work, part by part, and answers the call. A part is a task of the host, of at most
/// embedderTaskBytes, so that neither one question nor the tokens of a reply wait for a thousand passages. A
/// client that leaves ends it. `model` as EmbedderRegistry::find() gives it; the shelf outlives the work.
void startEmbedding(EmbedderRegistry& registry, const std::shared_ptr<CallLog>& log,
                    const std::shared_ptr<ApiCall>& call, const std::string& model, EmbeddingWork work);

}  // namespace hearth::server
