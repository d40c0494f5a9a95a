#pragma once

#include <string>

#include "server/api_call.h"
#include "server/reply_job.h"
#include "server/server_figures.h"

namespace hearth::server {

/// Puts calls that have ended into the figures. From any thread. Calls that are under way share it, for
/// replies may end later than the server.
class CallLog {
public:
    void record(const ApiCall& call, const std::string& model, const ReplyOutcome& outcome);
    /// Answers with a problem, and records that.
    void refuse(const ApiCall& call, const ApiProblem& problem);
    const ServerFigures& figures() const noexcept { return m_figures; }

private:
    ServerFigures m_figures;
};

}  // namespace hearth::server
