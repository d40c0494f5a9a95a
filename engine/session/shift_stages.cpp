#include "session/shift_stages.h"

#include <array>

#include "backend/backend.h"

namespace hearth {

namespace {

/// The first stage of what is left behind a cut that moves nothing; the conversation's without a cut.
ShiftStage freshStage(const PromptView& conversation, const ContextShift* cut, size_t end) {
    ShiftStage stage;
    const size_t keep = cut == nullptr ? 0 : cut->keep, from = cut == nullptr ? 0 : cut->dropTo;
    stage.tokens = withoutRows(conversation.first(end), keep, from - keep);
    return stage;
}

}  // namespace

bool canMove(const ContextShift& cut, size_t stageTokens, const MoveLimits& limits) {
    if (!limits.canMove || cut.at <= cut.dropTo || stageTokens > limits.positions) return false;
    const size_t left = cut.keep + (cut.at - cut.dropTo);
    for (const uint32_t window : limits.windows) {
        // The rows that follow see so far back: not into the beginning, or nothing of it is gone yet.
        if (window != 0 && left < size_t{window} + cut.keep && stageTokens >= window) return false;
    }
    return true;
}

ShiftStage stageBehind(const ShiftStage& before, size_t keep, size_t dropped) {
    ShiftStage next;
    next.keep = keep;
    next.dropped = dropped;
    next.tokens = withoutRows(before.tokens, keep, dropped);
    next.moved = next.promptTokens = next.tokens.size();
    const std::array<uint64_t, 2> what{keep, dropped};
    next.origin =
        joined(joined(before.origin, tokenHash(before.tokens)), contentHash(std::as_bytes(std::span(what))));
    return next;
}

std::vector<ShiftStage> shiftStages(const PromptView& conversation, std::span<const ContextShift> cuts,
                                    const MoveLimits& limits) {
    // From the last cut that moves nothing on.
    std::vector<ShiftStage> stages;
    const ContextShift* before = nullptr;
    const auto begin = [&](size_t end) {
        if (stages.empty())
            stages.push_back(freshStage(conversation, before, end));
        else
            stages.back().tokens.append(conversation.subspan(before->at, end - before->at));
        stages.back().promptTokens = stages.back().tokens.size();
    };
    for (const ContextShift& cut : cuts) {
        const size_t gone = before == nullptr ? 0 : before->dropTo - before->keep;
        const bool ends =
            before == nullptr || stages.empty() ? cut.at >= gone + cut.keep : cut.at >= before->at;
        if (ends && canMove(cut, cut.at - gone, limits)) {
            begin(cut.at);
            stages.push_back(stageBehind(stages.back(), cut.keep, cut.dropTo - cut.keep - gone));
        } else {
            stages.clear();
        }
        before = &cut;
    }
    begin(conversation.size());
    return stages;
}

}  // namespace hearth
