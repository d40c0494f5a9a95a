#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "openai/request_notes.h"
#include "server/api_call.h"
#include "server/reply_job.h"
#include "server/server_figures.h"

namespace hearth::server {

/// Puts calls that have ended into the figures. From any thread. Calls that are under way share it, for
/// replies may end later than the server.
class CallLog {
public:
    /// Hears a sentence for the person who runs the server. From any thread.
    using Notice = std::function<void(const std::string& sentence)>;
    explicit CallLog(Notice notice = {}) : m_notice(std::move(notice)) {}

    /// Tells each sentence once, whichever requests have it.
    void tell(const openai::RequestNotes& notes);
    /// Tells what of a grammar cannot be held, the first time that it is asked for.
    void tellLeftOut(const ReplyGrammar& grammar);
    void record(const ApiCall& call, const std::string& model, const ReplyOutcome& outcome);
    /// Answers with a problem, and records that.
    void refuse(const ApiCall& call, const ApiProblem& problem);
    const ServerFigures& figures() const noexcept { return m_figures; }

private:
    ServerFigures m_figures;
    const Notice m_notice;
    std::mutex m_mutex;
    std::set<std::string> m_told;
    std::set<size_t> m_grammars;  ///< hashes of those that were looked at
};

}  // namespace hearth::server
