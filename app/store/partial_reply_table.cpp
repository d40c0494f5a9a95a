#include "store/partial_reply_table.h"

#include <QDateTime>

#include "store/database.h"

namespace hearth::app::store {

void PartialReplyTable::put(qint64 messageId, const QString& text) {
    m_database.prepare("INSERT OR REPLACE INTO partial_reply(message_id, text, updated_at) VALUES (?, ?, ?)")
        .bind(0, messageId)
        .bind(1, text)
        .bind(2, QDateTime::currentMSecsSinceEpoch())
        .run();
}

std::optional<QString> PartialReplyTable::find(qint64 messageId) {
    Statement statement = m_database.prepare("SELECT text FROM partial_reply WHERE message_id = ?");
    statement.bind(0, messageId);
    if (!statement.step()) return std::nullopt;
    return statement.text(0);
}

void PartialReplyTable::remove(qint64 messageId) {
    m_database.prepare("DELETE FROM partial_reply WHERE message_id = ?").bind(0, messageId).run();
}

}  // namespace hearth::app::store
