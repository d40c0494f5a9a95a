#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/engine_executor.h"
#include "hearth/model_host.h"
#include "server/reply_memory.h"

namespace hearth::server {

/// A model that requests can name, which gives texts that it said before their tokens. What it refers to
/// outlives it.
class ModelHandle final : public Generator {
public:
    /// `parallel`: replies at a time. `mostWaiting`: requests; those beyond are refused.
    ModelHandle(std::string itsName, std::vector<std::string> otherNames, EngineExecutor& itsPort,
                int parallel, size_t mostWaiting = 1024);
    /// A model of a host, with what is remembered of its replies.
    ModelHandle(std::string itsName, std::shared_ptr<HostedModel> itsModel,
                std::shared_ptr<ReplyMemory> itsMemory, int64_t itsCreated);

    RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority,
                     const Policy& policy = {}) override;
    void cancel(RequestId id) override { requests.cancel(id); }
    void setPriority(RequestId id, Priority priority) override { requests.setPriority(id, priority); }

    bool isCalled(std::string_view wanted) const;

    const std::string name;
    const std::vector<std::string> aliases;
    const int64_t created;  ///< seconds of Unix time
    const std::shared_ptr<HostedModel> model;
    const std::shared_ptr<ReplyMemory> memory;
    EngineExecutor& port;    ///< of the model
    RequestQueue& requests;  ///< of the model
};

/// True if a name that a client gives is that of a model: programs write "NAME.gguf", "openai/NAME",
/// "NAME:latest", and letters of either case.
bool meansModel(std::string_view wanted, std::string_view name);

/// A phase as /v1/models calls it.
const char* phaseName(ModelPhase phase);

}  // namespace hearth::server
