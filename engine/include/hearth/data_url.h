#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hearth {

/// Parts of a URL that contains its data: "data:image/png;base64,iVBOR…" (RFC 2397). Views into the URL.
struct DataUrl {
    std::string_view type;    ///< "image/png", with its parameters; may be empty
    std::string_view base64;  ///< what follows the comma, see bytesOfBase64()
};

/// Parses a data URL. nullopt: it is another URL, or its data is not base64 but percent-encoded.
std::optional<DataUrl> readDataUrl(std::string_view url);

/// Makes a data URL. `type`: "image/png".
std::string dataUrlOf(std::string_view type, std::span<const std::byte> bytes);

}  // namespace hearth
