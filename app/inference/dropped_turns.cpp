#include "inference/dropped_turns.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hearth::app {

namespace {

/// Where the turns of a request begin: the first with what is no system message, the others each with a
/// question.
std::vector<size_t> turnStarts(const std::vector<ChatMessage>& messages) {
    const auto oldest =
        std::ranges::find_if(messages, [](const ChatMessage& message) { return message.role != "system"; });
    std::vector<size_t> starts;
    bool asked = false;
    for (auto at = oldest; at != messages.end(); ++at) {
        // What stands before the first question belongs to its turn.
        const bool isQuestion = at->role == "user";
        if (at == oldest || (isQuestion && asked))
            starts.push_back(static_cast<size_t>(at - messages.begin()));
        asked = asked || isQuestion;
    }
    return starts;
}

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

size_t roomForPrompt(const Engine& engine) {
    const auto length = static_cast<size_t>(std::max(1, engine.info().contextLength));
    return length - std::min<size_t>(1024, length / 8);
}

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
