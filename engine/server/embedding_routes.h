#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "server/api_call.h"
#include "server/call_log.h"
#include "server/embedder_shelf.h"

namespace hearth::server {

/// The routes that embedding models and rerankers answer. They run on the thread that reads requests, the
/// work on that of the shelf, which outlives it.
class EmbeddingRoutes {
public:
    /// `shelf` nullptr: there are no such models. `chats`: the other models, which are told apart from names
    /// that nobody has.
    EmbeddingRoutes(EmbedderShelf* shelf, ModelShelf& chats, std::shared_ptr<CallLog> log, int64_t startTime,
                    openai::UnknownFields unknownFields = openai::UnknownFields::Ignore)
        : m_shelf(shelf),
          m_chats(chats),
          m_log(std::move(log)),
          m_startTime(startTime),
          m_unknownFields(unknownFields) {}

    void embeddings(const std::shared_ptr<ApiCall>& call);
    void rerank(const std::shared_ptr<ApiCall>& call);

private:
    /// The name of the model that is meant. Throws openai::Refusal.
    std::string modelFor(const std::string& wanted, EmbedderShelf::Use use) const;

    EmbedderShelf* m_shelf;
    ModelShelf& m_chats;
    std::shared_ptr<CallLog> m_log;
    const int64_t m_startTime;
    const openai::UnknownFields m_unknownFields;
    std::atomic<uint64_t> m_lastId = 0;
};

}  // namespace hearth::server
