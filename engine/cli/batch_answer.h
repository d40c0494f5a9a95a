#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/batch_line.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"
#include "hearth/tokenizer.h"
#include "openai/completion_answer.h"

namespace hearth::cli {

/// The request that a line of answers belongs to.
struct BatchAddress {
    std::string customId;
    uint64_t line = 0;  ///< of the input, from 1
};

/// Gathers the reply to one request and turns it into a line of OpenAI's form. For one thread.
class BatchAnswer {
public:
    /// `model`: its name. The tokenizer outlives it; nullptr: there are no logprobs.
    BatchAnswer(const std::string& model, BatchAddress address, const openai::CompletionRequest& request,
                const Tokenizer* tokenizer);

    const BatchAddress& address() const noexcept { return m_address; }
    /// As openai::CompletionAnswer has it.
    void setPrompt(std::vector<GeneratedToken> tokens) { m_answer.setPrompt(0, std::move(tokens)); }
    /// Adds a piece of the reply, in order.
    void add(const ReplyDelta& delta) { m_answer.add(0, delta); }
    /// Once, at its end; with its line end.
    std::string lineOf(const GenerationResult& result);

private:
    BatchAddress m_address;
    openai::CompletionAnswer m_answer;
};

/// The answer to a request that is refused, with its line end.
std::string refusalLine(const BatchAddress& address, const openai::Refusal& refusal);
/// The output for a line that is not a request, with its line end.
std::string faultLine(const std::optional<std::string>& customId, uint64_t line, const BatchFault& fault);

}  // namespace hearth::cli
