#include "hearth/local_server.h"

#include <atomic>
#include <thread>
#include <utility>

#include "server/api_server.h"
#include "server/window_shelf.h"

namespace hearth {

namespace {

/// Counts the tasks that are on their way.
class CountingPort final : public EnginePort {
public:
    explicit CountingPort(EnginePort& port) : m_port(port) {}

    void post(Task task) override {
        ++*m_open;
        m_port.post([open = m_open, task = std::move(task)](Engine* engine, const Error* problem) mutable {
            task(engine, problem);
            // What it holds goes before anybody takes it for done.
            task = nullptr;
            --*open;
        });
    }
    void beside(std::function<void(const std::stop_token&)> work) override {
        m_port.beside([counted = std::make_shared<Counted>(m_open),
                       work = std::move(work)](const std::stop_token& stop) { work(stop); });
    }
    void cancel(RequestId id) override { m_port.cancel(id); }
    void replyFailed(const Error& problem, bool othersRun) override {
        m_port.replyFailed(problem, othersRun);
    }
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override { m_port.watch(watcher); }
    bool isIdle() const noexcept { return *m_open == 0; }

private:
    /// One that is on its way as long as this lives.
    class Counted {
    public:
        explicit Counted(std::shared_ptr<std::atomic<int>> open) : m_open(std::move(open)) { ++*m_open; }
        ~Counted() { --*m_open; }
        Counted(const Counted&) = delete;
        Counted& operator=(const Counted&) = delete;

    private:
        std::shared_ptr<std::atomic<int>> m_open;
    };

    EnginePort& m_port;
    std::shared_ptr<std::atomic<int>> m_open = std::make_shared<std::atomic<int>>(0);
};

server::ApiOptions apiOptions(const LocalServer::Options& options) {
    server::ApiOptions made;
    made.http.port = options.port;
    made.keys = options.keys;
    return made;
}

/// What tasks and requests refer to.
struct Parts {
    Parts(const LocalServer::Options& options, EnginePort& itsPort)
        : port(itsPort), shelf(port, options.parallel), api(apiOptions(options), shelf) {}

    bool isIdle() const {
        // Nothing arrives any more. A request is read, goes to the engine, perhaps has its prompt made beside
        // it and comes to the engine again: one that moves meanwhile is seen at the second look. On the
        // shelf it moves one way alone, from those that wait to those that run.
        return api.isIdle() && port.isIdle() && api.isIdle() && port.isIdle() && shelf.waiting() == 0 &&
               shelf.running() == 0;
    }

    CountingPort port;
    server::WindowShelf shelf;
    server::ApiServer api;
};

class ListeningServer final : public LocalServer {
public:
    ListeningServer(const Options& options, EnginePort& port)
        : m_parts(std::make_unique<Parts>(options, port)) {}
    ~ListeningServer() override {
        constexpr auto atMost = std::chrono::seconds(2);
        constexpr auto moment = std::chrono::milliseconds(2);
        m_parts->shelf.setModel("");
        m_parts->api.drain(std::chrono::milliseconds(0));
        const auto limit = std::chrono::steady_clock::now() + atMost;
        while (!m_parts->isIdle() && std::chrono::steady_clock::now() < limit)
            std::this_thread::sleep_for(moment);
        // An engine that does not come to the end of a step still refers to them.
        if (!m_parts->isIdle()) (void)m_parts.release();
    }
    ListeningServer(const ListeningServer&) = delete;
    ListeningServer& operator=(const ListeningServer&) = delete;

    void setModel(const std::string& name) override { m_parts->shelf.setModel(name); }
    std::string url() const override { return m_parts->api.url(); }
    std::vector<RequestRecord> log() const override { return m_parts->api.figures().log(); }
    std::map<std::string, ClientFigures> clients() const override { return m_parts->api.figures().clients(); }
    int running() const override { return m_parts->shelf.running(); }
    size_t waiting() const override { return m_parts->shelf.waiting(); }

private:
    std::unique_ptr<Parts> m_parts;
};

}  // namespace

std::unique_ptr<LocalServer> LocalServer::listen(const Options& options, EnginePort& port) {
    return std::make_unique<ListeningServer>(options, port);
}

}  // namespace hearth
