#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/batch_line.h"
#include "hearth/reply_stream.h"

namespace hearth::cli {

/// Whom a line of answers is for.
struct BatchAddress {
    std::string customId;
    uint64_t line = 0;  ///< of the input, from 1
};

/// Turns the reply to one request into a line of OpenAI's form. For one thread.
class BatchAnswer {
public:
    /// Before the request is given away. `engine` outlives it. Throws Error as Engine::renderPrompt does.
    BatchAnswer(const Engine& engine, BatchAddress address, const BatchRequest& request);

    const BatchAddress& address() const noexcept { return m_address; }
    /// Once; with its line end.
    std::string lineOf(const GenerationResult& result);

private:
    BatchAddress m_address;
    std::string m_model;
    bool m_chat, m_tools;
    std::optional<ReplyStream> m_stream;
};

/// The answer to a request that is refused, with its line end.
std::string refusalLine(const BatchAddress& address, const BatchRefusal& refusal);
/// What stands for a line that is no request, with its line end.
std::string faultLine(const std::optional<std::string>& customId, uint64_t line, const BatchFault& fault);

}  // namespace hearth::cli
