#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/engine_thread.h"
#include "server/reply_memory.h"
#include "server/reply_queue.h"

namespace hearth::server {

/// A model that requests can name. What it refers to outlives it.
struct ServedModel {
    /// `parallel`: replies at a time. `mostWaiting`: requests; those beyond are refused.
    ServedModel(std::string itsName, std::vector<std::string> otherNames, EnginePort& itsPort, int parallel,
                size_t mostWaiting = 1024);

    std::string name;
    std::vector<std::string> aliases;
    int64_t created;  ///< seconds of Unix time
    EnginePort& port;
    ReplyQueue queue;
    ReplyMemory memory;

    bool isCalled(std::string_view wanted) const;
};

struct Routing;

/// The models of a server.
class ModelShelf {
public:
    virtual ~ModelShelf() = default;
    /// The model of this name; "": the first. nullptr: there is none. From the network's thread; must not
    /// block.
    virtual std::shared_ptr<ServedModel> find(std::string_view name) = 0;
    /// What /v1/models lists.
    struct Listed {
        std::string name;
        int64_t created = 0;
        std::string state;  ///< "loaded", "loading", "not loaded", "failed"
    };
    virtual std::vector<Listed> list() const = 0;
    virtual int running() const = 0;
    virtual size_t waiting() const = 0;
    /// How requests for `routedModelName` find their model; nullptr: there is no such name.
    virtual const Routing* routing() const { return nullptr; }
};

}  // namespace hearth::server
