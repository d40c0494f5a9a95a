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
    if (turns == 0) return shorter;
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
    if (starts.size() < 2) return {};
    const size_t whole = tokensOf(request);
    if (whole <= room) return {};
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
    const size_t left = tokensOf(shorter);
    request = std::move(shorter);
    return {static_cast<int>(many), static_cast<int>(starts[many] - starts[0]),
            static_cast<int>(whole - std::min(whole, left))};
}

int lastTurnTokens(const Engine& engine, const GenerationRequest& request, const std::stop_token& stop) {
    const std::vector<size_t> starts = turnStarts(request.messages);
    GenerationRequest last = withoutTurns(request, starts, starts.empty() ? 0 : starts.size() - 1);
    last.cuts.clear();
    return engine.prepare(last, stop).promptTokens;
}

}  // namespace hearth::app
