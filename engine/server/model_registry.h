#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/local_server.h"
#include "server/counting_port.h"
#include "server/model_handle.h"
#include "server/routing.h"

namespace hearth::server {

/// The models of a server by the names that requests give. Its tenant sets them and changes them at will. A
/// single one answers to any name; of several each answers to its own, and with a routing there is also
/// `routedModelName`, which is two of them. From any thread; nothing here waits.
class ModelRegistry {
public:
    /// A model that requests may name.
    using Offer = LocalServer::Model;
    struct Options {
        /// The model that a request without a name means, if there is no routing: the first, or else the one
        /// of those that are loaded that was used last.
        enum class Unnamed : uint8_t { First, LastUsed } unnamed = Unnamed::First;
        /// Replies of each model at a time, in queues of the shelf's own; nullopt: those of the models.
        std::optional<int> parallel = {};
    };
    ModelRegistry() : ModelRegistry(Options()) {}
    explicit ModelRegistry(Options options) : m_options(options) {}

    /// Sets the models that are offered from now on. One that is there already stays as it is, and requests
    /// that others have continue. `routing`: see meant(); nullptr: none.
    void setModels(std::vector<Offer> offers, std::shared_ptr<const Routing> routing = nullptr);

    /// The model of this name; nullptr: there is none, or it is closed. Never the name that is two.
    std::shared_ptr<ModelHandle> find(std::string_view name);
    /// The model that a request means, or how one of two is found for it; neither: there is no such model.
    struct Meant {
        std::shared_ptr<ModelHandle> model;
        std::shared_ptr<const Routing> routing = nullptr;
    };
    /// Finds both at the same moment, for models may change.
    Meant meant(std::string_view name);
    /// An entry of /v1/models.
    struct Listed {
        std::string name;
        int64_t created = 0;        ///< seconds of Unix time
        std::string state;          ///< "loaded", "loading", "not loaded", "failed"
        int contextLength = 0;      ///< tokens; 0: not known yet
        bool seesPictures = false;  ///< false until the model is loaded
    };
    std::vector<Listed> list() const;
    /// Replies that are made, and requests that wait for their turn or for a model; also of models that are
    /// not offered any more.
    int running() const;
    size_t waiting() const;
    /// Routing of requests for `routedModelName`; nullptr: there is no such name.
    std::shared_ptr<const Routing> routing() const;
    /// With queues of its own: true if no model, also of those before, has a request or a task. While nobody
    /// asks for replies, that stays so.
    bool isIdle() const;

private:
    struct Entry {
        Offer offer;
        std::shared_ptr<ReplyMemory> memory;
        int64_t created = 0;
        /// With a queue of its own; its requests hold it, and it holds the model.
        std::weak_ptr<ModelHandle> served = {};
    };
    // Under the lock.
    Entry* entryCalled(std::string_view name);
    Entry* unnamed();
    std::shared_ptr<ModelHandle> modelCalled(std::string_view name);
    std::shared_ptr<ModelHandle> served(Entry& entry) const;
    /// Requests of models that are offered, and that were before.
    std::vector<std::shared_ptr<HostedModel>> all() const;

    const Options m_options;
    const std::shared_ptr<TaskCount> m_tasks = std::make_shared<TaskCount>();
    mutable std::mutex m_mutex;  ///< of the rest
    std::vector<Entry> m_models;
    std::vector<std::weak_ptr<ModelHandle>>
        m_earlier;  ///< with queues of their own; their requests hold them
    std::shared_ptr<const Routing> m_routing;
    int64_t m_routedSince = 0;  ///< seconds of Unix time
};

/// Throws Error where one of the two models of a routing is not on the shelf.
void checkRouting(ModelRegistry& models, const Routing& routing);

}  // namespace hearth::server
