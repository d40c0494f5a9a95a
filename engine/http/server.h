#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "http/limits.h"
#include "http/request.h"
#include "http/response.h"

namespace hearth::http {

/// Addresses that a Server listens on, and hosts that it answers.
struct ServerOptions {
    /// An IP address, or a name of one; its first address is used. "0.0.0.0" and "::" are all addresses of
    /// this machine.
    std::string host = "127.0.0.1";
    uint16_t port = 8080;  ///< 0: any that is free
    /// Additional names that a Host header may have, without a port ("hearth.local"). Otherwise it has to be
    /// an IP address, or, if the client connected to a loopback address, a name of it.
    std::vector<std::string> allowedHosts;
    /// Origins ("https://app.example", as browsers write them) whose pages may ask. In them each "*" stands
    /// for letters, digits, dots and hyphens; "*" alone is all pages. They are answered with CORS headers for
    /// exactly them; requests of all other pages are refused.
    std::vector<std::string> allowedOrigins;
    Limits limits;
};

/// Answers one request, now or later. Called on the I/O thread: must not block. What it throws answers 500.
using Handler = std::function<void(Request, std::shared_ptr<Response>)>;

/// HTTP/1.1 and 1.0 on one address, with an I/O thread of its own. It knows no routes: every request that
/// passes the rules of the transport reaches the handler; the others, and OPTIONS, are answered here. Answers
/// of one connection come in the order of its requests, one at a time.
///
/// Errors of the transport are JSON, {"error": {"message", "type", "param": null, "code"}}, and close the
/// connection.
class Server {
public:
    /// Listens from now on. Throws Error of the kinds in http_errors.h: the port is taken, the address is not
    /// this machine's or not known, listening there is not permitted.
    Server(ServerOptions options, Handler handler);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    /// Closes all connections at once; callbacks of Response::onGone have been called when it returns. Not on
    /// the I/O thread.
    ~Server();

    /// The port that it listens on.
    uint16_t port() const;
    /// "http://127.0.0.1:8080"; IPv6 addresses in brackets.
    std::string url() const;

    /// Accepts no more, closes connections that wait for a request, lets answers end, and closes what is left
    /// after `atMost`. Returns when all connections are closed. Not on the I/O thread. The server stays
    /// closed.
    void drain(std::chrono::milliseconds atMost);

    /// Of connections.
    struct Counts {
        uint64_t accepted = 0;  ///< since the start, with those that were refused
        uint64_t open = 0;      ///< now
        uint64_t refused = 0;   ///< requests and connections that a rule or a limit refused, since the start
        uint64_t timedOut = 0;  ///< connections that one of the times of Limits ended, since the start
    };
    /// From any thread.
    Counts counts() const;

private:
    class Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace hearth::http
