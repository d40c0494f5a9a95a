#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hearth/context_shift.h"
#include "hearth/finish_reason.h"
#include "hearth/reply_delta.h"
#include "hearth/route.h"
#include "hearth/tokenizer.h"
#include "hearth/told_token.h"

namespace hearth {

/// Time spent on each part of a reply, in milliseconds; rates in tokens a second.
struct GenerationMetrics {
    int promptTokens = 0;     ///< all that the model reads, without those dropped by context shifts
    int reusedTokens = 0;     ///< found in the KV cache
    int reusedFromDisk = 0;   ///< of these, read from EngineOptions::prefixFolder for this reply
    int processedTokens = 0;  ///< promptTokens - reusedTokens
    int generatedTokens = 0;
    /// timeToFirstTokenMs and totalMs are measured from the request.
    double templateMs = 0, tokenizeMs = 0, prefillMs = 0, timeToFirstTokenMs = 0, decodeMs = 0, totalMs = 0;
    double prefillTokensPerS = 0, decodeTokensPerS = 0;
    /// Time between consecutive tokens. Tokens made by one pass share its time evenly.
    std::vector<float> interTokenMs;
    bool keptReply = false;  ///< taken from an identical request, see ReplyReuse; nothing was computed
    int movedTokens = 0;     ///< moved by a context shift instead of being computed again
    int draftedTokens = 0;   ///< drafts that were checked, see Speculation
    int acceptedTokens = 0;  ///< those that were right
    /// Of both, those that a draft model or the model itself guessed; the text did the others.
    int modelDraftedTokens = 0, modelAcceptedTokens = 0;
    int certainTokens = 0;  ///< of the reply, those that its grammar left no choice about
    /// Time of a token without drafts, measured in steps without any; 0: there was no such step.
    double plainTokenMs = 0;
};

struct GenerationResult {
    std::string text;                    ///< ReplyDelta::shown of all its deltas
    std::vector<GeneratedToken> tokens;  ///< everything generated, the end token included
    std::vector<TokenId> promptTokens;   ///< as GenerationMetrics::promptTokens
    /// All cuts that hold at the end of the reply, the oldest first: for GenerationRequest::cuts of the next
    /// request of this conversation.
    std::vector<ContextShift> cuts;
    FinishReason reason = FinishReason::EndOfText;
    uint64_t seed = 0;
    GenerationMetrics metrics;
    /// For routing between two models: the one that answered, the reason, and the dropped output of the small
    /// one. The tokens are those of the model that answered. nullopt: there is one model.
    std::optional<RouteOutcome> route = std::nullopt;
    int droppedTokens = 0;
    double droppedMs = 0;
    /// The reply's tokens where another program made them, as far as it tells them; `tokens` is empty then.
    std::vector<ToldToken> toldTokens = {};
};

}  // namespace hearth
