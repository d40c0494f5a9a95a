#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/model_host.h"
#include "hearth/request_record.h"
#include "hearth/routing.h"

namespace hearth {

/// Lets other programs on this computer use models that its owner runs: the HTTP interfaces of OpenAI and
/// Anthropic on 127.0.0.1. All of it may be called from any thread.
class LocalServer {
public:
    struct Options {
        uint16_t port = 8080;  ///< 0: any that is free
        /// A request needs one of them; empty: none is needed.
        std::vector<std::string> keys;
        int parallel = 4;  ///< replies of a model at a time; other requests wait
    };

    /// Listens from now on, without a model. Throws Error, of the kinds in http/http_errors.h, where it
    /// cannot listen.
    static std::unique_ptr<LocalServer> listen(const Options& options);
    /// Requests that run are cancelled. Waits for the engines to let go of them, at most two seconds.
    virtual ~LocalServer() = default;

    struct Model {
        std::string name;  ///< for programs; all are different
        /// Its host outlives the server. It is in use only while a request has it, and may be closed.
        std::weak_ptr<HostedModel> model;
        std::vector<std::string> aliases = {};  ///< further names
        bool operator==(const Model& other) const {
            const bool isSame = !model.owner_before(other.model) && !other.model.owner_before(model);
            return name == other.name && isSame;
        }
    };
    /// Sets the models that answer from now on: none; one, which answers to any name; or several, each of
    /// which answers to its name, and the first to requests that name nothing. With a rule the first two are
    /// a pair, the small one first: the rule chooses between them for requests that name `routedModelName` or
    /// nothing. Requests that models before them have continue.
    virtual void setModels(std::vector<Model> models, std::optional<RoutingRule> rule) = 0;
    virtual std::string url() const = 0;
    /// The last requests, the oldest first.
    virtual std::vector<RequestRecord> log() const = 0;
    /// By the name of the client.
    virtual std::map<std::string, ClientFigures> clients() const = 0;
    /// Replies that are made, and requests that wait for their turn.
    virtual int running() const = 0;
    virtual size_t waiting() const = 0;
};

}  // namespace hearth
