#include "server/reply_start.h"

#include <utility>

namespace hearth::server {

void startReply(ReplyStart start) {
    start.request.spentMs = start.call->elapsedMs();
    EnginePort& port = start.model->port;
    port.post([start = std::move(start)](Engine* engine, const Error* problem) mutable {
        if (engine == nullptr) return start.noEngine(*problem);
        const std::shared_ptr<ServedModel> model = start.model;
        const auto job = std::make_shared<ReplyJob>(
            std::move(start.request), start.choices, start.writer(*engine), model->port,
            [model, choices = start.choices, ended = std::move(start.ended)](Engine* still,
                                                                             const ReplyOutcome& outcome) {
                ended(outcome);
                if (outcome.started) model->queue.release(still, choices);
            });
        start.call->response->onGone([weak = std::weak_ptr(job)] {
            if (const auto gone = weak.lock()) gone->cancel();
        });
        model->queue.take(*engine, job);
    });
}

}  // namespace hearth::server
