#include "http/server.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "http/connection.h"
#include "http/http_errors.h"

namespace hearth::http {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

// Connections that are only told that there are too many. Beyond that they are closed without an answer.
constexpr size_t kRefusedAtOnce = 64;
// Pause before the next accept if this process has no file descriptor left.
constexpr std::chrono::milliseconds kAcceptPause(100);

tcp::endpoint endpointOf(asio::io_context& context, const std::string& host, uint16_t port) {
    Code error;
    const auto address = asio::ip::make_address(host, error);
    if (!error) return {address, port};
    tcp::resolver resolver(context);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, error);
    if (error || found.empty()) throw Error(errors::addressUnknown, {host});
    return found.begin()->endpoint();
}

[[noreturn]] void throwListening(const Code& error, const std::string& host, uint16_t port) {
    if (error == asio::error::address_in_use) throw Error(errors::portTaken, {port, host});
    if (error == asio::error::access_denied) throw Error(errors::listeningNotPermitted, {port, host});
    if (error == boost::system::errc::address_not_available) throw Error(errors::addressUnknown, {host});
    throw Error(errors::listeningFailed, {port, host, error.message()});
}

tcp::acceptor listening(asio::io_context& context, const std::string& host, uint16_t port) {
    const tcp::endpoint endpoint = endpointOf(context, host, port);
    tcp::acceptor acceptor(context);
    Code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) throwListening(error, host, port);
    return acceptor;
}

}  // namespace

class Server::Parts {
public:
    Parts(ServerOptions options, Handler handler)
        : m_context(std::make_shared<asio::io_context>(1)),
          m_share{options.limits,
                  AccessPolicy(std::move(options.allowedHosts), std::move(options.allowedOrigins)),
                  std::move(handler), m_context, [this](const auto& connection) { onClosed(connection); }},
          m_acceptor(listening(*m_context, options.host, options.port)),
          m_pause(*m_context),
          m_work(m_context->get_executor()) {
        const tcp::endpoint endpoint = m_acceptor.local_endpoint();
        port = endpoint.port();
        const std::string address = endpoint.address().to_string();
        url = "http://" + (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
              std::to_string(port);
        accept();
        m_thread = std::thread([this] { serve(); });
    }

    ~Parts() {
        closeAll();
        m_work.reset();
        m_thread.join();
    }

    void drain(std::chrono::milliseconds atMost) {
        asio::post(*m_context, [this] {
            stopAccepting();
            m_share.draining = true;
            const auto connections = m_connections;  // which closing changes
            for (const auto& connection : connections) connection->drain();
            tellWhenClosed();
        });
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, atMost, [this] { return m_allClosed; });
        lock.unlock();
        closeAll();
        lock.lock();
        m_changed.wait(lock, [this] { return m_allClosed; });
    }

    Counts counts() const {
        return {m_accepted.load(), m_open.load(), m_share.refused.load(), m_share.timedOut.load()};
    }

    uint16_t port = 0;
    std::string url;

private:
    /// Serves until it is stopped. An exception, as for want of memory, ends the work for one connection,
    /// which is closed when its time is over.
    void serve() {
        while (true) {
            try {
                m_context->run();
                return;
            } catch (...) {
            }
        }
    }

    void accept() {
        m_acceptor.async_accept([this](const Code& error, tcp::socket socket) {
            if (!m_acceptor.is_open()) return;
            if (!error) {
                take(std::move(socket));
                return accept();
            }
            // If other connections hold all descriptors, the one that has been idle longest is closed.
            if (error == asio::error::no_descriptors) makeRoom();
            m_pause.expires_after(kAcceptPause);
            m_pause.async_wait([this](const Code& cancelled) {
                if (!cancelled) accept();
            });
        });
    }

    void take(tcp::socket socket) {
        ++m_accepted;
        if (m_connections.size() >= m_share.limits.connections) makeRoom();
        const bool full = m_connections.size() >= m_share.limits.connections;
        if (full && m_connections.size() >= m_share.limits.connections + kRefusedAtOnce) {
            ++m_share.refused;
            return;
        }
        const auto connection = std::make_shared<Connection>(std::move(socket), m_share);
        m_connections.insert(connection);
        m_open = m_connections.size();
        if (full)
            connection->startRefused(refusals::full);
        else
            connection->start();
    }

    // A client that only keeps an idle connection for later can open another one.
    void makeRoom() {
        std::shared_ptr<Connection> oldest;
        for (const auto& connection : m_connections)
            if (connection->isIdle() && (!oldest || connection->since() < oldest->since()))
                oldest = connection;
        if (oldest) oldest->close();
    }

    void onClosed(const std::shared_ptr<Connection>& connection) {
        m_connections.erase(connection);
        m_open = m_connections.size();
        if (m_share.draining) tellWhenClosed();
    }

    void stopAccepting() {
        Code ignored;
        m_acceptor.close(ignored);
        m_pause.cancel();
    }

    void closeAll() {
        asio::post(*m_context, [this] {
            stopAccepting();
            m_share.draining = true;
            const auto connections = m_connections;
            for (const auto& connection : connections) connection->close();
            tellWhenClosed();
        });
    }

    void tellWhenClosed() {
        if (!m_connections.empty()) return;
        const std::lock_guard lock(m_mutex);
        m_allClosed = true;
        m_changed.notify_all();
    }

    std::shared_ptr<asio::io_context> m_context;
    ConnectionShare m_share;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_pause;
    asio::executor_work_guard<asio::io_context::executor_type> m_work;
    std::unordered_set<std::shared_ptr<Connection>> m_connections;
    std::atomic<uint64_t> m_accepted = 0, m_open = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_allClosed = false;
    std::thread m_thread;
};

Server::Server(ServerOptions options, Handler handler)
    : m_parts(std::make_unique<Parts>(std::move(options), std::move(handler))) {
}

Server::~Server() = default;

uint16_t Server::port() const {
    return m_parts->port;
}

std::string Server::url() const {
    return m_parts->url;
}

void Server::drain(std::chrono::milliseconds atMost) {
    m_parts->drain(atMost);
}

Server::Counts Server::counts() const {
    return m_parts->counts();
}

}  // namespace hearth::http
