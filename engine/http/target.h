#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "http/refusal.h"

namespace hearth::http {

/// The target of a request (RFC 9112 section 3.2), taken apart.
struct Target {
    std::string path;       ///< as Request::path; "*" of OPTIONS
    std::string query;      ///< behind "?", as sent
    std::string authority;  ///< of "http://host:port/path", as sent; empty: the target begins with its path
};

/// Refused are targets that are no path, paths that climb ("..", however it is encoded), percent signs
/// without two hexadecimal digits, control characters, backslashes, and what is not UTF-8 once it is decoded.
/// Decoded once: "%252e" is the text "%2e".
std::variant<Target, Refusal> parseTarget(std::string_view method, std::string_view target);

}  // namespace hearth::http
