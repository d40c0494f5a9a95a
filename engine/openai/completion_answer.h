#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/generation_result.h"
#include "openai/completion_request.h"
#include "openai/gathered_reply.h"

namespace hearth::openai {

/// Fields common to all answers to one request.
struct AnswerHead {
    std::string id;  ///< "chatcmpl-1"
    std::string model;
    int64_t created = 0;                               ///< seconds of Unix time
    std::optional<RouteOutcome> route = std::nullopt;  ///< the choice between two models and its reason
};

/// The replies to one request, collected into one answer. For one thread.
class CompletionAnswer {
public:
    /// The tokenizer outlives it; nullptr: there are no logprobs.
    CompletionAnswer(AnswerHead head, const CompletionRequest& request, const Tokenizer* tokenizer);

    /// The tokens of the prompt of reply `choice`, if the answer includes them with their probabilities.
    void setPrompt(int choice, std::vector<GeneratedToken> tokens) {
        m_prompts[static_cast<size_t>(choice)] = std::move(tokens);
    }
    /// Adds the next part of reply `choice`, counted from 0.
    void add(int choice, const ReplyDelta& delta) { (void)m_replies[static_cast<size_t>(choice)].add(delta); }
    void finish(int choice, GenerationResult result);
    /// True if all replies have ended.
    bool isComplete() const noexcept { return m_open == 0; }
    /// The answer; to be called once, when it is complete.
    Json json() const;
    const GatheredReply& reply(int choice) const { return m_replies[static_cast<size_t>(choice)]; }

private:
    Json choiceOf(size_t choice) const;
    Json messageOf(size_t choice) const;

    AnswerHead m_head;
    CompletionRequest m_request;
    const Tokenizer* m_tokenizer;
    std::vector<GatheredReply> m_replies;
    std::vector<GenerationResult> m_results;
    std::vector<std::vector<GeneratedToken>> m_prompts;  ///< of each reply
    int m_open;
};

}  // namespace hearth::openai
