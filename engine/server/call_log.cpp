#include "server/call_log.h"

#include <functional>
#include <utility>

#include "hearth/error.h"

namespace hearth::server {

void CallLog::record(const ApiCall& call, const std::string& model, const ReplyOutcome& outcome) {
    m_figures.add({.at = std::chrono::system_clock::now(),
                   .client = call.client(),
                   .route = call.route,
                   .model = model,
                   .status = outcome.status,
                   .cancelled = outcome.cancelled,
                   .promptTokens = outcome.metrics.promptTokens,
                   .cachedTokens = outcome.metrics.reusedTokens,
                   .generatedTokens = outcome.generatedTokens,
                   .firstTokenMs = outcome.metrics.timeToFirstTokenMs,
                   .totalMs = call.elapsedMs()});
}

void CallLog::tell(const openai::RequestNotes& notes) {
    // Names of fields come from outside: a client could think of new ones for ever.
    constexpr size_t most = 500;
    if (!m_notice) return;
    for (const std::string& sentence : notes.sentences()) {
        const std::scoped_lock lock(m_mutex);
        if (m_told.size() < most && m_told.insert(sentence).second) m_notice(sentence);
    }
}

void CallLog::tellLeftOut(const ReplyGrammar& grammar) {
    using Kind = ReplyGrammar::Kind;
    constexpr size_t most = 1000;
    const bool mayLack = grammar.kind == Kind::LooseJsonSchema || grammar.kind == Kind::ToolCalls ||
                         grammar.kind == Kind::MayCallTools;
    if (!m_notice || !mayLack) return;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_grammars.size() >= most || !m_grammars.insert(std::hash<std::string>()(grammar.source)).second)
            return;
    }
    try {
        openai::RequestNotes notes;
        for (std::string& sentence : checkReplyGrammar(grammar)) notes.add(std::move(sentence));
        tell(notes);
    } catch (const Error&) {
        // The one who asked for it is told.
    }
}

void CallLog::refuse(const ApiCall& call, const ApiProblem& problem) {
    call.refuse(problem);
    record(call, {}, {.metrics = {}, .status = problem.status, .failed = true});
}

}  // namespace hearth::server
