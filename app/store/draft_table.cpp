#include "store/draft_table.h"

#include "store/database.h"

namespace hearth::app::store {

void DraftTable::put(qint64 conversationId, const QString& text) {
    if (text.isEmpty()) {
        m_database.prepare("DELETE FROM draft WHERE conversation_id = ?").bind(0, conversationId).run();
        return;
    }
    m_database.prepare("INSERT OR REPLACE INTO draft(conversation_id, text) VALUES (?, ?)")
        .bind(0, conversationId)
        .bind(1, text)
        .run();
}

QString DraftTable::find(qint64 conversationId) {
    Statement statement = m_database.prepare("SELECT text FROM draft WHERE conversation_id = ?");
    statement.bind(0, conversationId);
    return statement.step() ? statement.text(0) : QString();
}

}  // namespace hearth::app::store
