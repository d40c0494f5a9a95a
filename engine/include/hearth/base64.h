#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Encodes bytes as base64 (RFC 4648, section 4), with padding.
std::string base64Of(std::span<const std::byte> bytes);

/// Decodes base64, with or without padding; white space is ignored. nullopt: the text is not base64.
std::optional<std::vector<std::byte>> bytesOfBase64(std::string_view text);

}  // namespace hearth
