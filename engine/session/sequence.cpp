#include "session/sequence.h"

#include <algorithm>
#include <utility>

namespace hearth {

void Sequence::enter(size_t index) {
    if (index != stage) {
        ShiftStage& own = stages[stage];
        own.tokens = std::move(tokens);
        own.promptTokens = promptTokens;
        own.chunkStarts = std::move(chunkStarts);
    }
    stage = index;
    ShiftStage& next = stages[stage];
    if (!next.tokens.empty()) {
        tokens = std::exchange(next.tokens, {});
        chunkStarts = std::exchange(next.chunkStarts, {});
        promptTokens = next.promptTokens;
    }
    origin = next.origin;
    processed = 0;
}

void Sequence::slide(size_t keep, size_t dropped, TokenId next) {
    ShiftStage own;
    own.origin = origin;
    own.tokens = tokens;
    ShiftStage behind = stageBehind(own, keep, dropped);
    behind.tokens.push_back(next);
    // The tokens of the stage that it is in are in its own.
    own.tokens = {};
    if (stages.empty()) stages.push_back(std::move(own));
    stages.push_back(std::move(behind));
}

void Sequence::restart(size_t keep, size_t dropped, TokenId next) {
    tokens = withoutRows(tokens, keep, dropped);
    tokens.push_back(next);
    promptTokens = tokens.size();
    chunkStarts.clear();
    stages.clear();
    stage = processed = 0;
    origin = {};
    restarted = true;
}

size_t Sequence::mostTokens() const noexcept {
    size_t most = tokens.size();
    for (const ShiftStage& one : stages) most = std::max(most, one.tokens.size());
    return most;
}

size_t Sequence::rowsToCome() const noexcept {
    size_t rows = waiting();
    for (size_t i = stage + 1; i < stages.size(); ++i) rows += stages[i].tokens.size() - stages[i].moved;
    return rows;
}

}  // namespace hearth
