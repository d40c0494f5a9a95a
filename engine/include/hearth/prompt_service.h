#pragma once

#include <stop_token>
#include <string_view>
#include <utility>

#include "hearth/generation_request.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Makes the prompts and the tokens of a model. Immutable, and holds no cache: from any thread, also while
/// the engine steps. Lives as long as somebody holds it, but answers with an Error once a model in a process
/// of its own is let go.
class PromptService {
public:
    virtual ~PromptService() = default;
    /// Leaves the exact prompt of a request in it, by origin and as tokens; one that is there already is not
    /// made again. Throws Error(BadInput) where the template fails, Error(ContextFull) where the messages
    /// alone are more than the model reads, and Error(Cancelled) soon after a stop request.
    virtual void make(GenerationRequest& request, std::stop_token stop = {}) const = 0;
    virtual const Tokenizer& tokenizer() const = 0;
    /// The text of the chat template. A model without one has the fallback that EngineInfo::templateNote
    /// names.
    virtual std::string_view templateSource() const = 0;
};

/// The prompt that a request has, or one that is made. Throws what PromptService::make() throws.
inline Prompt madePrompt(const PromptService& prompts, GenerationRequest request, std::stop_token stop = {}) {
    if (!request.prompt) prompts.make(request, std::move(stop));
    return std::move(*request.prompt);
}

}  // namespace hearth
