#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "hearth/engine.h"
#include "server/api_call.h"
#include "server/reply_job.h"
#include "server/reply_writer.h"
#include "server/served_model.h"
#include "server/work_thread.h"

namespace hearth::server {

/// A request on its way to the engine of a model. The functions are called on the engine's thread.
struct ReplyStart {
    std::shared_ptr<ApiCall> call;
    std::shared_ptr<ServedModel> model;
    GenerationRequest request;
    int choices = 1;
    /// Makes what its replies are told to.
    std::function<std::unique_ptr<ReplyWriter>(const Engine& engine)> writer;
    /// Instead of everything else: there is no engine.
    std::function<void(const Error& problem)> noEngine;
    /// Where a long prompt is made, so that replies that run do not wait for it; gone: where the engine runs.
    std::weak_ptr<WorkThread> prompts = {};
    /// Once, at the end.
    std::function<void(const ReplyOutcome& outcome)> ended;
};

/// Makes the prompt of a request that is long on `thread`, and has `then` run where the engine runs, with the
/// prompt unless it could not be made or is another model's. False: nothing of that is to be done, and
/// nothing is moved from. Where the engine runs.
bool makePromptBeside(Engine& engine, EnginePort& port, const std::weak_ptr<WorkThread>& thread,
                      std::shared_ptr<GenerationRequest> request, EnginePort::Task then,
                      std::stop_token stop);

/// Has a model answer: now, or when its turn comes. The end of the connection cancels it. From any thread.
void startReply(ReplyStart start);

}  // namespace hearth::server
