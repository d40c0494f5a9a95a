#include "store/attachment_table.h"

#include <QJsonDocument>

#include "store/database.h"

namespace hearth::app::store {

namespace {

Attachment readAttachment(const Statement& row) {
    Attachment attachment;
    attachment.id = row.integer(0);
    attachment.messageId = row.integer(1);
    attachment.name = row.text(2);
    attachment.text = row.text(3);
    attachment.sizeBytes = row.integer(4);
    attachment.tokens = static_cast<int>(row.integer(5));
    attachment.passage = QJsonDocument::fromJson(row.text(6).toUtf8()).object();
    return attachment;
}

}  // namespace

void AttachmentTable::insert(Attachment& attachment) {
    m_database
        .prepare(
            "INSERT INTO attachment(message_id, name, text, size_bytes, tokens, passage) VALUES "
            "(?, ?, ?, ?, ?, ?)")
        .bind(0, attachment.messageId)
        .bind(1, attachment.name)
        .bind(2, attachment.text)
        .bind(3, attachment.sizeBytes)
        .bind(4, qint64{attachment.tokens})
        .bind(5, attachment.passage.isEmpty()
                     ? QString()
                     : QString::fromUtf8(QJsonDocument(attachment.passage).toJson(QJsonDocument::Compact)))
        .run();
    attachment.id = m_database.lastInsertId();
}

std::vector<Attachment> AttachmentTable::ofMessage(qint64 messageId) {
    Statement statement = m_database.prepare(
        "SELECT id, message_id, name, text, size_bytes, tokens, passage FROM attachment WHERE message_id "
        "= ? ORDER BY id");
    statement.bind(0, messageId);
    std::vector<Attachment> attachments;
    while (statement.step()) attachments.push_back(readAttachment(statement));
    return attachments;
}

std::map<qint64, std::vector<Attachment>> AttachmentTable::ofConversation(qint64 conversationId) {
    Statement statement = m_database.prepare(
        "SELECT a.id, a.message_id, a.name, '', a.size_bytes, a.tokens, a.passage FROM message m JOIN "
        "attachment a "
        "ON a.message_id = m.id WHERE m.conversation_id = ? ORDER BY a.id");
    statement.bind(0, conversationId);
    std::map<qint64, std::vector<Attachment>> attachments;
    while (statement.step()) {
        Attachment attachment = readAttachment(statement);
        attachments[attachment.messageId].push_back(std::move(attachment));
    }
    return attachments;
}

}  // namespace hearth::app::store
