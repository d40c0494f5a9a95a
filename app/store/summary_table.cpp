#include "store/summary_table.h"

#include <QDateTime>

#include "store/database.h"

namespace hearth::app::store {

void SummaryTable::put(Summary& summary) {
    if (summary.createdAt == 0) summary.createdAt = QDateTime::currentMSecsSinceEpoch();
    m_database.prepare("DELETE FROM summary WHERE conversation_id = ? AND message_id IS ?")
        .bind(0, summary.conversationId)
        .bindReference(1, summary.messageId)
        .run();
    m_database
        .prepare(
            "INSERT INTO summary(conversation_id, message_id, text, edited, created_at) VALUES (?, ?, ?, ?, "
            "?)")
        .bind(0, summary.conversationId)
        .bindReference(1, summary.messageId)
        .bind(2, summary.text)
        .bind(3, qint64{summary.edited})
        .bind(4, summary.createdAt)
        .run();
    summary.id = m_database.lastInsertId();
}

std::vector<Summary> SummaryTable::ofConversation(qint64 conversationId) {
    Statement statement = m_database.prepare(
        "SELECT id, message_id, text, edited, created_at FROM summary WHERE conversation_id = ? ORDER BY id");
    statement.bind(0, conversationId);
    std::vector<Summary> summaries;
    while (statement.step()) {
        Summary summary;
        summary.id = statement.integer(0);
        summary.conversationId = conversationId;
        summary.messageId = statement.integer(1);
        summary.text = statement.text(2);
        summary.edited = statement.integer(3) != 0;
        summary.createdAt = statement.integer(4);
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

void SummaryTable::edit(qint64 id, const QString& text) {
    m_database.prepare("UPDATE summary SET text = ?, edited = 1 WHERE id = ?")
        .bind(0, text)
        .bind(1, id)
        .run();
}

void SummaryTable::remove(qint64 id) {
    m_database.prepare("DELETE FROM summary WHERE id = ?").bind(0, id).run();
}

}  // namespace hearth::app::store
