#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/work_thread.h"
#include "http/server.h"
#include "server/api_call.h"
#include "server/call_log.h"
#include "server/embedding_routes.h"
#include "server/fetched_pictures.h"
#include "server/model_registry.h"
#include "server/reply_routes.h"
#include "server/server_figures.h"

namespace hearth::server {

/// Options of a server.
struct ApiOptions {
    http::ServerOptions http;
    /// Accepted keys ("Authorization: Bearer KEY" or "x-api-key: KEY"); empty: no key is needed.
    std::vector<std::string> keys;
    /// Store of /v1/responses; nullptr: in memory only.
    std::shared_ptr<ResponseStore> responses = nullptr;
    /// Models for embeddings and for reranking, which outlive the server; nullptr: none.
    EmbedderRegistry* embedders = nullptr;
    openai::UnknownFields unknownFields = openai::UnknownFields::Ignore;
    /// Fetches the pictures at http and https URLs of requests; if empty, such URLs are refused.
    PictureFetcher fetchPicture = {};
    /// Receives a sentence for each ignored part of requests, each sentence once; may be empty.
    CallLog::Notice notice = {};
};

/// The HTTP interfaces of OpenAI and Anthropic to models. Requests are read on a thread of its own, and long
/// prompts are built on another one, so that large requests block neither the network nor the engine nor
/// small requests.
class ApiServer {
public:
    /// Listens from now on. The shelf outlives it. Throws as http::Server does.
    ApiServer(ApiOptions options, ModelRegistry& models);
    ~ApiServer();
    ApiServer(const ApiServer&) = delete;
    ApiServer& operator=(const ApiServer&) = delete;

    std::string url() const { return m_http->url(); }
    uint16_t port() const { return m_http->port(); }
    /// As http::Server::drain().
    void drain(std::chrono::milliseconds atMost) { m_http->drain(atMost); }
    /// Returns false while a request is being read.
    bool isIdle() const noexcept { return m_reader->isIdle() && (!m_fetcher || m_fetcher->isIdle()); }
    const ServerFigures& figures() const noexcept { return m_log->figures(); }

private:
    using Route = void (ApiServer::*)(const std::shared_ptr<ApiCall>& call);
    /// Reads a body, on a thread of its own.
    using ReplyRoute = void (ReplyRoutes::*)(const std::shared_ptr<ApiCall>& call);
    using EmbeddingRoute = void (EmbeddingRoutes::*)(const std::shared_ptr<ApiCall>& call);
    struct Entry;
    static const Entry* entryOf(std::string_view method, std::string_view path, bool& otherMethod);

    void handle(http::Request request, std::shared_ptr<http::Response> response);
    /// Reads a request on the thread for that.
    void read(const std::shared_ptr<ApiCall>& call, const Entry& entry);
    /// Fetches the pictures of a request on a separate thread, because that takes long, then reads the
    /// request.
    void fetchPictures(const std::shared_ptr<ApiCall>& call, const Entry& entry);
    bool isAllowed(const http::Request& request) const;
    void answer(const ApiCall& call, std::string body, const char* type = "application/json");

    void health(const std::shared_ptr<ApiCall>& call);
    void models(const std::shared_ptr<ApiCall>& call);
    void oneModel(const std::shared_ptr<ApiCall>& call);
    void metrics(const std::shared_ptr<ApiCall>& call);
    void properties(const std::shared_ptr<ApiCall>& call);
    /// All of them, with those for embeddings.
    std::vector<ModelRegistry::Listed> listedModels() const;

    ApiOptions m_options;
    ModelRegistry& m_models;
    const std::shared_ptr<CallLog> m_log;
    const int64_t m_startTime;
    ReplyRoutes m_replies;
    EmbeddingRoutes m_embeddings;
    std::optional<FetchedPictures> m_pictures;  ///< used by the tasks of m_fetcher only
    std::optional<WorkThread> m_reader, m_fetcher;
    std::unique_ptr<http::Server> m_http;  // last: it calls the others
};

}  // namespace hearth::server
