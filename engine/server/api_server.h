#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/server.h"
#include "openai/completion_request.h"
#include "server/api_call.h"
#include "server/served_model.h"
#include "server/server_figures.h"
#include "server/work_thread.h"

namespace hearth::server {

/// How a server answers.
struct ApiOptions {
    http::ServerOptions http;
    /// A request needs one of them ("Authorization: Bearer KEY" or "x-api-key: KEY"); empty: none is needed.
    std::vector<std::string> keys;
};

/// The HTTP interfaces of OpenAI and Anthropic in front of models. Requests are read on a thread of its own,
/// so that large ones hold neither the network nor the engine.
class ApiServer {
public:
    /// Listens from now on. The shelf outlives it. Throws as http::Server does.
    ApiServer(ApiOptions options, ModelShelf& models);
    ~ApiServer();
    ApiServer(const ApiServer&) = delete;
    ApiServer& operator=(const ApiServer&) = delete;

    std::string url() const { return m_http->url(); }
    uint16_t port() const { return m_http->port(); }
    /// As http::Server::drain().
    void drain(std::chrono::milliseconds atMost) { m_http->drain(atMost); }
    const ServerFigures& figures() const noexcept { return m_figures; }

private:
    using Route = void (ApiServer::*)(const std::shared_ptr<ApiCall>& call);

    void handle(http::Request request, std::shared_ptr<http::Response> response);
    bool isAllowed(const http::Request& request) const;
    void refuse(const ApiCall& call, const ApiProblem& problem);
    void record(const ApiCall& call, const std::string& model, const ReplyOutcome& outcome);
    void answer(const ApiCall& call, std::string body, const char* type = "application/json");

    void health(const std::shared_ptr<ApiCall>& call);
    void models(const std::shared_ptr<ApiCall>& call);
    void oneModel(const std::shared_ptr<ApiCall>& call);
    void metrics(const std::shared_ptr<ApiCall>& call);
    void properties(const std::shared_ptr<ApiCall>& call);
    void chatCompletions(const std::shared_ptr<ApiCall>& call);
    void textCompletions(const std::shared_ptr<ApiCall>& call);
    void notMade(const std::shared_ptr<ApiCall>& call);

    void complete(const std::shared_ptr<ApiCall>& call, openai::Completion kind);
    /// Gives a request to the engine. `writer`: makes what its replies are told to, on the engine's thread.
    using MakeWriter = std::function<std::unique_ptr<ReplyWriter>(const Engine& engine)>;
    void start(const std::shared_ptr<ApiCall>& call, const std::shared_ptr<ServedModel>& model,
               GenerationRequest request, int choices, MakeWriter writer);
    /// The model that a request names; refuses it where there is none.
    std::shared_ptr<ServedModel> modelFor(const ApiCall& call, const std::string& name);
    std::string nextId(const char* kind);

    ApiOptions m_options;
    ModelShelf& m_models;
    ServerFigures m_figures;
    const int64_t m_startTime;
    std::atomic<uint64_t> m_lastId = 0;
    std::optional<WorkThread> m_reader;
    std::unique_ptr<http::Server> m_http;  // last: it calls the others
};

}  // namespace hearth::server
