#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hearth/platform/readiness.h"
#include "http/access_policy.h"
#include "http/exchange.h"
#include "http/limits.h"
#include "http/request_reader.h"
#include "http/server.h"

namespace hearth::http {

class Connection;

/// Data that the connections of a server share. It outlives them. Other threads than the I/O thread may only
/// read the counts.
struct ConnectionShare {
    Limits limits;
    AccessPolicy policy;
    Handler handler;
    /// Keeps the I/O context alive while a Response may still wake it.
    std::shared_ptr<boost::asio::io_context> context;
    /// A connection has closed: called once for each.
    std::function<void(const std::shared_ptr<Connection>&)> closed;
    size_t bodyBytes = 0;  ///< of all connections
    bool draining = false;
    std::atomic<uint64_t> refused = 0;
    std::atomic<uint64_t> timedOut = 0;
};

/// One client: its requests one after the other, each answered before the next is read. On the I/O thread
/// only.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;

    Connection(boost::asio::ip::tcp::socket socket, ConnectionShare& share);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Begins to read.
    void start();
    /// Answers this at once and closes.
    void startRefused(const Refusal& refusal);
    /// Waits for a request or for the rest of its header fields; since() says since when.
    bool isIdle() const;
    Clock::time_point since() const { return m_since; }
    /// The server drains: closes now if no request has begun, otherwise after the answer.
    void drain();
    /// Closes now; the client of an answer under way counts as gone.
    void close();

private:
    void read();
    void onRead(const boost::system::error_code& error, size_t bytes);
    /// The client sends no more, or the connection broke.
    void onPeerClosed(bool broken);
    void advance();
    void readRequest();
    void onBodyGrown(size_t bytes);
    std::optional<Refusal> check(const RequestReader::Head& head) const;
    void takeRequest();
    std::shared_ptr<Response> newResponse(const RequestReader::Head& head);
    void refuse(const Refusal& refusal);
    void queue(const std::string& bytes);
    /// Sends what waits, of the exchange or queued.
    void pump();
    void write();
    void onWritten(const boost::system::error_code& error, size_t bytes);
    void finishExchange(bool closeBehind);
    /// Closes for sending, and takes what the client still sends for a moment: closing with bytes unread
    /// would have the system throw away an answer that the client has not read yet.
    void linger();
    /// Closes so that the client sees a fault, and the system keeps nothing for it.
    void breakOff();
    void watchRead();
    void onReadTimer();
    void watchPaused();
    /// Closes as soon as the client turns out to be gone.
    void watchHalfClosed();
    bool peerHungUp();
    /// Returns what the socket is ready for at this moment.
    platform::Ready readiness(platform::Ready wanted);
    void releaseBody();

    boost::asio::ip::tcp::socket m_socket;
    ConnectionShare& m_share;
    boost::asio::steady_timer m_readTimer, m_writeTimer;
    RequestReader m_reader;
    std::array<char, 16 * 1024> m_buffer;
    std::string m_input;  ///< read and not yet taken by the reader
    std::string m_output;
    size_t m_written = 0;  ///< of m_output
    std::shared_ptr<Exchange> m_exchange;
    std::string m_peer, m_localAddress;
    Clock::time_point m_since = Clock::now();  ///< that the phase of reading began
    size_t m_chargedBody = 0;
    bool m_first = true;  ///< no request has been read yet
    bool m_inBody = false;
    bool m_isHttp10 = false;  ///< the request that is answered
    bool m_reading = false, m_writing = false, m_closeAfterOutput = false, m_lingering = false,
         m_closed = false;
    bool m_peerDone = false;
    bool m_outputIsAnswer = false;  ///< m_output is of m_exchange
};

}  // namespace hearth::http
