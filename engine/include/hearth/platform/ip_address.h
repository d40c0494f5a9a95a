#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

/// Addresses of the internet as text, read as the system's resolver reads them. Bytes are in network order.
namespace hearth::platform {

using Ipv4Address = std::array<uint8_t, 4>;
using Ipv6Address = std::array<uint8_t, 16>;

/// Reads "127.0.0.1".
std::optional<Ipv4Address> parseIpv4(const std::string& text);
/// Reads the old forms as well: "0x7f.1", "017700000001", "2130706433".
std::optional<Ipv4Address> parseAnyIpv4(const std::string& text);
/// Reads "::1", without a zone.
std::optional<Ipv6Address> parseIpv6(const std::string& text);

}  // namespace hearth::platform
