#pragma once

#include <QHash>
#include <QObject>
#include <QString>

#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class InferenceThread;
class ReplyStarter;

/// Lets the model name conversations after their first replies. The prompt is the chat so far with one more
/// question, so that all but the question is in the cache. Work that a person waits for goes first. Only the
/// title is kept. GUI thread.
class TitleWriter : public QObject {
    Q_OBJECT

public:
    TitleWriter(store::Store& store, InferenceThread& inference, QObject* parent = nullptr);

    /// True if a message is only a greeting, in one of the window's languages, which does not give the chat's
    /// subject.
    static bool isGreeting(const QString& message);
    /// Gives the conversation of a finished reply a title if it has exactly `messages` messages, one turn
    /// more after a greeting, and the user has not named it. Throws StoreError.
    void nameAfter(const store::Message& reply, size_t messages, ReplyStarter& starter);

    /// Title written by a model, without quotes, labels and marks; empty when it is not a title.
    static QString cleaned(const QString& text);

signals:
    void titled(qint64 conversationId);

private:
    /// Starts; `chat` is the request of the first reply with that reply at its end.
    /// `thinks`: its last reply began with a thought.
    void write(qint64 conversationId, quint64 model, GenerationRequest chat, bool thinks);

    store::Store& m_store;
    InferenceThread& m_inference;
    QHash<quint64, qint64> m_conversations;  ///< by job, while their titles are written
};

}  // namespace hearth::app
