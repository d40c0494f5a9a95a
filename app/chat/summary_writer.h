#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <vector>

#include "inference/generation_job.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
struct OpenModel;
class InferenceThread;
class ReplyStarter;

/// Has the model condense the oldest turns of conversations: as many at once as fit into the context, and
/// then what it wrote together with the next ones. One task for a conversation at a time. GUI thread.
class SummaryWriter : public QObject {
    Q_OBJECT

public:
    SummaryWriter(InferenceThread& inference, ReplyStarter& starter, const EngineStatus& engine,
                  QObject* parent = nullptr);

    struct Task {
        qint64 conversationId = 0;
        QString systemPrompt;
        std::vector<store::Message> path;  ///< the branch
        int fromTurn = 0;                  ///< the turns before this one stand in `summary`
        int toTurn = 0;                    ///< this one and those after it stay
        QString summary = {};
        Priority priority = Priority::Background;
        quint64 model = 0;  ///< OpenModel::id; 0: the current one
    };
    /// False: there is nothing to condense, or the conversation has a task.
    bool begin(Task task);
    bool isWriting(qint64 conversationId) const;
    /// Gives a task up; nothing more is heard of it.
    void cancel(qint64 conversationId);

signals:
    /// The messages up to this one have a summary now; more may follow.
    void advanced(qint64 conversationId, qint64 messageId, const QString& text);
    /// All of the task is done.
    void finished(qint64 conversationId, const QString& text);
    /// The model could not: why, in one sentence; empty: it was stopped.
    void failed(qint64 conversationId, const QString& problem);

private:
    struct Running {
        Task task;
        int step = 0;  ///< turns that are condensed now
        quint64 job = 0;
    };
    void ask(Running& running);
    void take(quint64 job, const GenerationResult& result);
    /// The step was too long for the context: fewer turns, or none can be condensed.
    void askForLess(qint64 conversationId, const QString& problem);
    void giveUp(qint64 conversationId, const QString& problem);
    qint64 conversationOf(quint64 job) const;
    const OpenModel& modelOf(const Task& task) const;

    InferenceThread& m_inference;
    ReplyStarter& m_starter;
    const EngineStatus& m_engine;
    QHash<qint64, Running> m_running;  ///< by conversation
};

}  // namespace hearth::app
