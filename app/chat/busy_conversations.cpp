#include "chat/busy_conversations.h"

namespace hearth::app {

void BusyConversations::set(qint64 conversationId, bool busy) {
    if (busy)
        m_ids.insert(conversationId);
    else
        m_ids.remove(conversationId);
    emit changed(conversationId);
}

}  // namespace hearth::app
