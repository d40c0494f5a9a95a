#include "server/api_server.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/platform/calendar.h"
#include "hearth/readable_text.h"
#include "hearth/unexpected_error.h"
#include "http/constant_time.h"
#include "openai/refusal.h"
#include "openai/reply_json.h"
#include "server/route_metrics.h"
#include "server/routing.h"
#include "server/server_errors.h"

namespace hearth::server {

namespace {

using openai::Json;

/// The key of a request, from any of the headers that may have it.
std::string_view keyOf(const http::Request& request) {
    // Names of schemes are case-insensitive (RFC 9110, section 11.1).
    constexpr std::string_view bearer = "bearer ";
    std::string_view authorization = request.header("Authorization");
    if (http::sameName(authorization.substr(0, bearer.size()), bearer)) {
        authorization.remove_prefix(bearer.size());
        return authorization.substr(std::min(authorization.find_first_not_of(' '), authorization.size()));
    }
    // The header of Anthropic, and that of Azure for OpenAI's interface.
    const std::string_view key = request.header("x-api-key");
    return key.empty() ? request.header("api-key") : key;
}

Json listedModel(const ModelRegistry::Listed& model) {
    Json json{{"id", model.name},
              {"object", "model"},
              {"created", model.created},
              {"owned_by", "hearth"},
              {"status", model.state}};
    // As vLLM calls it, and as others do.
    if (model.contextLength == 0) return json;
    json["max_model_len"] = json["context_length"] = model.contextLength;
    json["input_modalities"] = model.seesPictures ? Json{"text", "image"} : Json::array({"text"});
    return json;
}

/// The same in Anthropic's form.
Json describedModel(const ModelRegistry::Listed& model) {
    const std::tm time = platform::utcTime(static_cast<std::time_t>(model.created));
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &time);
    Json json{{"type", "model"},    {"id", model.name},      {"display_name", model.name},
              {"created_at", text}, {"lifecycle", "active"}, {"status", model.state}};
    if (model.contextLength > 0) json["max_input_tokens"] = model.contextLength;
    return json;
}

}  // namespace

ApiServer::ApiServer(ApiOptions options, ModelRegistry& models)
    : m_options(std::move(options)),
      m_models(models),
      m_log(std::make_shared<CallLog>(m_options.notice)),
      m_startTime(std::time(nullptr)),
      m_replies(models, m_log, m_options.responses ? m_options.responses : std::make_shared<ResponseStore>(),
                m_startTime, m_options.unknownFields),
      m_embeddings(m_options.embedders, models, m_log, m_startTime, m_options.unknownFields) {
    m_reader.emplace();
    if (m_options.fetchPicture) {
        m_pictures.emplace(m_options.fetchPicture);
        m_fetcher.emplace();
    }
    m_http = std::make_unique<http::Server>(
        m_options.http, [this](http::Request request, std::shared_ptr<http::Response> response) {
            handle(std::move(request), std::move(response));
        });
}

ApiServer::~ApiServer() {
    m_http.reset();
    m_fetcher.reset();
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

struct ApiServer::Entry {
    std::string_view method, path;  ///< a path that ends in "{name}" has any name there
    Route route = nullptr;
    ReplyRoute reply = nullptr;  ///< instead
    bool open = false;           ///< without a key
    ApiForm form = ApiForm::OpenAi;
    EmbeddingRoute embedding = nullptr;  ///< instead
};

const ApiServer::Entry* ApiServer::entryOf(std::string_view method, std::string_view path,
                                           bool& otherMethod) {
    using Replies = ReplyRoutes;
    static constexpr std::array entries = {
        Entry{"GET", "/health", &ApiServer::health, nullptr, true},
        Entry{"GET", "/v1/health", &ApiServer::health, nullptr, true},
        Entry{"GET", "/v1/models", &ApiServer::models},
        Entry{"GET", "/v1/models/{name}", &ApiServer::oneModel},
        Entry{"GET", "/metrics", &ApiServer::metrics},
        Entry{"GET", "/props", &ApiServer::properties},
        Entry{"POST", "/v1/chat/completions", nullptr, &Replies::chatCompletions},
        Entry{"POST", "/v1/completions", nullptr, &Replies::textCompletions},
        Entry{"POST", "/v1/responses", nullptr, &Replies::responses},
        Entry{"GET", "/v1/responses/{name}", nullptr, &Replies::storedResponse},
        Entry{"DELETE", "/v1/responses/{name}", nullptr, &Replies::forgetResponse},
        Entry{"POST", "/v1/messages", nullptr, &Replies::messages, false, ApiForm::Anthropic},
        Entry{"POST", "/v1/messages/count_tokens", nullptr, &Replies::countTokens, false, ApiForm::Anthropic},
        Entry{.method = "POST", .path = "/v1/embeddings", .embedding = &EmbeddingRoutes::embeddings},
        Entry{.method = "POST", .path = "/v1/rerank", .embedding = &EmbeddingRoutes::rerank},
        Entry{.method = "POST", .path = "/v2/rerank", .embedding = &EmbeddingRoutes::rerank},
    };
    constexpr std::string_view anyName = "{name}";
    const Entry* found = nullptr;
    for (const Entry& entry : entries) {
        const std::string_view before = entry.path.substr(0, entry.path.find('{'));
        const bool named = entry.path.ends_with(anyName) && path.starts_with(before);
        if (!named && path != entry.path) continue;
        if (method == entry.method || (method == "HEAD" && entry.method == "GET"))
            found = &entry;
        else
            otherMethod = true;
    }
    return found;
}

void ApiServer::handle(http::Request request, std::shared_ptr<http::Response> response) {
    // Many programs are told the address with or without "/v1".
    std::string path = request.path;
    const auto isWhole = [&] {
        for (const std::string_view own : {"/health", "/metrics", "/props", "/v2/rerank"})
            if (path == own) return true;
        return path.starts_with("/v1");
    };
    if (!isWhole()) path = "/v1" + path;
    auto call = std::make_shared<ApiCall>();
    call->request = std::move(request);
    call->response = std::move(response);
    bool otherMethod = false;
    const Entry* found = entryOf(call->request.method, path, otherMethod);
    call->route = found != nullptr ? std::string(found->path) : "other";
    const bool asksAnthropic = !call->request.header("anthropic-version").empty();
    call->form = asksAnthropic || (found != nullptr && found->form == ApiForm::Anthropic) ? ApiForm::Anthropic
                                                                                          : ApiForm::OpenAi;
    if (found == nullptr && otherMethod)
        return m_log->refuse(*call,
                             {405, "The method is not allowed for this path.", "", "method_not_allowed"});
    if (found == nullptr) return m_log->refuse(*call, {404, "The path is not known.", "", "not_found"});
    call->name = std::string(std::string_view(path).substr(std::min(path.size(), found->path.find('{'))));
    if (!found->open && !isAllowed(call->request))
        return m_log->refuse(*call, {401, "The API key is missing or wrong.", "", "invalid_api_key"});
    if (found->route != nullptr) return (this->*found->route)(call);
    if (m_fetcher && found->reply != nullptr && FetchedPictures::mayConcern(call->request.body))
        fetchPictures(call, *found);
    else
        read(call, *found);
}

void ApiServer::read(const std::shared_ptr<ApiCall>& call, const Entry& entry) {
    m_reader->post([this, call, &entry](const std::stop_token&) {
        try {
            if (entry.reply != nullptr)
                (m_replies.*entry.reply)(call);
            else
                (m_embeddings.*entry.embedding)(call);
        } catch (...) {
            m_log->refuse(*call, problemOf(currentError(errors::noMemoryForRequest)));
        }
    });
}

void ApiServer::fetchPictures(const std::shared_ptr<ApiCall>& call, const Entry& entry) {
    m_fetcher->post([this, call, &entry](const std::stop_token& stop) {
        try {
            Json body = takeBody(*call);
            m_pictures->replaceIn(body, stop);
            call->request.body = openai::dumped(body);
            read(call, entry);
        } catch (const openai::Refusal& refusal) {
            m_log->refuse(*call, problemOf(refusal));
        } catch (...) {
            m_log->refuse(*call, problemOf(currentError(errors::noMemoryForRequest)));
        }
    });
}

void ApiServer::answer(const ApiCall& call, std::string body, const char* type) {
    call.response->send(200, type, std::move(body));
}

void ApiServer::health(const std::shared_ptr<ApiCall>& call) {
    answer(*call, R"({"status":"ok"})");
}

void ApiServer::models(const std::shared_ptr<ApiCall>& call) {
    const bool anthropic = call->form == ApiForm::Anthropic;
    Json list = Json::array();
    for (const ModelRegistry::Listed& model : listedModels())
        list.push_back(anthropic ? describedModel(model) : listedModel(model));
    if (!anthropic) return answer(*call, openai::dumped({{"object", "list"}, {"data", std::move(list)}}));
    const auto idOf = [&](size_t i) { return list.empty() ? Json() : list[i].at("id"); };
    const Json first = idOf(0), last = idOf(list.empty() ? 0 : list.size() - 1);
    answer(*call,
           openai::dumped(
               {{"data", std::move(list)}, {"has_more", false}, {"first_id", first}, {"last_id", last}}));
}

void ApiServer::oneModel(const std::shared_ptr<ApiCall>& call) {
    for (const ModelRegistry::Listed& model : listedModels())
        if (meansModel(call->name, model.name))
            return answer(*call, openai::dumped(call->form == ApiForm::Anthropic ? describedModel(model)
                                                                                 : listedModel(model)));
    m_log->refuse(*call, {404, "There is no model called \"" + readableText(call->name) + "\".", "model",
                          "model_not_found"});
}

void ApiServer::metrics(const std::shared_ptr<ApiCall>& call) {
    std::string text = m_log->figures().metrics(m_models.running(), m_models.waiting());
    if (const auto routing = m_models.routing()) text += routeMetrics(*routing->figures);
    answer(*call, std::move(text), "text/plain; version=0.0.4; charset=utf-8");
}

void ApiServer::properties(const std::shared_ptr<ApiCall>& call) {
    Json list = Json::array();
    int contextLength = 0;
    for (const ModelRegistry::Listed& model : listedModels()) {
        list.push_back(listedModel(model));
        if (contextLength == 0) contextLength = model.contextLength;
    }
    answer(*call, openai::dumped({{"server", "hearth"},
                                  {"started", m_startTime},
                                  {"models", std::move(list)},
                                  // As llama.cpp's server has it.
                                  {"default_generation_settings", {{"n_ctx", contextLength}}},
                                  {"replies_running", m_models.running()},
                                  {"requests_waiting", m_models.waiting()}}));
}

std::vector<ModelRegistry::Listed> ApiServer::listedModels() const {
    std::vector<ModelRegistry::Listed> all = m_models.list();
    if (m_options.embedders == nullptr) return all;
    for (ModelRegistry::Listed& model : m_options.embedders->list()) all.push_back(std::move(model));
    return all;
}

}  // namespace hearth::server
