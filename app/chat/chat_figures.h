#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "chat/reply_runner.h"
#include "inference/generation_job.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Use of the open chat's context, progress of its reply, and cost of sending the draft. GUI thread.
class ChatFigures : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// The server that has the model; empty: it runs here.
    Q_PROPERTY(QString server READ server NOTIFY contextChanged)
    Q_PROPERTY(int prefillDone READ prefillDone NOTIFY prefillChanged)
    Q_PROPERTY(int prefillTotal READ prefillTotal NOTIFY prefillChanged)
    Q_PROPERTY(int prefillReused READ prefillReused NOTIFY prefillChanged)
    Q_PROPERTY(double prefillRate READ prefillRate NOTIFY prefillChanged)
    /// Part of a picture that is read so far, before its tokens are, 0 to 1; 0: none is being read.
    Q_PROPERTY(double pictureDone READ pictureDone NOTIFY prefillChanged)
    /// -1 while unknown
    Q_PROPERTY(double prefillSecondsLeft READ prefillSecondsLeft NOTIFY prefillChanged)
    /// Present use of the chat's context: cached tokens, tokens new to the cache, and free ones. The figures
    /// follow a prompt being read and a reply being written; otherwise they include the text in the composer.
    Q_PROPERTY(bool contextKnown READ contextKnown NOTIFY contextChanged)
    /// False: the cache is a server's and its contents are not known; only contextUsed is.
    Q_PROPERTY(bool cacheKnown READ cacheKnown NOTIFY contextChanged)
    Q_PROPERTY(int contextCached READ contextCached NOTIFY contextChanged)
    Q_PROPERTY(int contextNew READ contextNew NOTIFY contextChanged)
    Q_PROPERTY(int contextFree READ contextFree NOTIFY contextChanged)
    Q_PROPERTY(int contextLength READ contextLength NOTIFY contextChanged)
    /// False: the length of the context is unknown, and so is the free part.
    Q_PROPERTY(bool lengthKnown READ lengthKnown NOTIFY contextChanged)
    /// The used part of the context, cached or not.
    Q_PROPERTY(int contextUsed READ contextUsed NOTIFY contextChanged)
    /// Tokens of the reply that is being written, including those of a part that existed before, and their
    /// rate per second; 0 before the second token.
    Q_PROPERTY(int replyTokens READ replyTokens NOTIFY contextChanged)
    Q_PROPERTY(double replyRate READ replyRate NOTIFY contextChanged)
    /// Tokens of the chat with the draft; -1 while unknown.
    Q_PROPERTY(int estimateAll READ estimateAll NOTIFY estimateChanged)
    /// Cost of sending the draft; -1 while unknown.
    Q_PROPERTY(int estimateCached READ estimateCached NOTIFY estimateChanged)
    Q_PROPERTY(int estimateNew READ estimateNew NOTIFY estimateChanged)
    Q_PROPERTY(double estimateSeconds READ estimateSeconds NOTIFY estimateChanged)
    /// The part of estimateAll for pictures: "2 pictures, 512 tokens, 256 of them cached"; empty: there are
    /// none.
    Q_PROPERTY(QString pictureText READ pictureText NOTIFY estimateChanged)

public:
    /// Sources of what is counted for the open chat.
    struct Sources {
        InferenceThread& inference;
        EngineStatus& engine;
        /// Its reply under way; nullptr: none.
        std::function<const ReplyRunner::Reply*()> reply;
        /// The chat with the text in the composer; nullopt: it cannot be read.
        std::function<std::optional<GenerationRequest>()> draftedChat;
        /// True if there is nothing to count: no message, no draft, no system prompt.
        std::function<bool()> isBlank;
    };
    explicit ChatFigures(Sources sources, QObject* parent = nullptr);

    QString server() const;
    int prefillDone() const { return prefill().done; }
    int prefillTotal() const { return prefill().total; }
    int prefillReused() const { return prefill().reused; }
    double prefillRate() const { return prefill().tokensPerS; }
    double pictureDone() const { return prefill().pictureDone; }
    double prefillSecondsLeft() const;
    bool cacheKnown() const;
    int contextUsed() const;
    bool contextKnown() const {
        return prefill().total > 0 || m_estimate.promptTokens > 0 || m_sources.isBlank();
    }
    int contextCached() const;
    int contextNew() const;
    int contextFree() const;
    int contextLength() const;
    bool lengthKnown() const;
    int replyTokens() const;
    double replyRate() const;
    int estimateAll() const { return m_estimate.promptTokens > 0 ? m_estimate.promptTokens : -1; }
    int estimateCached() const { return m_estimate.promptTokens > 0 ? m_estimate.cachedTokens : -1; }
    int estimateNew() const;
    double estimateSeconds() const;
    QString pictureText() const;

    /// Tokens of the chat with the text in the composer; 0: not known.
    int promptTokens() const { return m_estimate.promptTokens; }
    /// Costs of the pictures of the chat, in their order, those of the composer last; empty: not known.
    const std::vector<PictureCost>& pictures() const { return m_estimate.pictures; }
    /// Tokens of the last turn alone; 0: not known, or the whole chat fits.
    int lastTurnTokens() const { return m_lastTurnTokens; }
    /// The context shifts that the engine will apply to it.
    const std::vector<ContextShift>& cuts() const { return m_estimate.cuts; }
    /// True if what is counted has changed since it was counted.
    bool isOutdated() const { return m_timer.isActive(); }
    /// Counts after a pause in typing. Also when a person is about to write: the estimate brings the parts of
    /// the chat that are only on disk into memory.
    Q_INVOKABLE void estimateSoon() { m_timer.start(); }
    /// Forgets the estimate, which is of something else now, and requests another.
    void forget();
    /// The figures of the reply under way changed.
    void followReply();
    /// Takes the use of the context from a reply's figures, before there is an estimate.
    void takeReply(const GenerationMetrics& metrics);

signals:
    void prefillChanged();
    void contextChanged();
    void estimateChanged();

private:
    PrefillProgress prefill() const;
    /// The reply under way whose prompt progress the engine reports; nullptr: there is none.
    const ReplyRunner::Reply* toldReply() const;
    void ask();
    void take(quint64 job, const PromptEstimate& estimate, int lastTurnTokens);

    Sources m_sources;
    QTimer m_timer;
    quint64 m_job = 0;
    PromptEstimate m_estimate;
    int m_lastTurnTokens = 0;
};

}  // namespace hearth::app
