#pragma once

#include <cstddef>
#include <stop_token>

#include "inference/generation_job.h"

namespace hearth::app {

/// How many tokens a prompt may have so that there is room for a reply: an eighth of the context is kept for
/// it, 1,024 tokens at most.
size_t roomForPrompt(const Engine& engine);

/// Takes as few turns out of a request as let its prompt fit into `room` tokens, as `overflow` says; the last
/// question and a reply that is continued stay, whatever their length. Returns how many messages went, and
/// leaves the prompt in the request where it is known. Throws what Engine::prepare() throws.
int dropTurns(const Engine& engine, GenerationRequest& request, Overflow overflow, size_t room,
              const std::stop_token& stop);

}  // namespace hearth::app
