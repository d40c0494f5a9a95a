#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth::test {

/// A connection to a port of this machine whose bytes a test says one by one.
class RawClient {
public:
    /// `receiveBuffer`: what the system keeps for a client that does not read; 0: as it likes.
    explicit RawClient(uint16_t port, int receiveBuffer = 0);
    RawClient(RawClient&& other) noexcept;
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient();

    bool isOpen() const { return m_socket >= 0; }
    /// Sends all of it; false: the server has closed.
    bool send(std::string_view bytes);
    /// Sends what the system takes at once and returns how much that was; -1: the server has closed.
    long sendSome(std::string_view bytes);
    /// Reads until `text` has come, the server closes or the time is over; returns all that was read so far.
    const std::string& readUntil(std::string_view text, std::chrono::milliseconds atMost);
    /// The same until the server closes.
    const std::string& readAll(std::chrono::milliseconds atMost) { return readUntil({}, atMost); }
    /// Reads the next whole answer with a Content-Length and takes it out of what was read.
    std::string nextAnswer(std::chrono::milliseconds atMost);
    bool isClosed() const { return m_closed; }
    void forget() { m_read.clear(); }
    /// Sends FIN.
    void finish();
    /// Sends RST.
    void reset();

private:
    bool readMore(std::chrono::steady_clock::time_point until);

    int m_socket = -1;
    bool m_closed = false;
    std::string m_read;
};

/// Far more than anything here takes.
constexpr std::chrono::milliseconds kLongEnough = std::chrono::seconds(20);

/// Requests as an honest client sends them; `more` are lines of header fields.
std::string getRequest(std::string_view path, std::string_view more = {});
std::string postRequest(std::string_view path, std::string_view body);

/// The status of an answer; 0: there is none.
int statusOf(std::string_view answer);

/// The part after the head.
std::string bodyOf(std::string_view answer);

/// The decoded body of a chunked answer; missing parts are left out.
std::string unchunked(std::string_view answer);

}  // namespace hearth::test
