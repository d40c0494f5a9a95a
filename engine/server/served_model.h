#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/engine_port.h"
#include "hearth/model_host.h"
#include "server/reply_memory.h"

namespace hearth::server {

/// A model that requests can name, which gives texts that it said before their tokens. What it refers to
/// outlives it.
class ServedModel final : public Generator {
public:
    /// `parallel`: replies at a time. `mostWaiting`: requests; those beyond are refused.
    ServedModel(std::string itsName, std::vector<std::string> otherNames, EnginePort& itsPort, int parallel,
                size_t mostWaiting = 1024);
    /// A model of a host, with what is remembered of its replies.
    ServedModel(std::string itsName, std::shared_ptr<HostedModel> itsModel,
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
    EnginePort& port;        ///< of the model
    RequestQueue& requests;  ///< of the model
};

/// True if a name that a client gives is that of a model: programs write "NAME.gguf", "openai/NAME",
/// "NAME:latest", and letters of either case.
bool meansModel(std::string_view wanted, std::string_view name);

/// A phase as /v1/models calls it.
const char* phaseName(ModelHost::Phase phase);

struct Routing;

/// The models of a server.
class ModelShelf {
public:
    virtual ~ModelShelf() = default;
    /// The model of this name; "": the first. nullptr: there is none. From the network's thread; must not
    /// block.
    virtual std::shared_ptr<ServedModel> find(std::string_view name) = 0;
    /// The model that a request means, or how one of two is found for it; neither: there is no such model.
    struct Meant {
        std::shared_ptr<ServedModel> model;
        std::shared_ptr<const Routing> routing = nullptr;
    };
    /// Finds both at the same moment, for models may change. From the network's thread; must not block.
    virtual Meant meant(std::string_view name) { return {find(name)}; }
    /// What /v1/models lists.
    struct Listed {
        std::string name;
        int64_t created = 0;
        std::string state;      ///< "loaded", "loading", "not loaded", "failed"
        int contextLength = 0;  ///< tokens; 0: not known yet
    };
    virtual std::vector<Listed> list() const = 0;
    virtual int running() const = 0;
    virtual size_t waiting() const = 0;
    /// How requests for `routedModelName` find their model; nullptr: there is no such name.
    virtual std::shared_ptr<const Routing> routing() const { return nullptr; }
};

}  // namespace hearth::server
