#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/header_list.h"
#include "http/refusal.h"

namespace hearth::http {

/// Rules for who may send requests. A page in a browser can send requests to any address, but it cannot forge
/// two of its headers. Host names the server as the page found it (a foreign name that points here is DNS
/// rebinding), and Origin names the page's site.
class AccessPolicy {
public:
    /// Names and origins as in ServerOptions.
    AccessPolicy(std::vector<std::string> allowedHosts, std::vector<std::string> allowedOrigins);

    /// `host` is a Host header ("name", "name:port", "[::1]:port"); `localAddress` is the address, without
    /// brackets, that the client connected to. Nothing: the request is allowed.
    std::optional<Refusal> checkHost(std::string_view host, std::string_view localAddress) const;
    /// The same for a request with an Origin header.
    std::optional<Refusal> checkOrigin(std::string_view origin) const;
    /// Headers of every answer to this origin; empty: the origin is not allowed.
    Headers answerHeaders(std::string_view origin) const;
    /// Additional headers of the answer to its preflight (Fetch standard, section 3.2.2). `request` are the
    /// headers of the preflight.
    Headers preflightHeaders(const Headers& request) const;

private:
    std::vector<std::string> m_hosts;
    std::vector<std::string> m_origins;
};

}  // namespace hearth::http
