#include "store/conversation_table.h"

#include <QDateTime>
#include <QJsonDocument>
#include <algorithm>

#include "store/database.h"
#include "store/erasure.h"

namespace hearth::app::store {

namespace {

// The columns that readConversation() expects, in its order.
#define HEARTH_CONVERSATION_COLUMNS                                                                      \
    "id, title, title_source, system_prompt, folder, pinned, model, sampling, active_root, created_at, " \
    "updated_at, deleted_at, overflow, tools, structure, documents, model_path"

Conversation readConversation(const Statement& row) {
    Conversation conversation;
    conversation.id = row.integer(0);
    conversation.title = row.text(1);
    conversation.titleSource = static_cast<TitleSource>(std::clamp<qint64>(row.integer(2), 0, 2));
    conversation.systemPrompt = row.text(3);
    conversation.folder = row.text(4);
    conversation.pinned = row.integer(5) != 0;
    conversation.model = row.text(6);
    conversation.sampling = QJsonDocument::fromJson(row.text(7).toUtf8()).object();
    conversation.activeRoot = row.integer(8);
    conversation.createdAt = row.integer(9);
    conversation.updatedAt = row.integer(10);
    conversation.deletedAt = row.integer(11);
    conversation.overflow = static_cast<Overflow>(std::clamp<qint64>(row.integer(12), 0, 2));
    conversation.tools = QJsonDocument::fromJson(row.text(13).toUtf8()).object();
    conversation.structure = QJsonDocument::fromJson(row.text(14).toUtf8()).object();
    conversation.documents = QJsonDocument::fromJson(row.text(15).toUtf8()).object();
    conversation.modelPath = row.text(16);
    return conversation;
}

std::vector<Conversation> readAll(Statement& statement) {
    std::vector<Conversation> conversations;
    while (statement.step()) conversations.push_back(readConversation(statement));
    return conversations;
}

}  // namespace

void ConversationTable::insert(Conversation& conversation) {
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (conversation.createdAt == 0) conversation.createdAt = now;
    if (conversation.updatedAt == 0) conversation.updatedAt = conversation.createdAt;
    Statement statement = m_database.prepare(
        "INSERT INTO conversation(title, title_source, system_prompt, folder, pinned, model, sampling, "
        "created_at, "
        "updated_at, overflow, tools, structure, documents, model_path) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(0, conversation.title)
        .bind(1, static_cast<qint64>(conversation.titleSource))
        .bind(2, conversation.systemPrompt)
        .bind(3, conversation.folder)
        .bind(4, qint64{conversation.pinned})
        .bind(5, conversation.model)
        .bind(6, jsonText(conversation.sampling))
        .bind(7, conversation.createdAt)
        .bind(8, conversation.updatedAt)
        .bind(9, static_cast<qint64>(conversation.overflow))
        .bind(10, jsonText(conversation.tools))
        .bind(11, jsonText(conversation.structure))
        .bind(12, jsonText(conversation.documents))
        .bind(13, conversation.modelPath)
        .run();
    conversation.id = m_database.lastInsertId();
}

std::optional<Conversation> ConversationTable::find(qint64 id) {
    Statement statement =
        m_database.prepare("SELECT " HEARTH_CONVERSATION_COLUMNS " FROM conversation WHERE id = ?");
    statement.bind(0, id);
    if (!statement.step()) return std::nullopt;
    return readConversation(statement);
}

std::vector<Conversation> ConversationTable::list(int limit, int offset) {
    Statement statement =
        m_database.prepare("SELECT " HEARTH_CONVERSATION_COLUMNS
                           " FROM conversation WHERE deleted_at IS NULL AND (folder = '' OR pinned = 1) "
                           "ORDER BY pinned DESC, updated_at DESC, id DESC LIMIT ? OFFSET ?");
    statement.bind(0, qint64{limit}).bind(1, qint64{offset});
    return readAll(statement);
}

std::vector<Folder> ConversationTable::folders() {
    // The index of folders contains only conversations in folders, so this does not read the others.
    Statement statement = m_database.prepare(
        "SELECT folder, sum(pinned = 0) FROM conversation INDEXED BY conversation_by_folder "
        "WHERE deleted_at IS NULL AND folder <> '' GROUP BY folder ORDER BY folder COLLATE NOCASE");
    std::vector<Folder> folders;
    while (statement.step()) folders.push_back({statement.text(0), static_cast<int>(statement.integer(1))});
    return folders;
}

std::vector<Conversation> ConversationTable::inFolder(const QString& folder) {
    Statement statement =
        m_database.prepare("SELECT " HEARTH_CONVERSATION_COLUMNS
                           " FROM conversation WHERE deleted_at IS NULL AND folder <> '' AND folder = ? AND "
                           "pinned = 0 ORDER BY updated_at DESC, id DESC");
    statement.bind(0, folder);
    return readAll(statement);
}

std::vector<Conversation> ConversationTable::titles(int limit) {
    Statement statement = m_database.prepare(
        "SELECT id, title, updated_at FROM conversation WHERE deleted_at IS NULL ORDER BY updated_at DESC, "
        "id "
        "DESC LIMIT ?");
    statement.bind(0, qint64{limit});
    std::vector<Conversation> conversations;
    while (statement.step()) {
        Conversation conversation;
        conversation.id = statement.integer(0);
        conversation.title = statement.text(1);
        conversation.updatedAt = statement.integer(2);
        conversations.push_back(std::move(conversation));
    }
    return conversations;
}

std::vector<Conversation> ConversationTable::trash() {
    Statement statement = m_database.prepare("SELECT " HEARTH_CONVERSATION_COLUMNS
                                             " FROM conversation WHERE deleted_at > 0 "
                                             "ORDER BY deleted_at DESC, id DESC");
    return readAll(statement);
}

std::vector<qint64> ConversationTable::ids() {
    Statement statement =
        m_database.prepare("SELECT id FROM conversation WHERE deleted_at IS NULL OR deleted_at > 0");
    std::vector<qint64> ids;
    while (statement.step()) ids.push_back(statement.integer(0));
    return ids;
}

void ConversationTable::setTitle(qint64 id, const QString& title, TitleSource source) {
    // A person's title is never overwritten by a made one.
    m_database
        .prepare("UPDATE conversation SET title = ?1, title_source = ?2 WHERE id = ?3 AND title_source <= ?2")
        .bind(0, title)
        .bind(1, static_cast<qint64>(source))
        .bind(2, id)
        .run();
}

void ConversationTable::setPinned(qint64 id, bool pinned) {
    m_database.prepare("UPDATE conversation SET pinned = ? WHERE id = ?")
        .bind(0, qint64{pinned})
        .bind(1, id)
        .run();
}

void ConversationTable::setFolder(qint64 id, const QString& folder) {
    m_database.prepare("UPDATE conversation SET folder = ? WHERE id = ?").bind(0, folder).bind(1, id).run();
}

void ConversationTable::renameFolder(const QString& from, const QString& to) {
    m_database.prepare("UPDATE conversation SET folder = ? WHERE folder = ?").bind(0, to).bind(1, from).run();
}

void ConversationTable::setSystemPrompt(qint64 id, const QString& text) {
    m_database.prepare("UPDATE conversation SET system_prompt = ? WHERE id = ?")
        .bind(0, text)
        .bind(1, id)
        .run();
}

void ConversationTable::setSampling(qint64 id, const QJsonObject& values) {
    m_database.prepare("UPDATE conversation SET sampling = ? WHERE id = ?")
        .bind(0, jsonText(values))
        .bind(1, id)
        .run();
}

void ConversationTable::setOverflow(qint64 id, Overflow overflow) {
    m_database.prepare("UPDATE conversation SET overflow = ? WHERE id = ?")
        .bind(0, static_cast<qint64>(overflow))
        .bind(1, id)
        .run();
}

void ConversationTable::setTools(qint64 id, const QJsonObject& tools) {
    m_database.prepare("UPDATE conversation SET tools = ? WHERE id = ?")
        .bind(0, jsonText(tools))
        .bind(1, id)
        .run();
}

void ConversationTable::setStructure(qint64 id, const QJsonObject& structure) {
    m_database.prepare("UPDATE conversation SET structure = ? WHERE id = ?")
        .bind(0, jsonText(structure))
        .bind(1, id)
        .run();
}

void ConversationTable::setDocuments(qint64 id, const QJsonObject& documents) {
    m_database.prepare("UPDATE conversation SET documents = ? WHERE id = ?")
        .bind(0, jsonText(documents))
        .bind(1, id)
        .run();
}

void ConversationTable::setModelPath(qint64 id, const QString& path) {
    m_database.prepare("UPDATE conversation SET model_path = ? WHERE id = ?").bind(0, path).bind(1, id).run();
}

void ConversationTable::moveModels(const QString& from, const QString& to) {
    const QString before = from + u'/';
    m_database
        .prepare(
            "UPDATE conversation SET model_path = ? || substr(model_path, length(?) + 1) "
            "WHERE substr(model_path, 1, length(?)) = ?")
        .bind(0, to + u'/')
        .bind(1, before)
        .bind(2, before)
        .bind(3, before)
        .run();
}

void ConversationTable::setModel(qint64 id, const QString& model) {
    m_database.prepare("UPDATE conversation SET model = ? WHERE id = ?").bind(0, model).bind(1, id).run();
}

void ConversationTable::setActiveRoot(qint64 id, qint64 messageId) {
    m_database.prepare("UPDATE conversation SET active_root = ? WHERE id = ?")
        .bindReference(0, messageId)
        .bind(1, id)
        .run();
}

void ConversationTable::touch(qint64 id, qint64 timeMs) {
    m_database.prepare("UPDATE conversation SET updated_at = ? WHERE id = ?")
        .bind(0, timeMs)
        .bind(1, id)
        .run();
}

void ConversationTable::moveToTrash(qint64 id, qint64 timeMs) {
    m_database.prepare("UPDATE conversation SET deleted_at = ? WHERE id = ?")
        .bind(0, timeMs)
        .bind(1, id)
        .run();
}

void ConversationTable::moveAllToTrash(qint64 timeMs) {
    m_database.prepare("UPDATE conversation SET deleted_at = ? WHERE deleted_at IS NULL")
        .bind(0, timeMs)
        .run();
}

void ConversationTable::restoreAll(qint64 timeMs) {
    m_database.prepare("UPDATE conversation SET deleted_at = NULL WHERE deleted_at = ?")
        .bind(0, timeMs)
        .run();
}

int ConversationTable::count() {
    Statement statement = m_database.prepare("SELECT count(*) FROM conversation WHERE deleted_at IS NULL");
    return statement.step() ? static_cast<int>(statement.integer(0)) : 0;
}

void ConversationTable::restore(qint64 id) {
    // A conversation that is being erased has already lost a part.
    m_database.prepare("UPDATE conversation SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT ?")
        .bind(0, id)
        .bind(1, markErased)
        .run();
}

}  // namespace hearth::app::store
