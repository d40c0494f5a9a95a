#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/header_list.h"
#include "http/refusal.h"

namespace hearth::http {

/// Who may ask. A page in a browser can send requests to any address; two of its headers cannot be forged
/// there: Host says by which name it found this server (a name that its owner points here is DNS rebinding),
/// and Origin whose page it is.
class AccessPolicy {
public:
    /// Names and origins as in ServerOptions.
    AccessPolicy(std::vector<std::string> allowedHosts, std::vector<std::string> allowedOrigins);

    /// `host` is a Host header ("name", "name:port", "[::1]:port"); `localAddress` the address, without
    /// brackets, that the client connected to. Nothing: it may ask.
    std::optional<Refusal> checkHost(std::string_view host, std::string_view localAddress) const;
    /// Of a request with an Origin header.
    std::optional<Refusal> checkOrigin(std::string_view origin) const;
    /// What every answer to this origin carries; empty: it is not allowed.
    Headers answerHeaders(std::string_view origin) const;
    /// What the answer to its preflight (Fetch standard, section 3.2.2) carries besides. `request` are the
    /// headers of the preflight.
    Headers preflightHeaders(const Headers& request) const;

private:
    std::vector<std::string> m_hosts;
    std::vector<std::string> m_origins;
};

}  // namespace hearth::http
