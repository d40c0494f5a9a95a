#include "inference/dropped_turns.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "inference/turn_starts.h"

namespace hearth::app {

namespace {

/// The request without so many of its oldest turns.
GenerationRequest withoutTurns(const GenerationRequest& request, const std::vector<size_t>& starts,
                               size_t turns) {
    GenerationRequest shorter = request;
    shorter.prompt.reset();
    const auto at = [&](size_t turn) {
        return shorter.messages.begin() + static_cast<ptrdiff_t>(starts[turn]);
    };
    shorter.messages.erase(at(0), at(turns));
    return shorter;
}

}  // namespace

DroppedTurns dropTurns(const Engine& engine, GenerationRequest& request, size_t room, size_t target,
                       const std::stop_token& stop) {
    const auto tokensOf = [&](GenerationRequest& one) {
        return static_cast<size_t>(engine.prepare(one, stop).promptTokens);
    };
    const std::vector<size_t> starts = turnStarts(request.messages);
    if (starts.size() < 2 || tokensOf(request) <= room) return {};
    // Fewer turns are never longer, so the least number is found by halving: each try renders all that is
    // left.
    size_t few = 0, many = starts.size() - 1;
    GenerationRequest shorter = withoutTurns(request, starts, many);
    while (many - few > 1) {
        const size_t middle = (few + many) / 2;
        GenerationRequest attempt = withoutTurns(request, starts, middle);
        if (tokensOf(attempt) <= target) {
            many = middle;
            shorter = std::move(attempt);
        } else {
            few = middle;
        }
    }
    request = std::move(shorter);
    return {static_cast<int>(many), static_cast<int>(starts[many] - starts[0])};
}

}  // namespace hearth::app
