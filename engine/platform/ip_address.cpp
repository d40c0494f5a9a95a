#include "hearth/platform/ip_address.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <cstring>

namespace hearth::platform {

namespace {

/// True for a text that the system's functions would read to its end only.
bool isOneText(const std::string& text) {
    return text.find('\0') == std::string::npos;
}

}  // namespace

std::optional<Ipv4Address> parseIpv4(const std::string& text) {
    Ipv4Address bytes{};
    if (!isOneText(text) || ::inet_pton(AF_INET, text.c_str(), bytes.data()) != 1) return std::nullopt;
    return bytes;
}

std::optional<Ipv4Address> parseAnyIpv4(const std::string& text) {
    in_addr address{};
    if (::inet_aton(text.c_str(), &address) != 1) return std::nullopt;
    Ipv4Address bytes{};
    static_assert(sizeof address.s_addr == sizeof bytes);
    std::memcpy(bytes.data(), &address.s_addr, sizeof bytes);
    return bytes;
}

std::optional<Ipv6Address> parseIpv6(const std::string& text) {
    Ipv6Address bytes{};
    if (!isOneText(text) || ::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
    return bytes;
}

}  // namespace hearth::platform
