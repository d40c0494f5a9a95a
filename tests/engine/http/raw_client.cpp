#include "engine/http/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace hearth::test {

RawClient::RawClient(uint16_t port, int receiveBuffer)
    : m_socket(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (m_socket < 0) return;
    if (receiveBuffer > 0) setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
    close(m_socket);
    m_socket = -1;
}

RawClient::RawClient(RawClient&& other) noexcept
    : m_socket(std::exchange(other.m_socket, -1)), m_closed(other.m_closed), m_read(std::move(other.m_read)) {
}

RawClient::~RawClient() {
    if (m_socket >= 0) close(m_socket);
}

bool RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
}

long RawClient::sendSome(std::string_view bytes) {
    const auto sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return sent;
    return errno == EAGAIN ? 0 : -1;
}

bool RawClient::readMore(std::chrono::steady_clock::time_point until) {
    if (m_closed || m_socket < 0) return false;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd state{m_socket, POLLIN, 0};
    if (poll(&state, 1, static_cast<int>(std::max<int64_t>(left.count(), 0))) <= 0) return false;
    std::array<char, 65536> buffer;
    const auto got = recv(m_socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) {
        m_closed = true;
        return false;
    }
    m_read.append(buffer.data(), static_cast<size_t>(got));
    return true;
}

const std::string& RawClient::readUntil(std::string_view text, std::chrono::milliseconds atMost) {
    const auto until = std::chrono::steady_clock::now() + atMost;
    while (text.empty() || m_read.find(text) == std::string::npos)
        if (!readMore(until)) break;
    return m_read;
}

std::string RawClient::nextAnswer(std::chrono::milliseconds atMost) {
    const auto until = std::chrono::steady_clock::now() + atMost;
    while (true) {
        const size_t head = m_read.find("\r\n\r\n");
        if (head != std::string::npos) {
            const size_t field = m_read.find("Content-Length: ");
            const size_t length = field < head ? std::strtoul(m_read.c_str() + field + 16, nullptr, 10) : 0;
            if (m_read.size() >= head + 4 + length) {
                std::string answer = m_read.substr(0, head + 4 + length);
                m_read.erase(0, head + 4 + length);
                return answer;
            }
        }
        if (!readMore(until)) return {};
    }
}

void RawClient::finish() {
    shutdown(m_socket, SHUT_WR);
}

void RawClient::reset() {
    const linger now{1, 0};
    setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(m_socket);
    m_socket = -1;
}

int statusOf(std::string_view answer) {
    if (!answer.starts_with("HTTP/1.1 ") || answer.size() < 12) return 0;
    return std::atoi(std::string(answer.substr(9, 3)).c_str());
}

std::string getRequest(std::string_view path, std::string_view more) {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) + "\r\n";
}

std::string postRequest(std::string_view path, std::string_view body) {
    return "POST " + std::string(path) +
           " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

std::string bodyOf(std::string_view answer) {
    const size_t head = answer.find("\r\n\r\n");
    return head == std::string_view::npos ? std::string() : std::string(answer.substr(head + 4));
}

std::string unchunked(std::string_view answer) {
    std::string body;
    size_t at = answer.find("\r\n\r\n");
    if (at == std::string_view::npos) return body;
    at += 4;
    while (at < answer.size()) {
        const size_t end = answer.find("\r\n", at);
        if (end == std::string_view::npos) break;
        const size_t size = std::strtoul(std::string(answer.substr(at, end - at)).c_str(), nullptr, 16);
        if (size == 0) break;
        body += answer.substr(end + 2, size);
        at = end + 4 + size;
    }
    return body;
}

}  // namespace hearth::test
