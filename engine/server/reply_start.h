#pragma once

#include <functional>
#include <memory>

#include "hearth/engine.h"
#include "server/api_call.h"
#include "server/reply_job.h"
#include "server/reply_writer.h"
#include "server/served_model.h"

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
    /// Once, at the end.
    std::function<void(const ReplyOutcome& outcome)> ended;
};

/// Has a model answer: now, or when its turn comes. The end of the connection cancels it. From any thread.
void startReply(ReplyStart start);

}  // namespace hearth::server
