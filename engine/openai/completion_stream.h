#pragma once

#include <string>
#include <utility>
#include <vector>

#include "openai/completion_answer.h"

namespace hearth::openai {

/// The replies to one request as server-sent events ("data: {...}" and a blank line each). For one thread.
class CompletionStream {
public:
    /// The tokenizer outlives it; nullptr: there are no logprobs.
    CompletionStream(AnswerHead head, const CompletionRequest& request, const Tokenizer* tokenizer);

    /// As CompletionAnswer has it, before begin().
    void setPrompt(int choice, std::vector<GeneratedToken> tokens) {
        m_prompts[static_cast<size_t>(choice)] = std::move(tokens);
    }
    // Each returns the events to send; "" for none.
    std::string begin();
    std::string add(int choice, const ReplyDelta& delta);
    /// The end of a reply, and with the last one that of the stream.
    std::string finish(int choice, const GenerationResult& result);
    const GatheredReply& reply(int choice) const { return m_replies[static_cast<size_t>(choice)]; }
    /// In the middle of the stream: nothing follows it. `body`: of the answer that it would have been.
    static std::string failed(const std::string& body);

private:
    std::string event(Json choice);
    std::string echoEvent(int choice);
    std::string textEvent(int choice, const std::string& text, const std::vector<GeneratedToken>& tokens);
    std::string chatEvent(int choice, const ReplyDelta& delta);
    Json callDelta(int choice, const ToolCallDelta& call);

    AnswerHead m_head;
    CompletionRequest m_request;
    const Tokenizer* m_tokenizer;
    std::vector<GatheredReply> m_replies;
    std::vector<std::vector<GeneratedToken>> m_prompts;  ///< of each reply
    std::vector<int> m_begunCalls;                       ///< of each reply
    std::vector<std::vector<GeneratedToken>> m_waiting;  ///< tokens without a text yet, of each reply
    std::vector<size_t> m_offsets;                       ///< of the text, in bytes
    std::vector<GenerationMetrics> m_metrics;
    int m_open;
    bool m_routeTold = false;
};

/// One event.
std::string eventOf(const Json& json);

}  // namespace hearth::openai
