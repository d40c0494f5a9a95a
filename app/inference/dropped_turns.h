#pragma once

#include <cstddef>
#include <stop_token>

#include "inference/generation_job.h"

namespace hearth::app {

/// Removes the oldest turns of a prompt that has more than `room` tokens, until at most `target` tokens are
/// left. `target` is smaller than needed to fit, so that the next turns need no other removal and find the
/// rest in the cache. System messages, the last question and a reply that is continued always stay, whatever
/// their length. Leaves the prompt in the request if it is known. Throws what Engine::prepare() throws.
DroppedTurns dropTurns(const Engine& engine, GenerationRequest& request, size_t room, size_t target,
                       const std::stop_token& stop);

/// The tokens of a request's last turn with the system messages: the minimum that dropping turns leaves.
/// Throws what Engine::prepare() throws.
int lastTurnTokens(const Engine& engine, const GenerationRequest& request, const std::stop_token& stop);

}  // namespace hearth::app
