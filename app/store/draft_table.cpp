#include "store/draft_table.h"

#include <utility>

#include "store/database.h"
#include "store/picture_table.h"

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

void DraftTable::setPictures(qint64 conversationId, const std::vector<NamedPicture>& pictures) {
    Transaction transaction(m_database);
    // The old ones are removed last, so that the file of a picture that stays is not erased.
    m_database.prepare("UPDATE draft_picture SET position = -1 - position WHERE conversation_id = ?")
        .bind(0, conversationId)
        .run();
    for (qint64 position = 0; const NamedPicture& picture : pictures) {
        m_pictures.put(*picture.file);
        m_database
            .prepare(
                "INSERT INTO draft_picture(conversation_id, position, hash, name, detail) VALUES (?, ?, ?, "
                "?, "
                "?)")
            .bind(0, conversationId)
            .bind(1, position++)
            .bind(2, pictureHash(*picture.file))
            .bind(3, picture.name)
            .bind(4, static_cast<qint64>(picture.detail))
            .run();
    }
    m_database.prepare("DELETE FROM draft_picture WHERE conversation_id = ? AND position < 0")
        .bind(0, conversationId)
        .run();
    transaction.commit();
}

std::vector<NamedPicture> DraftTable::pictures(qint64 conversationId) {
    Statement statement = m_database.prepare(
        "SELECT hash, name, detail FROM draft_picture WHERE conversation_id = ? ORDER BY position");
    statement.bind(0, conversationId);
    std::vector<NamedPicture> pictures;
    while (statement.step())
        if (auto file = m_pictures.find(statement.text(0)))
            pictures.push_back({std::move(file), statement.text(1), pictureDetailOf(statement.integer(2))});
    return pictures;
}

void DraftTable::movePictures(qint64 fromId, qint64 toId) {
    m_database.prepare("UPDATE draft_picture SET conversation_id = ? WHERE conversation_id = ?")
        .bind(0, toId)
        .bind(1, fromId)
        .run();
}

}  // namespace hearth::app::store
