#include "server/reply_start.h"

#include <exception>
#include <utility>

#include "hearth/prompt_size.h"

namespace hearth::server {

namespace {

void begin(ReplyStart& start, Engine* engine, const Error* problem) {
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
}

}  // namespace

bool makePromptBeside(Engine& engine, EnginePort& port, const std::weak_ptr<WorkThread>& thread,
                      std::shared_ptr<GenerationRequest> request, EnginePort::Task then,
                      std::stop_token stop) {
    if (promptBytes(*request) <= longPromptBytes) return false;
    const std::shared_ptr<WorkThread> maker = thread.lock();
    std::shared_ptr<const PromptMaker> prompts = engine.prompts();
    if (!maker || !prompts) return false;
    maker->post([prompts = std::move(prompts), request = std::move(request), then = std::move(then),
                 stop = std::move(stop), &port]() mutable {
        try {
            prompts->make(*request, stop);
        } catch (const std::exception&) {
            // Whoever submits the request hears what is wrong with it.
        }
        port.post([prompts = std::move(prompts), request = std::move(request), then = std::move(then)](
                      Engine* still, const Error* problem) {
            // Another model has other tokens.
            if (still == nullptr || still->prompts() != prompts) request->prompt.reset();
            then(still, problem);
        });
    });
    return true;
}

void startReply(ReplyStart start) {
    start.request.spentMs = start.call->elapsedMs();
    EnginePort& port = start.model->port;
    port.post([start = std::move(start)](Engine* engine, const Error* problem) mutable {
        if (engine == nullptr || promptBytes(start.request) <= longPromptBytes)
            return begin(start, engine, problem);
        EnginePort& where = start.model->port;
        const std::weak_ptr<WorkThread> thread = start.prompts;
        auto request = std::make_shared<GenerationRequest>(std::exchange(start.request, {}));
        const auto later = std::make_shared<ReplyStart>(std::move(start));
        std::stop_source gone;
        const EnginePort::Task then = [later, request, left = gone.get_token()](Engine* still,
                                                                                const Error* why) {
            if (left.stop_requested())
                return later->noEngine(Error(ErrorCode::Cancelled, "The client has left."));
            later->request = std::move(*request);
            later->request.spentMs = later->call->elapsedMs();
            begin(*later, still, why);
        };
        later->call->response->onGone([gone]() mutable { gone.request_stop(); });
        if (!makePromptBeside(*engine, where, thread, request, then, gone.get_token())) then(engine, nullptr);
    });
}

}  // namespace hearth::server
