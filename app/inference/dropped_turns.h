#pragma once

#include <cstddef>
#include <stop_token>

#include "inference/generation_job.h"

namespace hearth::app {

/// Where a prompt has more than `room` tokens, takes as many of its oldest turns out as leave at most
/// `target`: fewer than would fit, so that the next turns need no other cut and find in the cache what
/// follows this one. System messages stay, and so do the last question and a reply that is continued,
/// whatever their length. Leaves the prompt in the request where it is known. Throws what Engine::prepare()
/// throws.
DroppedTurns dropTurns(const Engine& engine, GenerationRequest& request, size_t room, size_t target,
                       const std::stop_token& stop);

/// The tokens of a request's last turn with the system messages: what dropping turns leaves at the least.
/// Throws what Engine::prepare() throws.
int lastTurnTokens(const Engine& engine, const GenerationRequest& request, const std::stop_token& stop);

}  // namespace hearth::app
