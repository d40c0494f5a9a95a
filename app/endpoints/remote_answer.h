#pragma once

#include <QByteArray>
#include <QString>
#include <chrono>
#include <optional>
#include <string>

#include "endpoints/chat_protocol.h"
#include "endpoints/event_stream.h"
#include "hearth/finish_reason.h"
#include "hearth/generation_listener.h"
#include "hearth/generation_result.h"
#include "hearth/reply_delta.h"
#include "hearth/reply_text.h"

namespace hearth::app {

/// Collects one streamed answer of a server: passes its deltas on and keeps its figures. For one thread; the
/// listener outlives it.
class RemoteAnswer {
public:
    using Clock = std::chrono::steady_clock;

    /// The request that is answered.
    struct Asked {
        QString host = {};            ///< the server's name in errors
        Clock::time_point when = {};  ///< when the reply was asked for
        std::string begun = {};       ///< text that the reply continues
        int limit = 0;                ///< tokens that the reply may have; 0: any number
        int contextLength = 0;        ///< of the server; 0: not known
    };
    RemoteAnswer(GenerationListener& listener, Asked asked);

    /// Parses bytes of the stream; returns true at its end. Throws Error(Io), in one sentence, for an error
    /// that the server reports, for anything that is not an answer, and for an answer that does not end.
    bool read(const QByteArray& bytes);
    /// True if the server gave the reason for the end.
    bool isComplete() const noexcept { return m_complete; }
    int deltas() const noexcept { return m_deltas; }
    /// Name of the field that had the reasoning; empty: there was none.
    const QString& thoughtField() const noexcept { return m_thoughtField; }
    /// The result; once. `seed`: the one that the server was given.
    GenerationResult end(std::optional<uint64_t> seed);

private:
    void take(const ChatChunk& chunk);
    void tell(ReplyDelta delta);
    void keepTokens(const std::vector<ToldToken>& tokens);
    [[noreturn]] void makesNoSense() const;

    /// Reason for the end of a reply that the server cut off.
    FinishReason reasonOfCut() const;

    GenerationListener& m_listener;
    const Asked m_asked;
    Clock::time_point m_last;
    EventStream m_events;
    GenerationResult m_result;
    ReplyText m_text;
    QString m_thoughtField;
    int m_deltas = 0, m_completionTokens = -1, m_cachedTokens = -1;
    bool m_isCut = false;
    qsizetype m_idleBytes = 0, m_saidBytes = 0;
    size_t m_toldBytes = 0;
    bool m_complete = false;
};

}  // namespace hearth::app
