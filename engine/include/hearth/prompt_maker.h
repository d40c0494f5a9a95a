#pragma once

#include <stop_token>
#include <vector>

#include "hearth/context_cut.h"
#include "hearth/generation_request.h"

namespace hearth {

/// Estimated cost of a prompt at this moment.
struct PromptEstimate {
    int promptTokens = 0;  ///< that the model reads, without what cuts dropped
    int cachedTokens = 0;  ///< of these, those that need not be computed
    double prefillMs = 0;  ///< guessed from the last rates; 0 when there are none yet
    /// All cuts that would hold, the oldest first, with the one that this prompt needs.
    std::vector<ContextCut> cuts = {};
    int diskTokens = 0;  ///< those behind the cached ones that are kept on disk
};

/// Makes prompts beside an engine, which need not live any longer. Immutable; from any thread, also while the
/// engine steps.
class PromptMaker {
public:
    virtual ~PromptMaker() = default;
    /// Leaves the prompt in the request as Engine::prepare() does, where one is made here. Throws
    /// Error(BadInput) where the template fails and Error(Cancelled) soon after a stop request.
    virtual void make(GenerationRequest& request, std::stop_token stop = {}) const = 0;
};

}  // namespace hearth
