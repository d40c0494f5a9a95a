#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "http/header_list.h"

namespace hearth::http {

/// One request's answer on its way, shared by the Response that writes it, on any thread, and the connection
/// that sends it, on the I/O thread. It does no input or output itself.
class Exchange {
public:
    /// Properties of the request that the connection knows.
    struct Form {
        bool http10 = false;     ///< a stream ends with the connection
        bool headOnly = false;   ///< HEAD: no body is sent
        bool close = false;      ///< the connection is closed after the answer
        Headers headers = {};    ///< that the connection adds: those of CORS
        size_t unsentBytes = 0;  ///< Limits::unsentBytes
    };
    /// `wake` is called from any thread when there is something for the connection to do, and only once until
    /// it calls acknowledge(). It must neither block nor call back.
    Exchange(Form form, std::function<void()> wake);

    /// As in Response, whose functions they are.
    void send(int status, std::string_view contentType, std::string body, const Headers& extra);
    void begin(int status, std::string_view contentType, const Headers& extra);
    bool write(std::string bytes);
    void end();
    void onGone(std::function<void()> call);
    bool gone() const;
    /// The Response has been dropped.
    void abandon();

    /// For the connection, like all that follows: the bytes to send, and what comes after them.
    struct Piece {
        std::string bytes;   ///< in flight until sent()
        bool ended = false;  ///< nothing follows, and the answer is whole
        bool close = false;  ///< with ended: the connection is to be closed
    };
    Piece take();
    /// Answers wake(), which is called again for what comes from now on. True: it has to break off at once.
    bool acknowledge();
    /// This number of bytes in flight was sent.
    void sent(size_t bytes);
    /// The client is gone: calls the function given to onGone(), on this thread, unless the answer has ended.
    void vanish();
    /// True if the whole answer has been given; bytes of it may not be sent yet.
    bool hasEnded() const;
    /// True if any of it has been given.
    bool hasBegun() const;
    /// Closes the connection after the answer, if its head has not been written yet or it is a stream.
    void closeBehind();

private:
    enum class Stage { Unanswered, Streaming, Ended, Broken };

    // All of these with m_mutex held.
    void writeHead(int status, std::string_view contentType, const Headers& extra, bool stream,
                   size_t length);
    void answerWhole(int status, std::string_view contentType, std::string body, const Headers& extra);
    void wakeConnection();

    const Form m_form;
    const std::function<void()> m_wake;
    mutable std::mutex m_mutex;
    Stage m_stage = Stage::Unanswered;
    std::string m_waiting;
    size_t m_inFlight = 0;
    bool m_close = false;
    bool m_chunked = false;
    bool m_silent = false;  ///< no body is sent
    bool m_woken = false;
    bool m_gone = false;
    std::function<void()> m_onGone;
};

}  // namespace hearth::http
