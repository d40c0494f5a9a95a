#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "http/limits.h"
#include "http/refusal.h"
#include "http/request.h"

namespace hearth::http {

/// Turns the bytes of a connection into requests, one at a time. It does no input or output; what may be
/// waited for is its owner's to bound in time. Memory is at most Limits::headerBytes and twice
/// Limits::bodyBytes, taken as bytes come and never as they are announced.
class RequestReader {
public:
    /// Data that is known after the header fields.
    struct Head {
        Request request;  ///< without its body
        bool http10 = false;
        bool close = false;          ///< the client wants the connection closed after the answer
        bool wantsContinue = false;  ///< it sends no body before "100 Continue"
        std::string
            host;  ///< by which the client knows the server: Host, or of the target; empty in HTTP/1.0 only
    };
    /// Called with each head before its body is read: a refusal ends it there.
    using Check = std::function<std::optional<Refusal>(const Head&)>;

    enum class State { Head, Body, Whole, Refused };

    RequestReader(const Limits& limits, Check check);
    RequestReader(const RequestReader&) = delete;
    RequestReader& operator=(const RequestReader&) = delete;
    ~RequestReader();

    /// Takes bytes, at most up to the end of the request, and returns how many. Bytes that it leaves have to
    /// be given again, with what follows them: of chunks it takes whole lines only.
    size_t feed(std::string_view bytes);
    State state() const;
    /// True if a request has begun to arrive.
    bool hasBegun() const;
    /// Bytes of its body that have arrived.
    size_t bodyBytes() const;
    /// From the end of the head on.
    const Head& head() const;
    /// In the state Refused.
    const Refusal& refusal() const;
    /// In the state Whole: moves the request out and waits for the next one.
    Head take();

private:
    class Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace hearth::http
