#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "grammar/automaton.h"
#include "grammar/tool_calls.h"
#include "hearth/error.h"
#include "hearth/reply_grammar.h"

namespace hearth::grammar {

/// Automata of the grammars that were asked for last. Large ones take long to make, so they can be made on
/// another thread, and are found here. From any thread.
class PreparedAutomata {
public:
    /// Makes it, if it is not known. `spaceFirst`: up to two line ends may come before the text. Throws as
    /// checkReplyGrammar() says, the second time at once.
    std::shared_ptr<const Automaton> get(const ReplyGrammar& grammar, bool spaceFirst,
                                         const CallForm& calls = {});
    /// Number of those that are kept, with those that cannot be made.
    size_t size() const {
        const std::scoped_lock lock(m_mutex);
        return m_entries.size();
    }

private:
    struct Entry {
        ReplyGrammar source;
        bool spaceFirst = false;
        CallForm calls = {};
        std::shared_ptr<const Automaton> automaton = nullptr;
        std::optional<Error> problem = {};
    };
    static Entry made(const ReplyGrammar& grammar, bool spaceFirst, const CallForm& calls);

    mutable std::mutex m_mutex;
    std::list<Entry> m_entries;  ///< the last made first
};

}  // namespace hearth::grammar
