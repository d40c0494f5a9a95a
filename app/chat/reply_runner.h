#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "chat/left_out.h"
#include "chat/repetition_watch.h"
#include "chat/reply_figures.h"
#include "inference/generation_job.h"
#include "inference/reply_calls.h"
#include "store/store.h"

namespace hearth::app {

class InferenceThread;

/// The replies under way, of whichever conversation, open or not: starts them, gathers their text, keeps it
/// in the store (journalled every second while it grows), and stops them. GUI thread.
class ReplyRunner : public QObject {
    Q_OBJECT

public:
    struct Reply {
        store::Message message;  ///< text as far as it is known
        PrefillProgress prefill;
        bool hasText = false;           ///< the prompt is done, tokens come
        QList<ReplyCall> written = {};  ///< calls of tools as far as they are there
        int withheldTokens = 0;         ///< the last ones that came, which nothing shows yet
        quint64 job = 0;
        QString journalled;  ///< the text that is in the store
        QJsonObject recipe;
        std::function<std::vector<QJsonObject>()> parts;  ///< Manner::parts
        QString textBefore;                               ///< of a reply that is continued
        store::Generation before;                         ///< the same
        QElapsedTimer sinceText;
        RepetitionWatch watch, hiddenWatch;  ///< of the text, and of the tokens that are not shown as text
        LeftOut leftOut;                     ///< of the prompt that was asked for
        DroppedTurns dropped;                ///< more, for it did not fit; or all that the engine cut off
        int tokens = 0;                      ///< that came so far, and with the first text among them
        int firstTokens = 0;
        /// Tokens a second since the first text; 0 before a second one.
        double tokensPerS() const;
        bool isRepeating() const { return watch.isRepeating() || hiddenWatch.isRepeating(); }
    };

    ReplyRunner(store::Store& store, InferenceThread& inference, QObject* parent = nullptr);
    ~ReplyRunner() override;

    /// Data of a reply other than its request.
    struct Manner {
        QJsonObject recipe = {};
        store::Generation before = {};  ///< the part generated already when a reply is continued
        WhenFull whenFull = WhenFull::Refuse;
        LeftOut leftOut = {};  ///< of the request
        quint64 model = 0;     ///< InferenceThread::open(); 0: the current one
        /// Returns the fields of the recipe about the model that answered, or about each of two by
        /// RouteTarget; none: the model is closed. Called when the reply has ended.
        std::function<std::vector<QJsonObject>()> parts = {};
        /// Reason for people why the reply fails without asking the model; empty: the model is asked.
        QString problem = {};
    };
    /// Starts the generation of a reply that is in the store (state Streaming).
    void start(const store::Message& reply, const GenerationRequest& request, const Manner& manner);
    /// By the id of its message; nullptr when it is not under way.
    const Reply* find(qint64 messageId) const;
    /// The oldest one of a conversation; nullptr when none is under way there.
    const Reply* ofConversation(qint64 conversationId) const;
    bool isBusy() const { return !m_replies.isEmpty(); }
    /// The conversation that a person looks at, 0 for none: its replies go first, from now on.
    void setRead(qint64 conversationId);
    /// Ends the replies of a conversation. finished() follows with the text so far, within stopMs even if the
    /// model does not respond.
    void stop(qint64 conversationId);
    /// Ends one reply in the same way.
    void stopReply(qint64 messageId);
    /// Ends all of them in the same way.
    void stopAll();
    static constexpr int stopMs = 1500;
    /// Writes the texts so far.
    void journal();

signals:
    void started(qint64 conversationId);
    void progressed(qint64 conversationId, qint64 messageId);
    /// Tokens came that nothing shows (Reply::tokens).
    void tokensAdded(qint64 conversationId, qint64 messageId);
    /// Emitted when the reply of a conversation begins or stops repeating itself endlessly.
    void repeatingChanged(qint64 conversationId);
    /// A prompt was longer than the context; finished() follows.
    void contextRefused(qint64 messageId);
    /// Calls of tools grew (Reply::written, Reply::withheldTokens).
    void callsGrew(qint64 conversationId, qint64 messageId);
    void textAdded(qint64 conversationId, qint64 messageId, const QString& delta);
    /// The reply is complete, stopped or failed, and kept.
    void finished(const hearth::app::store::Message& reply, const hearth::GenerationMetrics& metrics);
    /// The store could not keep something.
    void notKept(const QString& sentence);

private:
    void takeCalls(quint64 job, const QList<ReplyCall>& calls, int begun);
    void addText(quint64 job, const QString& delta, int tokens);
    void addHidden(quint64 job, const QString& delta, int tokens);
    void finish(quint64 job, const GenerationResult& result);
    void fail(quint64 job, const InferenceProblem& problem);
    Priority priorityIn(qint64 conversationId) const;
    /// Of a model on this computer.
    void countSavings(const GenerationMetrics& metrics);
    void end(const Reply& reply);
    /// Records the model that answered.
    static void noteModel(Reply& reply, const std::optional<RouteOutcome>& route);
    static ReplyFigures figuresOf(const Reply& reply, const GenerationMetrics& metrics,
                                  const GenerationResult& result);
    /// The sum of the sizes of cuts; 0: not known.
    static int tokensLeftOut(const Reply& reply, const std::vector<ContextShift>& cuts);
    void giveUp(quint64 job);
    void keep(const Reply& reply, const store::Generation& generation);
    QHash<qint64, Reply>::iterator byJob(quint64 job);

    store::Store& m_store;
    InferenceThread& m_inference;
    QHash<qint64, Reply> m_replies;  ///< by message
    qint64 m_read = 0;               ///< the conversation that a person looks at
    QTimer m_journalTimer;
    bool m_toldNotKept = false;
    double m_prefillTokensPerS = 0;  ///< of the last prompt worth measuring
};

}  // namespace hearth::app
