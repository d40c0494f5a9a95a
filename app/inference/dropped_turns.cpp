#include "inference/dropped_turns.h"

#include <algorithm>
#include <utility>

namespace hearth::app {

namespace {

/// How many turns can go: the last question stays, whatever its length, for without it there is nothing to
/// answer, and so does the reply that is continued.
int droppableTurns(const GenerationRequest& request) {
    const auto oldest = std::ranges::find_if(
        request.messages, [](const ChatMessage& message) { return message.role != "system"; });
    const ptrdiff_t kept = request.continueLast ? 2 : 1;
    return static_cast<int>(std::max<ptrdiff_t>(0, request.messages.end() - oldest - kept) / 2);
}

/// The request without so many of its turns: the oldest, or those after the first, and it last of all.
GenerationRequest withoutTurns(const GenerationRequest& request, Overflow overflow, int turns) {
    GenerationRequest shorter = request;
    shorter.prompt.reset();
    auto first = std::ranges::find_if(shorter.messages,
                                      [](const ChatMessage& message) { return message.role != "system"; });
    if (overflow == Overflow::KeepStart && turns < droppableTurns(request)) first += 2;
    shorter.messages.erase(first, first + 2 * turns);
    return shorter;
}

}  // namespace

size_t roomForPrompt(const Engine& engine) {
    const auto length = static_cast<size_t>(std::max(1, engine.info().contextLength));
    return length - std::min<size_t>(1024, length / 8);
}

int dropTurns(const Engine& engine, GenerationRequest& request, Overflow overflow, size_t room,
              const std::stop_token& stop) {
    const auto fits = [&](GenerationRequest& one) {
        return static_cast<size_t>(engine.prepare(one, stop).promptTokens) <= room;
    };
    const int most = droppableTurns(request);
    if (overflow == Overflow::Refuse || most == 0 || fits(request)) return 0;
    // Fewer turns are never longer, so the least number is found by halving: each try renders all that is
    // left.
    int few = 0, many = most;
    GenerationRequest shorter = withoutTurns(request, overflow, many);
    while (many - few > 1) {
        const int middle = (few + many) / 2;
        GenerationRequest attempt = withoutTurns(request, overflow, middle);
        if (fits(attempt)) {
            many = middle;
            shorter = std::move(attempt);
        } else {
            few = middle;
        }
    }
    request = std::move(shorter);
    return 2 * many;
}

}  // namespace hearth::app
