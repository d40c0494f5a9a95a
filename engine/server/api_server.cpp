#include "server/api_server.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"
#include "http/constant_time.h"
#include "openai/reply_json.h"
#include "server/completion_writer.h"

namespace hearth::server {

namespace {

using openai::Json;

/// Where a key may stand.
std::string_view keyOf(const http::Request& request) {
    constexpr std::string_view bearer = "Bearer ";
    const std::string_view authorization = request.header("Authorization");
    if (authorization.starts_with(bearer)) return authorization.substr(bearer.size());
    return request.header("x-api-key");
}

Json listedModel(const ModelShelf::Listed& model) {
    return {{"id", model.name},
            {"object", "model"},
            {"created", model.created},
            {"owned_by", "hearth"},
            {"state", model.state}};
}

constexpr std::string_view modelsPath = "/v1/models/";

}  // namespace

ApiServer::ApiServer(ApiOptions options, ModelShelf& models)
    : m_options(std::move(options)), m_models(models), m_startTime(std::time(nullptr)) {
    m_reader.emplace();
    m_http = std::make_unique<http::Server>(
        m_options.http, [this](http::Request request, std::shared_ptr<http::Response> response) {
            handle(std::move(request), std::move(response));
        });
}

ApiServer::~ApiServer() {
    m_http.reset();
    m_reader.reset();
}

bool ApiServer::isAllowed(const http::Request& request) const {
    if (m_options.keys.empty()) return true;
    const std::string_view given = keyOf(request);
    bool found = false;
    // All of them, so that the time tells nothing.
    for (const std::string& key : m_options.keys) found |= http::equalInConstantTime(given, key);
    return found;
}

void ApiServer::handle(http::Request request, std::shared_ptr<http::Response> response) {
    struct Entry {
        std::string_view method, path;
        Route route;
        bool open = false;   ///< without a key
        bool heavy = false;  ///< reads a body
        ApiForm form = ApiForm::OpenAi;
    };
    static constexpr std::array entries = {
        Entry{"GET", "/health", &ApiServer::health, true},
        Entry{"GET", "/v1/models", &ApiServer::models},
        Entry{"GET", "/v1/models/{name}", &ApiServer::oneModel},
        Entry{"GET", "/metrics", &ApiServer::metrics},
        Entry{"GET", "/props", &ApiServer::properties},
        Entry{"POST", "/v1/chat/completions", &ApiServer::chatCompletions, false, true},
        Entry{"POST", "/v1/completions", &ApiServer::textCompletions, false, true},
        Entry{"POST", "/v1/embeddings", &ApiServer::notMade},
        Entry{"POST", "/v1/rerank", &ApiServer::notMade},
    };
    // Many programs are told the address with or without "/v1".
    std::string path = request.path;
    if (!path.starts_with("/v1") && path != "/health" && path != "/metrics" && path != "/props")
        path = "/v1" + path;
    auto call = std::make_shared<ApiCall>();
    call->request = std::move(request);
    call->response = std::move(response);
    const Entry* found = nullptr;
    bool otherMethod = false;
    for (const Entry& entry : entries) {
        const bool named = entry.path.ends_with("{name}") && path.starts_with(modelsPath);
        if (!named && path != entry.path) continue;
        const std::string& method = call->request.method;
        if (method == entry.method || (method == "HEAD" && entry.method == "GET"))
            found = &entry;
        else
            otherMethod = true;
    }
    call->route = found != nullptr ? std::string(found->path) : "other";
    if (found != nullptr) call->form = found->form;
    if (found == nullptr && otherMethod)
        return refuse(*call, {405, "The method is not allowed for this path.", "", "method_not_allowed"});
    if (found == nullptr) return refuse(*call, {404, "The path is not known.", "", "not_found"});
    if (!found->open && !isAllowed(call->request))
        return refuse(*call, {401, "The API key is missing or wrong.", "", "invalid_api_key"});
    if (!found->heavy) return (this->*found->route)(call);
    m_reader->post([this, call, route = found->route] { (this->*route)(call); });
}

void ApiServer::refuse(const ApiCall& call, const ApiProblem& problem) {
    call.refuse(problem);
    record(call, {}, {.metrics = {}, .status = problem.status, .failed = true});
}

void ApiServer::answer(const ApiCall& call, std::string body, const char* type) {
    call.response->send(200, type, std::move(body));
}

void ApiServer::record(const ApiCall& call, const std::string& model, const ReplyOutcome& outcome) {
    m_figures.add({.at = std::chrono::system_clock::now(),
                   .client = call.client(),
                   .route = call.route,
                   .model = model,
                   .status = outcome.status,
                   .cancelled = outcome.cancelled,
                   .promptTokens = outcome.metrics.promptTokens,
                   .cachedTokens = outcome.metrics.reusedTokens,
                   .generatedTokens = outcome.generatedTokens,
                   .firstTokenMs = outcome.metrics.timeToFirstTokenMs,
                   .totalMs = call.elapsedMs()});
}

void ApiServer::health(const std::shared_ptr<ApiCall>& call) {
    answer(*call, R"({"status":"ok"})");
}

void ApiServer::models(const std::shared_ptr<ApiCall>& call) {
    Json list = Json::array();
    for (const ModelShelf::Listed& model : m_models.list()) list.push_back(listedModel(model));
    answer(*call, openai::dumped({{"object", "list"}, {"data", std::move(list)}}));
}

void ApiServer::oneModel(const std::shared_ptr<ApiCall>& call) {
    const std::string& path = call->request.path;
    const std::string name =
        path.substr(std::min(path.size(), path.find("/models/") + std::string_view("/models/").size()));
    for (const ModelShelf::Listed& model : m_models.list())
        if (model.name == name) return answer(*call, openai::dumped(listedModel(model)));
    refuse(*call, {404, "There is no model called \"" + name + "\".", "model", "model_not_found"});
}

void ApiServer::metrics(const std::shared_ptr<ApiCall>& call) {
    answer(*call, m_figures.metrics(m_models.running(), m_models.waiting()),
           "text/plain; version=0.0.4; charset=utf-8");
}

void ApiServer::properties(const std::shared_ptr<ApiCall>& call) {
    Json list = Json::array();
    for (const ModelShelf::Listed& model : m_models.list()) list.push_back(listedModel(model));
    answer(*call, openai::dumped({{"server", "hearth"},
                                  {"started", m_startTime},
                                  {"models", std::move(list)},
                                  {"replies_running", m_models.running()},
                                  {"requests_waiting", m_models.waiting()}}));
}

void ApiServer::notMade(const std::shared_ptr<ApiCall>& call) {
    refuse(*call,
           {400, "This server does not support embeddings or reranking.", "model", "unsupported_model"});
}

void ApiServer::chatCompletions(const std::shared_ptr<ApiCall>& call) {
    complete(call, openai::Completion::Chat);
}

void ApiServer::textCompletions(const std::shared_ptr<ApiCall>& call) {
    complete(call, openai::Completion::Text);
}

std::string ApiServer::nextId(const char* kind) {
    // Unique among the starts of a server as well.
    return std::string(kind) + "-" + std::to_string(m_startTime) + "-" + std::to_string(++m_lastId);
}

std::shared_ptr<ServedModel> ApiServer::modelFor(const ApiCall& call, const std::string& name) {
    auto model = m_models.find(name);
    if (!model) refuse(call, {404, "There is no model called \"" + name + "\".", "model", "model_not_found"});
    return model;
}

void ApiServer::complete(const std::shared_ptr<ApiCall>& call, openai::Completion kind) {
    openai::CompletionRequest request;
    try {
        const Json body = parseOrderedJson(std::exchange(call->request.body, {}));
        if (body.is_discarded())
            throw openai::Refusal{"The body is not valid JSON, or is nested too deeply.", ""};
        request = openai::readCompletionRequest(body, kind);
    } catch (const openai::Refusal& refusal) {
        return refuse(*call, problemOf(refusal));
    }
    const auto model = modelFor(*call, request.model);
    if (!model) return;
    model->memory.recall(request.generation.messages);
    openai::AnswerHead head{.id = nextId(kind == openai::Completion::Chat ? "chatcmpl" : "cmpl"),
                            .model = model->name,
                            .created = std::time(nullptr)};
    // The messages go to the engine; the answer needs of them what is echoed.
    GenerationRequest generation =
        request.generation.messages.empty() ? request.generation : std::exchange(request.generation, {});
    start(call, model, std::move(generation), request.choices,
          [call, model, head = std::move(head), request](const Engine& engine) {
              return completionWriter(call->response, head, request, engine.tokenizer(),
                                      [model](const std::string& content, const GenerationResult& result) {
                                          model->memory.keep(content, result.tokens);
                                      });
          });
}

void ApiServer::start(const std::shared_ptr<ApiCall>& call, const std::shared_ptr<ServedModel>& model,
                      GenerationRequest request, int choices, MakeWriter writer) {
    request.spentMs = call->elapsedMs();
    model->port.post([this, call, model, request = std::move(request), choices, writer = std::move(writer)](
                         Engine* engine, const Error* problem) mutable {
        if (engine == nullptr) return refuse(*call, problemOf(*problem));
        const auto job = std::make_shared<ReplyJob>(
            std::move(request), choices, writer(*engine), model->port,
            [this, call, model, choices](Engine* still, const ReplyOutcome& outcome) {
                record(*call, model->name, outcome);
                if (outcome.started) model->queue.release(still, choices);
            });
        call->response->onGone([weak = std::weak_ptr(job)] {
            if (const auto gone = weak.lock()) gone->cancel();
        });
        model->queue.take(*engine, job);
    });
}

}  // namespace hearth::server
