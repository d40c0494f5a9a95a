#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "http/header_list.h"
#include "http/refusal.h"

namespace hearth::http {

/// Framing of the body according to the header fields (RFC 9112 section 6), and other values of these fields.
struct HeadFields {
    std::optional<uint64_t> length;  ///< Content-Length
    bool chunked = false;
    bool close = false;          ///< Connection: close, or HTTP/1.0
    bool wantsContinue = false;  ///< Expect: 100-continue
    std::string host;            ///< Host; empty in HTTP/1.0 only
};

/// Refuses fields that two programs could read in different ways, and those that this server does not know
/// how to follow.
std::variant<HeadFields, Refusal> readHeadFields(const std::string& method, const Headers& headers,
                                                 bool http10);

}  // namespace hearth::http
