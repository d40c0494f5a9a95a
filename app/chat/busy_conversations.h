#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QSet>

namespace hearth::app {

/// The conversations with a reply under way. GUI thread.
class BusyConversations : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of ConversationListModel")
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    using QObject::QObject;

    int count() const { return static_cast<int>(m_ids.size()); }
    bool contains(qint64 conversationId) const { return m_ids.contains(conversationId); }
    const QSet<qint64>& ids() const { return m_ids; }
    void set(qint64 conversationId, bool busy);
    /// Ends the reply of a conversation, or all that are under way.
    Q_INVOKABLE void stop(qint64 conversationId) { emit stopRequested(conversationId); }
    Q_INVOKABLE void stopAll() { emit stopAllRequested(); }

signals:
    void changed(qint64 conversationId);
    void stopRequested(qint64 conversationId);
    void stopAllRequested();

private:
    QSet<qint64> m_ids;
};

}  // namespace hearth::app
