#pragma once

#include <string>
#include <string_view>

#include "http/header_list.h"

namespace hearth::http {

/// A whole request, checked: what reaches a Handler has passed every rule and limit of the server.
struct Request {
    std::string method;  ///< one of GET, HEAD, POST, PUT, PATCH, DELETE
    /// Begins with "/"; percent-decoded once, valid UTF-8 without control characters; without empty segments,
    /// "." and "..", and without a slash at its end ("/" alone excepted).
    std::string path;
    std::string query;  ///< what stands behind "?", as sent; empty: nothing does
    Headers headers;    ///< as sent; at most one Host, Origin, Content-Type and Authorization
    std::string body;   ///< without the framing of its chunks
    std::string peer;   ///< the client's address, without its port

    /// The value of the first header field of this name, in any case; empty: there is none. Valid while the
    /// request lives and is not changed.
    std::string_view header(std::string_view name) const {
        const std::string* value = findHeader(headers, name);
        return value ? std::string_view(*value) : std::string_view();
    }
};

}  // namespace hearth::http
