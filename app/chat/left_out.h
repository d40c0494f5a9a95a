#pragma once

#include <QString>
#include <vector>

#include "hearth/context_shift.h"
#include "store/records.h"

namespace hearth::app {

/// The beginning of a conversation that is left out of its prompts.
struct LeftOut {
    int turns = 0;            ///< questions from the first one on, each with its answers
    int summarisedTurns = 0;  ///< number of these turns that the summary replaces
    QString summary;          ///< precedes the remaining messages; empty: there is none
    int messages = 0;         ///< of the turns without a summary
    int summarisedMessages = 0;
    int tokens = 0;  ///< of `messages`, as counted when they were cut off; 0: not known
    /// Context shifts of the engine in addition, in tokens of the prompt without those turns. They remove
    /// about this many turns.
    std::vector<ContextShift> cuts = {};
    int slidTurns = 0;
    int slidMessages = 0;
    bool operator==(const LeftOut&) const = default;
};

/// Indices where the turns of a branch begin: the first turn at the first message that is not a system
/// message, the others at a question each. dropTurns() counts the same way.
std::vector<size_t> turnStarts(const std::vector<store::Message>& path);

/// The part left out of a branch whose first `cutTurns` turns were cut off, with the latest of `summaries`
/// that is on it. The last turn always stays.
LeftOut leftOutOf(const std::vector<store::Message>& path, const std::vector<store::Summary>& summaries,
                  int cutTurns);
/// The same, with these context shifts of the engine, which removed this many turns.
LeftOut withCuts(LeftOut leftOut, const std::vector<store::Message>& path, std::vector<ContextShift> cuts,
                 int slidTurns);

/// The latest summary on a branch; nullptr: there is none.
const store::Summary* summaryOn(const std::vector<store::Message>& path,
                                const std::vector<store::Summary>& summaries);

}  // namespace hearth::app
