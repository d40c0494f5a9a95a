#include "store/erasure.h"

#include <chrono>

#include "store/database.h"

namespace hearth::app::store {

namespace {

/// In one step, which takes some milliseconds.
constexpr qint64 messagesPerStep = 250;

}  // namespace

Erasure::Erasure(Database& database) : m_database(database) {
    m_database.execute("CREATE TEMP TABLE IF NOT EXISTS erased(id INTEGER PRIMARY KEY)");
}

int Erasure::chooseTrashedBefore(qint64 timeMs) {
    Transaction transaction(m_database);
    m_database.prepare("UPDATE message SET deleted_at = ?2 WHERE deleted_at > 0 AND deleted_at < ?1")
        .bind(0, timeMs)
        .bind(1, markErased)
        .run();
    m_database.prepare("UPDATE conversation SET deleted_at = ?2 WHERE deleted_at > 0 AND deleted_at < ?1")
        .bind(0, timeMs)
        .bind(1, markErased)
        .run();
    const int chosen = m_database.changedRows();
    transaction.commit();
    return chosen;
}

bool Erasure::chooseConversation(qint64 id) {
    m_database.prepare("UPDATE conversation SET deleted_at = ?2 WHERE id = ?1 AND deleted_at > 0")
        .bind(0, id)
        .bind(1, markErased)
        .run();
    return m_database.changedRows() > 0;
}

void Erasure::chooseIncomplete() {
    m_database.prepare("UPDATE conversation SET deleted_at = ? WHERE deleted_at = ?")
        .bind(0, markErased)
        .bind(1, markArriving)
        .run();
}

qint64 Erasure::left() {
    Statement statement = m_database.prepare(
        "SELECT (SELECT count(*) FROM message WHERE deleted_at = ?1) + (SELECT count(*) FROM conversation "
        "WHERE deleted_at = ?1) + (SELECT count(*) FROM conversation c JOIN message m ON m.conversation_id = "
        "c.id WHERE c.deleted_at = ?1 AND m.deleted_at IS NOT ?1) + (SELECT count(*) FROM message m JOIN "
        "message_picture p ON p.message_id = m.id WHERE m.deleted_at = ?1) + (SELECT count(*) FROM "
        "conversation c JOIN message m ON m.conversation_id = c.id JOIN message_picture p ON p.message_id = "
        "m.id WHERE c.deleted_at = ?1 AND m.deleted_at IS NOT ?1)");
    statement.bind(0, markErased);
    return statement.step() ? statement.integer(0) : 0;
}

int Erasure::eraseSome(int forMs) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(forMs);
    Transaction transaction(m_database);
    int erased = 0;
    do {
        const int few = eraseStep();
        if (few == 0) break;
        erased += few;
    } while (std::chrono::steady_clock::now() < end);
    transaction.commit();
    return erased;
}

int Erasure::eraseStep() {
    m_database.prepare("INSERT INTO temp.erased SELECT id FROM message WHERE deleted_at = ? LIMIT ?")
        .bind(0, markErased)
        .bind(1, messagesPerStep)
        .run();
    if (const int chosen = m_database.changedRows(); chosen > 0) {
        if (erasePicture()) return 1;
        eraseMessages(0);
        return chosen;
    }
    qint64 conversation = 0;
    {
        Statement next = m_database.prepare("SELECT id FROM conversation WHERE deleted_at = ? LIMIT 1");
        next.bind(0, markErased);
        if (!next.step()) return 0;
        conversation = next.integer(0);
    }
    m_database.prepare("INSERT INTO temp.erased SELECT id FROM message WHERE conversation_id = ? LIMIT ?")
        .bind(0, conversation)
        .bind(1, messagesPerStep)
        .run();
    if (const int chosen = m_database.changedRows(); chosen > 0) {
        if (erasePicture()) return 1;
        eraseMessages(conversation);
        return chosen;
    }
    m_database.prepare("DELETE FROM conversation WHERE id = ?").bind(0, conversation).run();
    return 1;
}

bool Erasure::erasePicture() {
    m_database.execute(
        "DELETE FROM message_picture WHERE (message_id, position) IN (SELECT p.message_id, p.position FROM "
        "temp.erased e CROSS JOIN message_picture p ON p.message_id = e.id LIMIT 1)");
    if (m_database.changedRows() == 0) return false;
    m_database.execute("DELETE FROM temp.erased");
    return true;
}

void Erasure::eraseMessages(qint64 conversation) {
    // The messages below them become roots, because a cascade would go down the whole line. If their
    // conversation stays, they are chosen too.
    m_database
        .prepare(
            "UPDATE message SET parent_id = NULL, deleted_at = CASE conversation_id WHEN ?1 THEN deleted_at "
            "ELSE ?2 END WHERE parent_id IN (SELECT id FROM temp.erased)")
        .bind(0, conversation)
        .bind(1, markErased)
        .run();
    // The index reads the texts while it forgets them, so it comes first.
    m_database
        .prepare(
            "INSERT INTO message_index(message_index, rowid, body) SELECT 'delete', id, body FROM "
            "message_search_text WHERE id IN (SELECT id FROM temp.erased)")
        .run();
    m_database.prepare("DELETE FROM message WHERE id IN (SELECT id FROM temp.erased)").run();
    m_database.execute("DELETE FROM temp.erased");
}

}  // namespace hearth::app::store
