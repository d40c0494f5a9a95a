#pragma once

#include <string_view>

namespace hearth::http {

/// True if a host is this machine itself and cannot be reached from another one: "localhost" in any case,
/// 127.0.0.0/8 in four decimal numbers, ::1 and ::ffff:127.0.0.0/104, with or without brackets. No other name
/// counts, whatever it resolves to.
bool isLoopback(std::string_view host);

/// True if a host is an IP address as such, with or without the brackets of IPv6.
bool isAddress(std::string_view host);

}  // namespace hearth::http
