#include "http/loopback.h"

#include <string>

#include "hearth/platform/ip_address.h"
#include "http/header_list.h"

namespace hearth::http {

namespace {

/// An address as it stands in a URL: one of IPv6 may be in brackets.
std::string withoutBrackets(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    return std::string(host);
}

}  // namespace

bool isLoopback(std::string_view host) {
    if (sameName(host, "localhost")) return true;
    const std::string text = withoutBrackets(host);
    if (const auto address = platform::parseIpv4(text)) return address->front() == 127;
    const auto address = platform::parseIpv6(text);
    if (!address) return false;
    const platform::Ipv6Address& bytes = *address;
    platform::Ipv6Address own{};
    own[15] = 1;
    if (bytes == own) return true;
    for (size_t i = 0; i < 10; ++i)
        if (bytes[i] != 0) return false;
    return bytes[10] == 0xff && bytes[11] == 0xff && bytes[12] == 127;
}

bool isAddress(std::string_view host) {
    const std::string text = withoutBrackets(host);
    return platform::parseIpv4(text) || platform::parseIpv6(text);
}

}  // namespace hearth::http
