#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "store/conversation_reader.h"
#include "store/conversation_writer.h"
#include "store/store.h"

namespace hearth::app {

/// Makes a copy of a chat with everything in it, a few milliseconds at a time, however long it is. One that
/// is destroyed before its end leaves nothing that is seen. GUI thread.
class ChatDuplicate : public QObject {
    Q_OBJECT

public:
    ChatDuplicate(store::Store& store, qint64 conversationId, QObject* parent = nullptr);
    ~ChatDuplicate() override;

    void start() { m_slices.start(); }
    /// Messages that were read until now.
    size_t messagesRead() const { return m_copy ? m_copy->messages.size() : m_reader.messagesRead(); }

signals:
    /// The last signal. 0: there was nothing to copy, or it failed, which `problem` then says in one
    /// sentence.
    void ended(qint64 copyId, const QString& problem);

private:
    void resume();
    void prepare();

    store::Store& m_store;
    store::ConversationReader m_reader;
    bool m_read = false;
    std::optional<store::ConversationCopy> m_copy;
    std::unique_ptr<store::ConversationWriter> m_writer;  ///< of the copy; none while it is read
    QTimer m_slices;
};

}  // namespace hearth::app
