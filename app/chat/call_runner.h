#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <vector>

#include "store/store.h"
#include "tools/tool_box.h"

namespace hearth::app {

class ToolSettings;

/// The calls of tools that replies of any chat asked for: each waits until a person allows it, runs, and is
/// kept in the store as a message with its result. All calls of one reply are a round. GUI thread.
class CallRunner : public QObject {
    Q_OBJECT

public:
    /// Extent of a person's permission for a call.
    enum class Allow { Once, Chat, Always };
    struct Call {
        store::Message message;  ///< of Role::Tool
        QString permission;      ///< ToolBox::Tool::permission(); empty: there is no such tool
        bool asking = false;     ///< it waits for a person
        quint64 running = 0;     ///< the box's number; 0: it does not run
        QElapsedTimer since;     ///< it ran
    };

    CallRunner(store::Store& store, ToolBox& box, ToolSettings& settings, QObject* parent = nullptr);
    ~CallRunner() override;

    /// Writes a message for each call of a reply and asks for them, or runs those that are allowed. Throws
    /// StoreError, and then nothing has begun.
    void begin(const store::Message& reply);
    /// A call that was interrupted, stopped or failed, once more, as a round of its own. Throws StoreError.
    void again(const store::Message& call);
    /// Finds a call by its message; nullptr: it is settled.
    const Call* find(qint64 messageId) const;
    /// True if calls of a conversation wait or run.
    bool isBusy(qint64 conversationId) const;
    /// The first call of a conversation that waits for a person; 0: none does.
    qint64 asking(qint64 conversationId) const;

    void approve(qint64 messageId, Allow allow);
    void refuse(qint64 messageId);
    /// Ends all calls of a conversation; its round does not continue.
    void stop(qint64 conversationId);
    void stopAll();

signals:
    /// These calls are in the store now, in their order.
    void begun(qint64 conversationId, const std::vector<hearth::app::store::Message>& calls);
    /// A call runs, or is settled.
    void changed(const hearth::app::store::Message& call);
    /// All calls of a round are settled. `last`: the last one of it; `resume`: the model should be given
    /// their results.
    void ended(const hearth::app::store::Message& last, bool resume);
    /// Emitted when a call was allowed for its chat, whose tools in the store changed.
    void chatAllowed(qint64 conversationId);
    /// The store could not keep something.
    void notKept(const QString& sentence);

private:
    Call callOf(const store::Message& message) const;
    void start(std::vector<store::Message> messages);
    bool isAllowed(const Call& call) const;
    void run(Call& call);
    void took(quint64 running, const ToolResult& result);
    void settle(qint64 messageId, store::MessageState state, const QString& text);
    void endRound(const store::Message& settled);
    void allowInChat(const Call& call);

    store::Store& m_store;
    ToolBox& m_box;
    ToolSettings& m_settings;
    QHash<qint64, Call> m_calls;  ///< not settled, by message
    struct Round {
        std::vector<qint64> messages;
        bool stopped = false;
    };
    QHash<qint64, Round> m_rounds;  ///< by conversation
};

}  // namespace hearth::app
