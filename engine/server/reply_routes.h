#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openai/completion_request.h"
#include "server/api_call.h"
#include "server/call_log.h"
#include "server/model_registry.h"
#include "server/reply_job.h"
#include "server/response_store.h"

namespace hearth::server {

/// The routes that read a request and have a model answer it. They run on the thread that reads requests, the
/// replies on that of the model's engine. The models outlive it and all
/// its replies.
class ReplyRoutes {
public:
    ReplyRoutes(ModelRegistry& models, std::shared_ptr<CallLog> log, std::shared_ptr<ResponseStore> responses,
                int64_t startTime, openai::UnknownFields unknownFields = openai::UnknownFields::Ignore)
        : m_models(models),
          m_log(std::move(log)),
          m_responses(std::move(responses)),
          m_startTime(startTime),
          m_unknownFields(unknownFields) {}

    void chatCompletions(const std::shared_ptr<ApiCall>& call);
    void textCompletions(const std::shared_ptr<ApiCall>& call);
    void messages(const std::shared_ptr<ApiCall>& call);
    void countTokens(const std::shared_ptr<ApiCall>& call);
    void responses(const std::shared_ptr<ApiCall>& call);
    void storedResponse(const std::shared_ptr<ApiCall>& call);
    void forgetResponse(const std::shared_ptr<ApiCall>& call);

private:
    void complete(const std::shared_ptr<ApiCall>& call, openai::Completion kind);
    /// The name that a request gives, and what it means; looked for once a request.
    struct Wanted {
        std::string name;
        ModelRegistry::Meant meant;
    };
    /// Gives a request to the engine of the model that it names, or of one of two. Throws openai::Refusal.
    void start(const std::shared_ptr<ApiCall>& call, const Wanted& wanted, GenerationRequest request,
               int choices, MakeReplyWriter writer, std::vector<openai::RawPrompt> prompts = {});
    Wanted wanted(const std::string& name) const { return {name, m_models.meant(name)}; }
    /// Reads the body of a call with one of the functions for it, and logs what it notes. Throws
    /// openai::Refusal.
    template <typename Read>
    auto readBody(ApiCall& call, const Read& read) const {
        openai::RequestNotes notes(m_unknownFields);
        auto request = read(takeBody(call), notes);
        m_log->tell(notes);
        return request;
    }
    /// Unique among the starts of a server as well.
    std::string nextId(const char* kind);

    ModelRegistry& m_models;
    std::shared_ptr<CallLog> m_log;
    std::shared_ptr<ResponseStore> m_responses;
    const int64_t m_startTime;
    const openai::UnknownFields m_unknownFields;
    std::atomic<uint64_t> m_lastId = 0;
};

}  // namespace hearth::server
