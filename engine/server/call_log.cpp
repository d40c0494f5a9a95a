#include "server/call_log.h"

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

void CallLog::refuse(const ApiCall& call, const ApiProblem& problem) {
    call.refuse(problem);
    record(call, {}, {.metrics = {}, .status = problem.status, .failed = true});
}

}  // namespace hearth::server
