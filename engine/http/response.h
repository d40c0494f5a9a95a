#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "http/header_list.h"

namespace hearth::http {

class Exchange;

/// The answer to one request: either send(), or begin(), any number of write() and end(). Every function may
/// be called from any thread; none blocks and none throws but for want of memory. What comes after the answer
/// has ended, or in another order, is ignored. It may outlive its Server.
///
/// A Response that is dropped unanswered answers 500; one that is dropped in the middle of a stream breaks
/// the connection off, so that the client does not take half an answer for a whole one.
///
/// Header fields that are no header fields (a line end in a value), and those that are the connection's own
/// (Content-Length, Transfer-Encoding, Connection, Date and those of CORS), turn the answer into a 500:
/// nothing that a client or a model says can add a line to an answer.
class Response {
public:
    /// For the connection; the holder of the exchange sends what is written here.
    explicit Response(std::shared_ptr<Exchange> exchange);
    Response(const Response&) = delete;
    Response& operator=(const Response&) = delete;
    ~Response();

    /// The whole answer, of any length. `status` is 200 to 599. To HEAD only its head is sent.
    void send(int status, std::string_view contentType, std::string body, Headers extra = {});
    /// Begins a stream: chunked in HTTP/1.1, until the connection closes in HTTP/1.0.
    void begin(int status, std::string_view contentType, Headers extra = {});
    /// The next bytes of the stream. False: the client is gone, or Limits::unsentBytes would wait for it, in
    /// which case the stream has been ended and the client is gone from now on. A piece of any length is
    /// taken when nothing waits.
    bool write(std::string bytes);
    /// Ends the stream.
    void end();
    /// Sets a function that is called once, on the I/O thread or immediately, if the client is gone before
    /// the answer has ended: it closed the connection, the connection broke, it does not read, or the server
    /// closes. The function must not block, and may hold this Response. A second call replaces the first.
    void onGone(std::function<void()> call);
    /// True if the client is gone; anything written now is lost.
    bool gone() const;

private:
    std::shared_ptr<Exchange> m_exchange;
};

}  // namespace hearth::http
