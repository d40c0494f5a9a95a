#pragma once

#include <vector>

#include "hearth/generation_request.h"
#include "hearth/reply_delta.h"

namespace hearth {
class Engine;
}

namespace hearth::openai {

/// The tokens of a request's prompt with their probabilities after the tokens before them, and with up to
/// `alternatives` best ones each; the first has none. Computes the prompt by itself: nothing else runs in the
/// engine meanwhile. Throws as Engine::submit() does.
std::vector<GeneratedToken> promptLogprobs(Engine& engine, const GenerationRequest& request,
                                           int alternatives);

}  // namespace hearth::openai
