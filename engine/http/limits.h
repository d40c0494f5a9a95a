#pragma once

#include <chrono>
#include <cstddef>

namespace hearth::http {

/// Limits on the resources that clients of a Server use. Each limit applies to one connection, unless it says
/// otherwise. A request beyond a limit is refused with the named status, and the connection is closed.
struct Limits {
    /// Request line and header fields together, with their line ends. Beyond: 431. Also the number of bytes
    /// of the next requests that are read while an answer is made (pipelining); the rest stays with the
    /// client.
    size_t headerBytes = 16 * 1024;
    /// The target of a request (path and query, as sent). Beyond: 414.
    size_t targetBytes = 8 * 1024;
    /// Header fields of a request. Beyond: 431.
    size_t headerFields = 100;
    /// The body of a request, without the framing of its chunks. Beyond: 413, as soon as it is announced.
    size_t bodyBytes = 64 * 1024 * 1024;
    /// The bodies of all connections together, from their first byte until the request is answered. Beyond:
    /// 503.
    size_t allBodiesBytes = 256 * 1024 * 1024;
    /// Unsent bytes of a stream to a client that reads slowly. Beyond: the stream is ended, and the client is
    /// treated as gone.
    size_t unsentBytes = 1024 * 1024;
    /// Open connections in total. When all are in use, the one that has waited longest for a request, or for
    /// the rest of its header fields, is closed. If none is waiting, the new one is answered 503.
    size_t connections = 512;
    /// From the first byte of a request (of the first one: from the connection) to the end of its header
    /// fields. Beyond: 408.
    std::chrono::milliseconds headerTime = std::chrono::seconds(10);
    /// From there to the end of the body. Beyond: 408.
    std::chrono::milliseconds bodyTime = std::chrono::seconds(60);
    /// Between two reads of the same request. Beyond: 408.
    std::chrono::milliseconds readGap = std::chrono::seconds(15);
    /// Between an answer and the next request. Beyond: closed without a word.
    std::chrono::milliseconds idleTime = std::chrono::seconds(60);
    /// While bytes of an answer wait and the client takes none. Beyond: closed, and the client counts as
    /// gone.
    std::chrono::milliseconds stallTime = std::chrono::seconds(30);
};

}  // namespace hearth::http
