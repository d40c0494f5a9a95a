#include "hearth/local_server.h"

#include <chrono>
#include <thread>
#include <utility>

#include "server/api_server.h"
#include "server/model_registry.h"

namespace hearth {

namespace {

server::ApiOptions apiOptions(const LocalServer::Options& options) {
    server::ApiOptions made;
    made.http.port = options.port;
    made.keys = options.keys;
    return made;
}

/// Objects that tasks and requests refer to.
struct Parts {
    explicit Parts(const LocalServer::Options& options)
        : registry({.parallel = options.parallel}), api(apiOptions(options), registry) {}

    /// For a server that is drained: only requests that are already being read still arrive.
    bool isIdle() const { return api.isIdle() && registry.isIdle(); }

    server::ModelRegistry registry;
    server::ApiServer api;
};

class ListeningServer final : public LocalServer {
public:
    explicit ListeningServer(const Options& options) : m_parts(std::make_unique<Parts>(options)) {}
    ~ListeningServer() override {
        constexpr auto atMost = std::chrono::seconds(2);
        constexpr auto moment = std::chrono::milliseconds(2);
        m_parts->registry.setModels({});
        m_parts->api.drain(std::chrono::milliseconds(0));
        const auto limit = std::chrono::steady_clock::now() + atMost;
        while (!m_parts->isIdle() && std::chrono::steady_clock::now() < limit)
            std::this_thread::sleep_for(moment);
        // An engine that does not come to the end of a step still refers to them.
        if (!m_parts->isIdle()) (void)m_parts.release();
    }
    ListeningServer(const ListeningServer&) = delete;
    ListeningServer& operator=(const ListeningServer&) = delete;

    void setModels(std::vector<Model> models, std::optional<RoutingRule> rule) override {
        auto routing = routingOf(models, rule);
        m_parts->registry.setModels(std::move(models), std::move(routing));
    }
    std::string url() const override { return m_parts->api.url(); }
    std::vector<RequestRecord> log() const override { return m_parts->api.figures().log(); }
    std::map<std::string, ClientFigures> clients() const override { return m_parts->api.figures().clients(); }
    int running() const override { return m_parts->registry.running(); }
    size_t waiting() const override { return m_parts->registry.waiting(); }

private:
    /// Of the first two models; the figures of the same two stay.
    std::shared_ptr<const server::Routing> routingOf(const std::vector<Model>& models,
                                                     const std::optional<RoutingRule>& rule) {
        const bool isPair = rule && models.size() >= 2;
        const auto before = std::exchange(
            m_pair, isPair ? std::vector(models.begin(), models.begin() + 2) : std::vector<Model>());
        if (!isPair) return nullptr;
        auto routing = std::make_shared<server::Routing>(
            server::Routing{.small = models[0].name, .large = models[1].name, .rule = *rule});
        const auto last = m_parts->registry.routing();
        if (last && before == m_pair) routing->figures = last->figures;
        return routing;
    }

    std::unique_ptr<Parts> m_parts;
    std::vector<Model> m_pair;  ///< of the last routing
};

}  // namespace

std::unique_ptr<LocalServer> LocalServer::listen(const Options& options) {
    return std::make_unique<ListeningServer>(options);
}

}  // namespace hearth
