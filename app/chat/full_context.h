#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QSet>
#include <QString>

#include "inference/generation_job.h"
#include "store/overflow.h"

namespace hearth::app {

class EngineStatus;

/// Says whether the open chat still fits into the context, and what to do if it does not. ChatController
/// carries out what it offers. GUI thread.
class FullContext : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// True if the chat with the text in the composer does not fit.
    Q_PROPERTY(bool full READ isFull NOTIFY changed)
    /// True if the chat cannot be sent: nothing is left out, and its size is known exactly.
    Q_PROPERTY(bool blocks READ blocks NOTIFY changed)
    /// Action when the chat no longer fits: one of Choice, kept with the chat.
    Q_PROPERTY(int choice READ choice WRITE choose NOTIFY changed)
    /// True if the oldest turns will be left out to make room.
    Q_PROPERTY(bool drops READ drops NOTIFY changed)
    /// True if the last reply failed for that reason.
    Q_PROPERTY(bool replyFailed READ replyFailed NOTIFY changed)
    /// The problem, with the numbers.
    Q_PROPERTY(QString sentence READ sentence NOTIFY changed)
    /// True while the model condenses turns to make room.
    Q_PROPERTY(bool summarising READ isSummarising NOTIFY changed)
    /// Sentence about the part of the chat that is not in its prompts; empty: all of it is.
    Q_PROPERTY(QString leftOut READ leftOut NOTIFY changed)
    /// Reason why the oldest turns cannot be dropped or summarised; empty: they can.
    Q_PROPERTY(QString dropProblem READ dropProblem NOTIFY changed)
    /// Even the last message alone, with the system prompt, has no room.
    Q_PROPERTY(bool lastIsTooLong READ lastIsTooLong NOTIFY changed)
    /// The files of that message can be cut so that it has room.
    Q_PROPERTY(bool canShorten READ canShorten NOTIFY changed)
    /// The context length that would be enough, and the reason why the model cannot have it; empty: it can.
    Q_PROPERTY(int longerLength READ longerLength NOTIFY changed)
    Q_PROPERTY(QString longerProblem READ longerProblem NOTIFY changed)

public:
    /// As store::Overflow.
    enum Choice { Stop, Slide, Summarise };
    Q_ENUM(Choice)

    explicit FullContext(const EngineStatus& engine, QObject* parent = nullptr);

    /// Known facts about the open chat.
    struct Facts {
        int promptTokens = 0;       ///< with the text in the composer; 0: not known
        int turns = 0;              ///< questions, including the text in the composer
        int lastTurnTokens = 0;     ///< of the last of them alone; 0: not known, or the chat has room
        int shortenableTokens = 0;  ///< of its files
        bool hasDraft = false;      ///< the composer has text
        qint64 failedReply = 0;     ///< the last message, when it is a reply that failed
        store::Overflow overflow = store::Overflow::Stop;
        bool summarising = false;
        int leftOutMessages = 0, summarisedMessages = 0;
        int leftOutTokens = 0;  ///< 0: not known
    };
    void update(const Facts& facts);
    /// A reply failed because its prompt was too long; known until another model is loaded.
    void noteRefused(qint64 messageId);
    /// Another model or another context is in use.
    void forgetRefused();

    int choice() const { return static_cast<int>(m_facts.overflow); }
    /// Chooses another action; does nothing for numbers that are not a Choice.
    void choose(int choice);
    bool isFull() const;
    bool blocks() const;
    bool drops() const { return m_facts.overflow != store::Overflow::Stop && dropProblem().isEmpty(); }
    bool isSummarising() const { return m_facts.summarising; }
    bool replyFailed() const;
    QString leftOut() const;
    QString sentence() const;
    QString dropProblem() const;
    bool lastIsTooLong() const;
    bool canShorten() const;
    /// Tokens that the last message has to be shorter by, with room for a reply; 0: it has room.
    int excessTokens() const;
    int longerLength() const;
    QString longerProblem() const;

    /// Repeats the failed reply, or sends the text in the composer, without the oldest turns.
    Q_INVOKABLE void retryDropping() { emit retryDroppingWanted(); }
    Q_INVOKABLE void sendDropping() { emit sendDroppingWanted(); }
    /// Loads the model with longerLength(); `retry`: then the failed reply is asked for again.
    Q_INVOKABLE void lengthen(bool retry) { emit lengthenWanted(longerLength(), retry); }
    /// Condenses the oldest turns; `retry`: the failed reply is then requested again, otherwise the text in
    /// the composer is sent.
    Q_INVOKABLE void summarise(bool retry) { emit summaryWanted(retry); }
    /// Shortens the files of the message in the composer until it fits; `retry`: those of the question of the
    /// failed reply, as another version of it that is answered.
    Q_INVOKABLE void shorten(bool retry) { emit shortenWanted(retry); }
    /// Stops condensing; the chat stays as it is.
    Q_INVOKABLE void stopSummary() { emit stopWanted(); }
    /// A new chat that begins with a summary of this one, with the question that did not fit in its composer.
    Q_INVOKABLE void startNewChat() { emit newChatWanted(); }

signals:
    void changed();
    void choiceWanted(hearth::app::store::Overflow overflow);
    void retryDroppingWanted();
    void sendDroppingWanted();
    void lengthenWanted(int contextLength, bool retry);
    void summaryWanted(bool retry);
    void shortenWanted(bool retry);
    void stopWanted();
    void newChatWanted();

private:
    const EngineStatus& m_engine;
    Facts m_facts;
    QSet<qint64> m_refused;
};

}  // namespace hearth::app
