#include "http/connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <ctime>
#include <utility>

#include "http/answer_head.h"

namespace hearth::http {

namespace {

namespace asio = boost::asio;
using Code = boost::system::error_code;

// Time that a client may continue to send after it was refused.
constexpr std::chrono::seconds kLingerTime(2);
// Interval of checking a client that sends faster than it is answered.
constexpr std::chrono::milliseconds kPausedLook(250);
// Interval of checking a client that sends no more.
constexpr std::chrono::milliseconds kHalfClosedLook(20);
// Bytes that the system may buffer for a client that reads slowly, in addition to Limits::unsentBytes.
constexpr int kSendBuffer = 256 * 1024;

// An IPv4 client of an IPv6 socket has its own address.
std::string addressText(const asio::ip::tcp::endpoint& endpoint) {
    const asio::ip::address address = endpoint.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
    return address.to_string();
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, ConnectionShare& share)
    : m_socket(std::move(socket)),
      m_share(share),
      m_readTimer(*share.context),
      m_writeTimer(*share.context),
      m_reader(share.limits, [this](const RequestReader::Head& head) { return check(head); }) {
    Code ignored;
    m_socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    m_socket.set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
    m_socket.non_blocking(true, ignored);
    m_peer = addressText(m_socket.remote_endpoint(ignored));
    m_localAddress = addressText(m_socket.local_endpoint(ignored));
}

void Connection::start() {
    watchRead();
    read();
}

void Connection::startRefused(const Refusal& refusal) {
    refuse(refusal);
    read();
}

bool Connection::isIdle() const {
    return !m_exchange && !m_inBody && m_output.empty() && !m_closeAfterOutput && !m_lingering;
}

void Connection::drain() {
    if (m_exchange)
        m_exchange->closeBehind();
    else if (!m_reader.hasBegun() && m_output.empty() && !m_lingering)
        close();
}

void Connection::close() {
    if (m_closed) return;
    const auto self = shared_from_this();
    m_closed = true;
    Code ignored;
    m_readTimer.cancel();
    m_writeTimer.cancel();
    m_socket.close(ignored);
    releaseBody();
    if (const auto exchange = std::exchange(m_exchange, nullptr)) exchange->vanish();
    m_share.closed(self);
}

void Connection::read() {
    if (m_reading || m_closed || m_peerDone) return;
    // While an answer is made, so much of the next requests and no more; a closed connection shows all the
    // same.
    if (m_exchange && m_input.size() >= m_share.limits.headerBytes) return watchPaused();
    m_reading = true;
    m_socket.async_read_some(
        asio::buffer(m_buffer),
        [self = shared_from_this()](const Code& error, size_t bytes) { self->onRead(error, bytes); });
}

void Connection::onRead(const Code& error, size_t bytes) {
    m_reading = false;
    if (m_closed) return;
    if (error) return onPeerClosed(error != asio::error::eof);
    if (!m_lingering && !m_closeAfterOutput) {
        m_input.append(m_buffer.data(), bytes);
        advance();
    }
    read();
}

void Connection::onPeerClosed(bool broken) {
    m_peerDone = true;
    // A client may close its side behind its request and still read the answer.
    if (broken || m_lingering || (!m_exchange && !m_closeAfterOutput)) return close();
    if (!m_exchange) return;
    if (m_input.empty()) m_exchange->closeBehind();
    if (m_exchange->hasEnded()) return;
    // One that has gone altogether looks the same until bytes are sent, which its system then refuses.
    if (!m_exchange->hasBegun() && !m_isHttp10 && m_output.empty() && !m_writing)
        queue("HTTP/1.1 100 Continue\r\n\r\n");
    watchHalfClosed();
}

void Connection::advance() {
    if (m_closed || m_exchange || m_closeAfterOutput || m_lingering) return;
    readRequest();
    if (!m_closed && !m_exchange && !m_closeAfterOutput && !m_lingering) watchRead();
}

void Connection::readRequest() {
    const bool begun = m_reader.hasBegun();
    m_input.erase(0, m_reader.feed(m_input));
    if (!begun && m_reader.hasBegun() && !m_first) m_since = Clock::now();
    onBodyGrown(m_reader.bodyBytes());
    if (m_reader.state() == RequestReader::State::Refused) return refuse(m_reader.refusal());
    if (m_share.bodyBytes > m_share.limits.allBodiesBytes) return refuse(refusals::noRoomForBody);
    if (m_reader.state() == RequestReader::State::Whole) return takeRequest();
    if (m_reader.state() == RequestReader::State::Body && !m_inBody) {
        m_inBody = true;
        m_since = Clock::now();
        const bool waits = m_reader.bodyBytes() == 0 && m_input.empty();
        if (m_reader.head().wantsContinue && waits) queue("HTTP/1.1 100 Continue\r\n\r\n");
    }
}

void Connection::onBodyGrown(size_t bytes) {
    if (bytes <= m_chargedBody) return;
    m_share.bodyBytes += bytes - m_chargedBody;
    m_chargedBody = bytes;
}

std::optional<Refusal> Connection::check(const RequestReader::Head& head) const {
    if (!head.host.empty())
        if (const auto refusal = m_share.policy.checkHost(head.host, m_localAddress)) return refusal;
    if (const std::string* origin = findHeader(head.request.headers, "Origin"))
        return m_share.policy.checkOrigin(*origin);
    return std::nullopt;
}

void Connection::takeRequest() {
    RequestReader::Head head = m_reader.take();
    m_readTimer.cancel();
    m_first = false;
    m_inBody = false;
    m_isHttp10 = head.http10;
    const auto response = newResponse(head);
    if (head.request.method == "OPTIONS")
        return response->send(204, "", "", {{"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}});
    head.request.peer = m_peer;
    try {
        m_share.handler(std::move(head.request), response);
    } catch (...) {
        // The Response is dropped and answers 500; what was thrown may hold what the client sent.
    }
}

std::shared_ptr<Response> Connection::newResponse(const RequestReader::Head& head) {
    const Request& request = head.request;
    Exchange::Form form;
    form.http10 = head.http10;
    form.headOnly = request.method == "HEAD";
    form.close = head.close || m_share.draining;
    form.headers = m_share.policy.answerHeaders(request.header("Origin"));
    if (!form.headers.empty() && request.method == "OPTIONS")
        for (auto& field : m_share.policy.preflightHeaders(request.headers))
            form.headers.push_back(std::move(field));
    form.unsentBytes = m_share.limits.unsentBytes;
    // From any thread, at any time: also when the server is gone.
    auto wake = [context = m_share.context, connection = weak_from_this()] {
        asio::post(*context, [connection] {
            if (const auto self = connection.lock()) self->pump();
        });
    };
    m_exchange = std::make_shared<Exchange>(std::move(form), std::move(wake));
    return std::make_shared<Response>(m_exchange);
}

void Connection::refuse(const Refusal& refusal) {
    ++m_share.refused;
    m_readTimer.cancel();
    releaseBody();
    m_input.clear();
    m_closeAfterOutput = true;
    const std::string body = jsonOf(refusal);
    AnswerFraming framing;
    framing.length = body.size();
    framing.close = true;
    queue(answerHead(refusal.status, "application/json", {}, {}, framing, std::time(nullptr)) + body);
}

void Connection::queue(const std::string& bytes) {
    m_output += bytes;
    pump();
}

void Connection::pump() {
    if (m_closed || m_lingering) return;
    if (m_exchange && m_exchange->acknowledge()) return breakOff();
    if (m_writing) return;
    if (m_output.empty() && m_exchange) {
        Exchange::Piece piece = m_exchange->take();
        m_output = std::move(piece.bytes);
        m_outputIsAnswer = true;
        if (m_output.empty() && piece.ended) return finishExchange(piece.close);
    }
    if (!m_output.empty()) return write();
    if (!m_exchange && m_closeAfterOutput) linger();
}

void Connection::write() {
    m_writing = true;
    m_writeTimer.expires_after(m_share.limits.stallTime);
    m_writeTimer.async_wait([self = shared_from_this()](const Code& error) {
        if (error || !self->m_writing || self->m_closed || self->m_writeTimer.expiry() > Clock::now()) return;
        ++self->m_share.timedOut;
        self->breakOff();
    });
    m_socket.async_write_some(
        asio::buffer(m_output.data() + m_written, m_output.size() - m_written),
        [self = shared_from_this()](const Code& error, size_t bytes) { self->onWritten(error, bytes); });
}

void Connection::onWritten(const Code& error, size_t bytes) {
    m_writing = false;
    m_writeTimer.cancel();
    if (m_closed) return;
    if (error) return close();
    if (m_exchange && m_outputIsAnswer) m_exchange->sent(bytes);
    m_written += bytes;
    if (m_written == m_output.size()) {
        m_output.clear();
        m_written = 0;
        m_outputIsAnswer = false;
    }
    pump();
}

void Connection::finishExchange(bool closeBehind) {
    m_exchange.reset();
    releaseBody();
    if (closeBehind || m_closeAfterOutput || m_share.draining) return linger();
    m_since = Clock::now();
    advance();
    if (m_peerDone && !m_closed && !m_lingering) {
        if (m_exchange) return watchHalfClosed();
        if (!m_closeAfterOutput) return linger();
    }
    read();
}

void Connection::linger() {
    m_lingering = true;
    Code ignored;
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    if (m_peerDone) return close();
    m_readTimer.expires_after(kLingerTime);
    m_readTimer.async_wait([self = shared_from_this()](const Code& error) {
        if (!error) self->close();
    });
    read();
}

void Connection::breakOff() {
    Code ignored;
    m_socket.set_option(asio::socket_base::linger(true, 0), ignored);
    close();
}

void Connection::watchRead() {
    const Limits& limits = m_share.limits;
    const auto now = Clock::now();
    auto until = m_since;
    if (m_inBody)
        until = std::min(m_since + limits.bodyTime, now + limits.readGap);
    else if (m_reader.hasBegun() || m_first)
        until = std::min(m_since + limits.headerTime, now + limits.readGap);
    else
        until = m_since + limits.idleTime;
    m_readTimer.expires_at(until);
    m_readTimer.async_wait([self = shared_from_this()](const Code& error) {
        if (!error) self->onReadTimer();
    });
}

void Connection::onReadTimer() {
    // A wait that had ended before it was cancelled comes here as well.
    if (m_closed || m_exchange || m_lingering || m_closeAfterOutput) return;
    if (m_readTimer.expiry() > Clock::now()) return;
    ++m_share.timedOut;
    if (!m_reader.hasBegun()) return close();
    refuse(refusals::timedOut);
}

// The read that would notice is not pending.
void Connection::watchPaused() {
    m_readTimer.expires_after(kPausedLook);
    m_readTimer.async_wait([self = shared_from_this()](const Code& error) {
        if (error || self->m_closed || !self->m_exchange || self->m_reading) return;
        if (self->peerHungUp()) return self->close();
        self->watchPaused();
    });
}

void Connection::watchHalfClosed() {
    if (m_closed) return;
    m_readTimer.expires_after(kHalfClosedLook);
    m_readTimer.async_wait([self = shared_from_this()](const Code& error) {
        if (error || self->m_closed || !self->m_exchange) return;
        if (self->readiness(platform::Ready::Nothing) != platform::Ready::Nothing) return self->close();
        self->watchHalfClosed();
    });
}

bool Connection::peerHungUp() {
    return readiness(platform::Ready::HalfClosed) != platform::Ready::Nothing;
}

platform::Ready Connection::readiness(platform::Ready wanted) {
    return platform::waitUntilReady(platform::FileHandle(m_socket.native_handle()), wanted, 0);
}

void Connection::releaseBody() {
    m_share.bodyBytes -= m_chargedBody;
    m_chargedBody = 0;
}

}  // namespace hearth::http
