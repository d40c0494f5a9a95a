#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hearth/engine_port.h"
#include "hearth/request_record.h"

namespace hearth {

/// Lets other programs on this computer use a model that its owner runs: the HTTP interfaces of OpenAI and
/// Anthropic on 127.0.0.1. All of it may be called from any thread.
class LocalServer {
public:
    struct Options {
        uint16_t port = 8080;  ///< 0: any that is free
        /// A request needs one of them; empty: none is needed.
        std::vector<std::string> keys;
        int parallel = 4;  ///< replies at a time; other requests wait
    };

    /// Listens from now on. `port` is where the engine runs, and outlives the server. Throws Error, of the
    /// kinds in http/http_errors.h, where it cannot listen.
    static std::unique_ptr<LocalServer> listen(const Options& options, EnginePort& port);
    /// Requests that run are cancelled. Waits for the engine to let go of them, at most two seconds.
    virtual ~LocalServer() = default;

    /// What the model is called that answers; "": there is none now.
    virtual void setModel(const std::string& name) = 0;
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
