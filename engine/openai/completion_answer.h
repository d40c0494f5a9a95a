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

/// What answers to one request have in common.
struct AnswerHead {
    std::string id;  ///< "chatcmpl-1"
    std::string model;
    int64_t created = 0;                               ///< seconds of Unix time
    std::optional<RouteOutcome> route = std::nullopt;  ///< where two models could answer: who does and why
};

/// The replies to one request, gathered into one answer. For one thread.
class CompletionAnswer {
public:
    /// The tokenizer outlives it; nullptr: there are no logprobs.
    CompletionAnswer(AnswerHead head, const CompletionRequest& request, const Tokenizer* tokenizer);

    /// The tokens of the prompt of reply `choice`, where they are told with their probabilities.
    void setPrompt(int choice, std::vector<GeneratedToken> tokens) {
        m_prompts[static_cast<size_t>(choice)] = std::move(tokens);
    }
    /// What comes of reply `choice`, counted from 0.
    void add(int choice, const ReplyDelta& delta) { (void)m_replies[static_cast<size_t>(choice)].add(delta); }
    void finish(int choice, GenerationResult result);
    /// Whether all replies have ended.
    bool isComplete() const noexcept { return m_open == 0; }
    /// Once, when it is.
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
