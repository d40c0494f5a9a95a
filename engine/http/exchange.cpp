#include "http/exchange.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

#include "http/answer_head.h"
#include "http/refusal.h"

namespace hearth::http {

namespace {

constexpr Refusal kUnanswered{500, "internal_error", "The server failed to answer; try again."};

}  // namespace

Exchange::Exchange(Form form, std::function<void()> wake)
    : m_form(std::move(form)), m_wake(std::move(wake)), m_close(m_form.close) {
}

void Exchange::send(int status, std::string_view contentType, std::string body, const Headers& extra) {
    std::function<void()> dropped;  // after the lock: it may hold the last Response
    const std::lock_guard lock(m_mutex);
    if (m_stage != Stage::Unanswered) return;
    answerWhole(status, contentType, std::move(body), extra);
    dropped.swap(m_onGone);
}

void Exchange::begin(int status, std::string_view contentType, const Headers& extra) {
    std::function<void()> dropped;
    const std::lock_guard lock(m_mutex);
    if (m_stage != Stage::Unanswered) return;
    if (status < 200 || status > 599 || !isFieldValue(contentType) || !mayBeAdded(extra)) {
        answerWhole(status, contentType, {}, extra);
        dropped.swap(m_onGone);
        return;
    }
    m_stage = Stage::Streaming;
    writeHead(status, contentType, extra, true, 0);
    wakeConnection();
}

bool Exchange::write(std::string bytes) {
    const std::lock_guard lock(m_mutex);
    if (m_gone || m_stage != Stage::Streaming) return false;
    if (bytes.empty() || m_silent) return true;
    const size_t waiting = m_waiting.size() + m_inFlight;
    if (waiting > 0 && waiting + bytes.size() > m_form.unsentBytes) {
        m_stage = Stage::Broken;
        m_waiting.clear();
        m_waiting.shrink_to_fit();
        wakeConnection();
        return false;
    }
    if (m_chunked) {
        std::array<char, 32> size{};
        std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
        m_waiting += size.data();
    }
    m_waiting += bytes;
    if (m_chunked) m_waiting += "\r\n";
    wakeConnection();
    return true;
}

void Exchange::end() {
    std::function<void()> dropped;
    const std::lock_guard lock(m_mutex);
    if (m_stage != Stage::Streaming) return;
    m_stage = Stage::Ended;
    if (m_chunked && !m_silent) m_waiting += "0\r\n\r\n";
    dropped.swap(m_onGone);
    wakeConnection();
}

void Exchange::onGone(std::function<void()> call) {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_gone) {
            if (m_stage == Stage::Unanswered || m_stage == Stage::Streaming || m_stage == Stage::Broken)
                m_onGone.swap(call);
            return;  // what was replaced is dropped by the caller, after the lock
        }
        if (m_stage == Stage::Ended) return;
    }
    if (call) call();
}

bool Exchange::gone() const {
    const std::lock_guard lock(m_mutex);
    return m_gone || m_stage == Stage::Broken;
}

void Exchange::abandon() {
    const std::lock_guard lock(m_mutex);
    if (m_stage == Stage::Unanswered) {
        answerWhole(kUnanswered.status, "application/json", jsonOf(kUnanswered), {});
    } else if (m_stage == Stage::Streaming) {
        m_stage = Stage::Broken;
        wakeConnection();
    }
}

Exchange::Piece Exchange::take() {
    const std::lock_guard lock(m_mutex);
    Piece piece;
    piece.bytes.swap(m_waiting);
    m_inFlight += piece.bytes.size();
    piece.ended = m_stage == Stage::Ended;
    piece.close = m_close;
    return piece;
}

bool Exchange::acknowledge() {
    const std::lock_guard lock(m_mutex);
    m_woken = false;
    return m_stage == Stage::Broken;
}

void Exchange::sent(size_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_inFlight -= bytes;
}

void Exchange::vanish() {
    std::function<void()> call;
    {
        const std::lock_guard lock(m_mutex);
        if (m_gone) return;
        m_gone = true;
        if (m_stage == Stage::Ended) return;
        m_waiting.clear();
        m_waiting.shrink_to_fit();
        call.swap(m_onGone);
    }
    if (call) call();
}

bool Exchange::hasBegun() const {
    const std::lock_guard lock(m_mutex);
    return m_stage != Stage::Unanswered;
}

bool Exchange::hasEnded() const {
    const std::lock_guard lock(m_mutex);
    return m_stage == Stage::Ended;
}

void Exchange::closeBehind() {
    const std::lock_guard lock(m_mutex);
    m_close = true;
}

void Exchange::writeHead(int status, std::string_view contentType, const Headers& extra, bool stream,
                         size_t length) {
    const bool bodiless = status == 204 || status == 304;
    AnswerFraming framing;
    m_chunked = stream && !m_form.http10 && !bodiless;
    if (stream && !m_chunked && !bodiless) m_close = true;
    framing.chunked = m_chunked;
    framing.close = m_close;
    if (!stream && !bodiless) framing.length = length;
    m_silent = m_form.headOnly || bodiless;
    m_waiting += answerHead(status, bodiless ? std::string_view() : contentType, extra, m_form.headers,
                            framing, std::time(nullptr));
}

void Exchange::answerWhole(int status, std::string_view contentType, std::string body, const Headers& extra) {
    const bool sound = status >= 200 && status <= 599 && isFieldValue(contentType) && mayBeAdded(extra);
    if (!sound) {
        body = jsonOf(kUnanswered);
        writeHead(kUnanswered.status, "application/json", {}, false, body.size());
    } else {
        writeHead(status, contentType, extra, false, body.size());
    }
    if (!m_silent) m_waiting += body;
    m_stage = Stage::Ended;
    wakeConnection();
}

void Exchange::wakeConnection() {
    if (m_woken || m_gone) return;
    m_woken = true;
    m_wake();
}

}  // namespace hearth::http
