#include "store/erasure.h"

#include "store/database.h"

namespace hearth::app::store {

Erasure::Erasure(Database& database) : m_database(database) {
    m_database.execute(
        "CREATE TEMP TABLE IF NOT EXISTS erased(id INTEGER PRIMARY KEY); DELETE FROM temp.erased");
}

int Erasure::trashedBefore(qint64 timeMs) {
    // Both parts read an index of what was deleted. One condition over both would read every message, at each
    // start.
    m_database
        .prepare(
            "INSERT INTO temp.erased SELECT m.id FROM conversation c JOIN message m "
            "ON m.conversation_id = c.id WHERE c.deleted_at IS NOT NULL AND c.deleted_at < ?1 UNION "
            "SELECT id FROM message WHERE deleted_at IS NOT NULL AND deleted_at < ?1")
        .bind(0, timeMs)
        .run();
    eraseChosen();
    m_database.prepare("DELETE FROM conversation WHERE deleted_at IS NOT NULL AND deleted_at < ?")
        .bind(0, timeMs)
        .run();
    return m_database.changedRows();
}

void Erasure::conversation(qint64 id) {
    m_database
        .prepare(
            "INSERT INTO temp.erased SELECT m.id FROM conversation c JOIN message m "
            "ON m.conversation_id = c.id WHERE c.id = ? AND c.deleted_at IS NOT NULL")
        .bind(0, id)
        .run();
    eraseChosen();
    m_database.prepare("DELETE FROM conversation WHERE id = ? AND deleted_at IS NOT NULL").bind(0, id).run();
}

void Erasure::eraseChosen() {
    m_database
        .prepare(
            "WITH RECURSIVE below(id) AS (SELECT id FROM temp.erased UNION SELECT m.id FROM message m "
            "JOIN below b ON m.parent_id = b.id) INSERT OR IGNORE INTO temp.erased SELECT id FROM below")
        .run();
    // The index reads the texts while it forgets them, so it comes first.
    m_database
        .prepare(
            "INSERT INTO message_index(message_index, rowid, body) SELECT 'delete', id, body FROM "
            "message_search_text WHERE id IN (SELECT id FROM temp.erased)")
        .run();
    m_database.prepare("UPDATE message SET parent_id = NULL WHERE id IN (SELECT id FROM temp.erased)").run();
    m_database.prepare("DELETE FROM message WHERE id IN (SELECT id FROM temp.erased)").run();
    m_database.execute("DELETE FROM temp.erased");
}

}  // namespace hearth::app::store
