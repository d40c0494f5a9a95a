#include "http/loopback.h"

#include <arpa/inet.h>

#include <array>
#include <string>

#include "http/header_list.h"

namespace hearth::http {

bool isLoopback(std::string_view host) {
    if (sameName(host, "localhost")) return true;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    const std::string text(host);
    // inet_pton would stop at a zero byte.
    if (text.find('\0') != std::string::npos) return false;
    std::array<unsigned char, 16> bytes{};
    if (inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return bytes[0] == 127;
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return false;
    std::array<unsigned char, 16> own{};
    own[15] = 1;
    if (bytes == own) return true;
    for (size_t i = 0; i < 10; ++i)
        if (bytes[i] != 0) return false;
    return bytes[10] == 0xff && bytes[11] == 0xff && bytes[12] == 127;
}

bool isAddress(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    const std::string text(host);
    if (text.find('\0') != std::string::npos) return false;
    std::array<unsigned char, 16> bytes{};
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
           inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

}  // namespace hearth::http
