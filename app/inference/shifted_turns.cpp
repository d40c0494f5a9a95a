#include "inference/shifted_turns.h"

#include <map>
#include <utility>
#include <vector>

#include "hearth/prompt_service.h"
#include "inference/turn_starts.h"

namespace hearth::app {

DroppedTurns turnsOfShifts(const Engine& engine, const GenerationRequest& request,
                           std::span<const ContextShift> cuts, const std::stop_token& stop) {
    const std::vector<size_t> starts = turnStarts(request.messages);
    if (cuts.empty() || starts.size() < 2) return {};
    const size_t keep = cuts.back().keep, dropTo = cuts.back().dropTo;
    // By turn: where it begins, in tokens of the prompt.
    std::map<size_t, size_t> begins{{0, keep}};
    const auto beginOf = [&](size_t turn) {
        const auto known = begins.find(turn);
        if (known != begins.end()) return known->second;
        GenerationRequest before = request;
        before.prompt.reset();
        before.continueLast = false;
        before.messages.resize(starts[turn]);
        return begins[turn] = madePrompt(promptsOf(engine), std::move(before), stop).tokens.size();
    };
    // Turns follow each other, so the number of those that are gone is found by halving.
    size_t gone = 0, there = starts.size() - 1;
    while (gone < there) {
        const size_t turn = (gone + there) / 2;
        if (beginOf(turn) + beginOf(turn + 1) <= 2 * dropTo)
            gone = turn + 1;
        else
            there = turn;
    }
    return {static_cast<int>(gone), static_cast<int>(starts[gone] - starts[0]),
            static_cast<int>(droppedTokens(cuts))};
}

}  // namespace hearth::app
