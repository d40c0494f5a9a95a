#include "http/access_policy.h"

#include <algorithm>
#include <utility>

#include "http/loopback.h"

namespace hearth::http {

namespace {

// The name of "name:port", without the brackets of an IPv6 address; nothing: it is malformed.
std::optional<std::string_view> nameOf(std::string_view host) {
    std::string_view name = host, rest;
    if (host.starts_with('[')) {
        const size_t end = host.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        name = host.substr(1, end - 1);
        rest = host.substr(end + 1);
        if (name.find_first_not_of("0123456789abcdefABCDEF:.") != std::string_view::npos) return std::nullopt;
    } else {
        const size_t colon = std::min(host.find(':'), host.size());
        name = host.substr(0, colon);
        rest = host.substr(colon);
        const bool plain = std::ranges::all_of(name, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
                   c == '-' || c == '_';
        });
        if (!plain) return std::nullopt;
    }
    if (name.empty() || rest.size() > 6) return std::nullopt;
    if (!rest.empty() && (rest.size() < 2 || !rest.starts_with(':') ||
                          rest.find_first_not_of("0123456789", 1) != std::string_view::npos))
        return std::nullopt;
    return name;
}

// Compares an origin with a pattern, in which each "*" stands for any letters, digits, dots and hyphens.
bool fitsPattern(std::string_view origin, std::string_view pattern) {
    const size_t star = pattern.find('*');
    if (star == std::string_view::npos) return origin == pattern;
    if (!origin.starts_with(pattern.substr(0, star))) return false;
    origin.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    while (true) {
        if (fitsPattern(origin, pattern)) return true;
        const char c = origin.empty() ? '/' : origin.front();
        const bool isOfName = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              c == '.' || c == '-';
        if (!isOfName) return false;
        origin.remove_prefix(1);
    }
}

bool isTokenList(std::string_view list) {
    if (list.size() > 1024) return false;
    while (true) {
        const size_t comma = std::min(list.find(','), list.size());
        std::string_view one = list.substr(0, comma);
        while (one.starts_with(' ')) one.remove_prefix(1);
        while (one.ends_with(' ')) one.remove_suffix(1);
        if (!isToken(one)) return false;
        if (comma == list.size()) return true;
        list.remove_prefix(comma + 1);
    }
}

}  // namespace

AccessPolicy::AccessPolicy(std::vector<std::string> allowedHosts, std::vector<std::string> allowedOrigins)
    : m_hosts(std::move(allowedHosts)), m_origins(std::move(allowedOrigins)) {
    // Origins have no path, and people copy addresses.
    for (std::string& origin : m_origins)
        while (origin.ends_with('/')) origin.pop_back();
}

std::optional<Refusal> AccessPolicy::checkHost(std::string_view host, std::string_view localAddress) const {
    const auto name = nameOf(host);
    if (!name) return refusals::noHost;
    // An address is nobody's to point elsewhere: rebinding needs a name.
    if (sameName(*name, localAddress) || isAddress(*name)) return std::nullopt;
    if (isLoopback(localAddress) && isLoopback(*name)) return std::nullopt;
    for (const std::string& allowed : m_hosts)
        if (sameName(*name, allowed)) return std::nullopt;
    return refusals::foreignHost;
}

std::optional<Refusal> AccessPolicy::checkOrigin(std::string_view origin) const {
    for (const std::string& allowed : m_origins) {
        if (allowed == "*") return std::nullopt;
        // "null" is what pages without an origin of their own send, all of them alike.
        if (origin != "null" && fitsPattern(origin, allowed)) return std::nullopt;
    }
    return refusals::foreignOrigin;
}

Headers AccessPolicy::answerHeaders(std::string_view origin) const {
    if (origin.empty() || checkOrigin(origin)) return {};
    return {{"Access-Control-Allow-Origin", std::string(origin)}, {"Vary", "Origin"}};
}

Headers AccessPolicy::preflightHeaders(const Headers& request) const {
    Headers headers = {{"Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE"},
                       {"Access-Control-Max-Age", "600"}};
    const std::string* wanted = findHeader(request, "Access-Control-Request-Headers");
    if (wanted && isTokenList(*wanted)) headers.emplace_back("Access-Control-Allow-Headers", *wanted);
    // Private network access: a public page asks an address of this machine.
    const std::string* private_ = findHeader(request, "Access-Control-Request-Private-Network");
    if (private_ && *private_ == "true") headers.emplace_back("Access-Control-Allow-Private-Network", "true");
    return headers;
}

}  // namespace hearth::http
