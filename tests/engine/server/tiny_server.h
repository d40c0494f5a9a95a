#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/http/raw_client.h"
#include "engine/runtime/hosted.h"
#include "server/api_server.h"
#include "server/model_registry.h"
#include "support/reference_pack.h"

namespace hearth::test {

/// A server with a real tiny model, called "tiny" and "local".
class TinyServer {
public:
    explicit TinyServer(const std::string& model = "llama-f32.gguf") {
        EngineOptions options;
        options.model = tinyModelsFolder() / model;
        options.threads = 1;
        m_host = hosted("tiny", [options](const std::stop_token&) { return Engine::load(options); },
                        {.parallel = 4});
        m_shelf.setModels({{"tiny", m_host->find("tiny"), {"local"}}});
        serve({});
    }
    /// Starts again, with the same model.
    void serve(server::ApiOptions options) {
        options.http.port = 0;
        m_server.reset();
        m_server = std::make_unique<server::ApiServer>(std::move(options), m_shelf);
    }
    server::ApiServer& server() { return *m_server; }
    server::ModelRegistry& registry() { return m_shelf; }

    /// All bytes of an answer.
    std::string ask(const std::string& method, const std::string& path, const std::string& body = "",
                    const std::string& headers = "") const {
        RawClient client(m_server->port());
        client.send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.readAll(std::chrono::seconds(60));
    }
    static nlohmann::json bodyOf(const std::string& answer) {
        const size_t at = answer.find("\r\n\r\n");
        return at == std::string::npos ? nlohmann::json()
                                       : nlohmann::json::parse(answer.substr(at + 4), nullptr, false);
    }
    nlohmann::json post(const std::string& path, const nlohmann::json& body) const {
        return bodyOf(ask("POST", path, body.dump()));
    }

private:
    std::unique_ptr<ModelHost> m_host;
    server::ModelRegistry m_shelf;
    std::unique_ptr<server::ApiServer> m_server;
};

/// The data of all events of a streamed answer; data that is not JSON becomes a string.
inline std::vector<nlohmann::json> streamedEvents(const std::string& answer) {
    std::vector<nlohmann::json> events;
    const std::string bytes = unchunked(answer);
    for (size_t at = bytes.find("data: "); at != std::string::npos; at = bytes.find("data: ", at)) {
        at += 6;
        const std::string data = bytes.substr(at, bytes.find('\n', at) - at);
        nlohmann::json event = nlohmann::json::parse(data, nullptr, false);
        events.push_back(event.is_discarded() ? nlohmann::json(data) : std::move(event));
    }
    return events;
}

}  // namespace hearth::test
