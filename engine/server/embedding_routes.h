#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "server/api_call.h"
#include "server/call_log.h"
#include "server/embedder_registry.h"

namespace hearth::server {

/// The routes that embedding models and rerankers answer. They run on the thread that reads requests, the
/// work on that of the shelf, which outlives it.
class EmbeddingRoutes {
public:
    /// `shelf` nullptr: there are no such models. `chats`: the other models, which are told apart from names
    /// that nobody has.
    EmbeddingRoutes(EmbedderRegistry* registry, ModelRegistry& chats, std::shared_ptr<CallLog> log,
                    int64_t startTime, openai::UnknownFields unknownFields = openai::UnknownFields::Ignore)
        : m_shelf(registry),
          m_chats(chats),
          m_log(std::move(log)),
          m_startTime(startTime),
          m_unknownFields(unknownFields) {}

    void embeddings(const std::shared_ptr<ApiCall>& call);
    void rerank(const std::shared_ptr<ApiCall>& call);

private:
    /// The name of the model that is meant. Throws openai::Refusal.
    std::string modelFor(const std::string& wanted, EmbedderRegistry::Use use) const;

    EmbedderRegistry* m_shelf;
    ModelRegistry& m_chats;
    std::shared_ptr<CallLog> m_log;
    const int64_t m_startTime;
    const openai::UnknownFields m_unknownFields;
    std::atomic<uint64_t> m_lastId = 0;
};

}  // namespace hearth::server
