#include "chat/left_out.h"

#include <algorithm>
#include <utility>

#include "inference/turn_starts.h"

namespace hearth::app {

std::vector<size_t> turnStarts(const std::vector<store::Message>& path) {
    return turnStarts(
        path, [](const store::Message& message) { return message.role == store::Role::System; },
        [](const store::Message& message) { return message.role == store::Role::User; });
}

const store::Summary* summaryOn(const std::vector<store::Message>& path,
                                const std::vector<store::Summary>& summaries) {
    const auto upTo = [&summaries](qint64 messageId) -> const store::Summary* {
        const auto found = std::ranges::find(summaries, messageId, &store::Summary::messageId);
        return found == summaries.end() ? nullptr : &*found;
    };
    for (size_t at = path.size(); at-- > 0;)
        if (const store::Summary* found = path[at].id == 0 ? nullptr : upTo(path[at].id)) return found;
    return upTo(0);
}

LeftOut leftOutOf(const std::vector<store::Message>& path, const std::vector<store::Summary>& summaries,
                  int cutTurns) {
    LeftOut leftOut;
    const std::vector<size_t> starts = turnStarts(path);
    const int most = std::max(0, static_cast<int>(starts.size()) - 1);
    if (const store::Summary* summary = summaryOn(path, summaries)) {
        leftOut.summary = summary->text;
        if (summary->messageId != 0) {
            const auto last = std::ranges::find(path, summary->messageId, &store::Message::id);
            const auto end = static_cast<size_t>(last - path.begin());
            leftOut.summarisedTurns =
                static_cast<int>(std::ranges::count_if(starts, [end](size_t start) { return start <= end; }));
        }
    }
    leftOut.summarisedTurns = std::min(leftOut.summarisedTurns, most);
    leftOut.turns = std::clamp(cutTurns, leftOut.summarisedTurns, most);
    const auto place = [&starts](int turn) {
        return starts.empty() ? 0 : static_cast<int>(starts[static_cast<size_t>(turn)] - starts[0]);
    };
    leftOut.summarisedMessages = place(leftOut.summarisedTurns);
    leftOut.messages = place(leftOut.turns) - leftOut.summarisedMessages;
    return leftOut;
}

LeftOut withCuts(LeftOut leftOut, const std::vector<store::Message>& path, std::vector<ContextShift> cuts,
                 int slidTurns) {
    leftOut.cuts = std::move(cuts);
    const std::vector<size_t> starts = turnStarts(path);
    const int most = std::max(0, static_cast<int>(starts.size()) - 1 - leftOut.turns);
    leftOut.slidTurns = leftOut.cuts.empty() ? 0 : std::clamp(slidTurns, 0, most);
    const auto first = static_cast<size_t>(leftOut.turns);
    if (leftOut.slidTurns > 0)
        leftOut.slidMessages =
            static_cast<int>(starts[first + static_cast<size_t>(leftOut.slidTurns)] - starts[first]);
    return leftOut;
}

}  // namespace hearth::app
