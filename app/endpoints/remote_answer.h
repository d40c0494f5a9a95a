#pragma once

#include <QByteArray>
#include <QString>
#include <chrono>

#include "endpoints/chat_protocol.h"
#include "endpoints/event_stream.h"
#include "hearth/engine.h"
#include "hearth/reply_text.h"

namespace hearth::app {

/// Gathers one streamed answer of a server: tells its deltas and keeps its figures. For one thread; the
/// listener outlives it.
class RemoteAnswer {
public:
    using Clock = std::chrono::steady_clock;

    /// `host` is the server's name in errors, `asked` when the reply was asked for.
    RemoteAnswer(GenerationListener& listener, QString host, Clock::time_point asked);

    /// What came of the stream; true at its end. Throws Error(Io), in one sentence, for an error that the
    /// server tells, for what is no answer, and for one that does not end.
    bool read(const QByteArray& bytes);
    /// The server said why it ended.
    bool isComplete() const noexcept { return m_complete; }
    int deltas() const noexcept { return m_deltas; }
    /// The result; once.
    GenerationResult end(uint64_t seed);

private:
    void take(const ChatChunk& chunk);
    void tell(ReplyDelta delta);
    [[noreturn]] void makesNoSense() const;

    GenerationListener& m_listener;
    const QString m_host;
    const Clock::time_point m_asked;
    Clock::time_point m_last;
    EventStream m_events;
    GenerationResult m_result;
    ReplyText m_text;
    int m_deltas = 0, m_completionTokens = -1;
    qsizetype m_idleBytes = 0, m_saidBytes = 0;
    bool m_complete = false;
};

}  // namespace hearth::app
