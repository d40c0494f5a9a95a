#include "store/message_table.h"

#include <QDateTime>
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "store/database.h"
#include "store/picture_table.h"
#include "store/search_index.h"

namespace hearth::app::store {

namespace {

// The columns that readMessage() expects, in its order.
#define HEARTH_MESSAGE_COLUMNS                                                                             \
    "id, conversation_id, parent_id, active_child, role, state, text, thought_ms, figures, error, model, " \
    "created_at, calls"

Message readMessage(const Statement& row) {
    Message message;
    message.id = row.integer(0);
    message.conversationId = row.integer(1);
    message.parentId = row.integer(2);
    message.activeChild = row.integer(3);
    message.role = static_cast<Role>(std::clamp<qint64>(row.integer(4), 0, 3));
    message.state = static_cast<MessageState>(std::clamp<qint64>(row.integer(5), 0, 5));
    message.text = row.text(6);
    message.thoughtMs = row.integer(7);
    message.figures = row.text(8);
    message.error = row.text(9);
    message.model = row.text(10);
    message.createdAt = row.integer(11);
    message.calls = callsOf(row.text(12));
    return message;
}

void bindSearchText(Statement& statement, int index, const QString& text) {
    const QString indexed = SearchIndex::indexedText(text);
    if (indexed.isNull())
        statement.bindNull(index);
    else
        statement.bind(index, indexed);
}

}  // namespace

void MessageTable::insert(Message& message) {
    if (message.createdAt == 0) message.createdAt = QDateTime::currentMSecsSinceEpoch();
    Statement statement = m_database.prepare(
        "INSERT INTO message(conversation_id, parent_id, role, state, text, search_text, thought_ms, "
        "figures, "
        "error, "
        "model, created_at, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(0, message.conversationId)
        .bindReference(1, message.parentId)
        .bind(2, static_cast<qint64>(message.role))
        .bind(3, static_cast<qint64>(message.state))
        .bind(4, message.text)
        .bind(6, message.thoughtMs)
        .bind(7, message.figures)
        .bind(8, message.error)
        .bind(9, message.model)
        .bind(10, message.createdAt)
        .bind(11, toText(message.calls));
    bindSearchText(statement, 5, message.text);
    statement.run();
    message.id = m_database.lastInsertId();
    SearchIndex(m_database).add(message.id);
    PictureTable(m_database).putOfMessage(message);
}

std::optional<Message> MessageTable::find(qint64 id) {
    Statement statement = m_database.prepare("SELECT " HEARTH_MESSAGE_COLUMNS " FROM message WHERE id = ?");
    statement.bind(0, id);
    if (!statement.step()) return std::nullopt;
    Message message = readMessage(statement);
    message.pictures = PictureTable(m_database).ofMessage(id);
    return message;
}

std::vector<Message> MessageTable::ofConversation(qint64 conversationId) {
    return after(conversationId, 0, -1);
}

std::vector<Message> MessageTable::after(qint64 conversationId, qint64 id, int most) {
    // In SQLite a negative limit is none.
    Statement statement = m_database.prepare(
        "SELECT " HEARTH_MESSAGE_COLUMNS
        " FROM message WHERE conversation_id = ? AND id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?");
    statement.bind(0, conversationId).bind(1, id).bind(2, static_cast<qint64>(most));
    std::vector<Message> messages;
    while (statement.step()) messages.push_back(readMessage(statement));
    if (messages.empty()) return messages;
    auto pictures =
        PictureTable(m_database).ofMessages(conversationId, messages.front().id, messages.back().id);
    for (auto& [messageId, of] : pictures) {
        const auto message = std::ranges::lower_bound(messages, messageId, {}, &Message::id);
        if (message != messages.end() && message->id == messageId) message->pictures = std::move(of);
    }
    return messages;
}

bool MessageTable::update(const Message& message) {
    SearchIndex(m_database).remove(message.id);
    Statement statement = m_database.prepare(
        "UPDATE message SET state = ?, text = ?, search_text = ?, thought_ms = ?, figures = ?, error = ?, "
        "model = ?, calls = ? WHERE id = ?");
    statement.bind(0, static_cast<qint64>(message.state))
        .bind(1, message.text)
        .bind(3, message.thoughtMs)
        .bind(4, message.figures)
        .bind(5, message.error)
        .bind(6, message.model)
        .bind(7, toText(message.calls))
        .bind(8, message.id);
    bindSearchText(statement, 2, message.text);
    statement.run();
    const bool found = m_database.changedRows() > 0;
    SearchIndex(m_database).add(message.id);
    return found;
}

void MessageTable::setActiveChild(qint64 id, qint64 childId) {
    m_database.prepare("UPDATE message SET active_child = ? WHERE id = ?")
        .bindReference(0, childId)
        .bind(1, id)
        .run();
}

void MessageTable::moveToTrash(qint64 id, qint64 timeMs) {
    m_database
        .prepare(
            "WITH RECURSIVE below(id) AS (SELECT ?1 UNION SELECT m.id FROM message m JOIN below b "
            "ON m.parent_id = b.id) "
            "UPDATE message SET deleted_at = ?2 WHERE id IN below AND deleted_at IS NULL")
        .bind(0, id)
        .bind(1, timeMs)
        .run();
}

void MessageTable::restore(qint64 id, qint64 timeMs) {
    m_database
        .prepare(
            "WITH RECURSIVE below(id) AS (SELECT ?1 UNION SELECT m.id FROM message m JOIN below b "
            "ON m.parent_id = b.id) "
            "UPDATE message SET deleted_at = NULL WHERE id IN below AND deleted_at = ?2")
        .bind(0, id)
        .bind(1, timeMs)
        .run();
}

std::vector<qint64> MessageTable::streaming() {
    Statement statement = m_database.prepare("SELECT id FROM message WHERE state = 1 ORDER BY id");
    std::vector<qint64> ids;
    while (statement.step()) ids.push_back(statement.integer(0));
    return ids;
}

std::vector<const Message*> siblingsOf(const std::vector<Message>& messages, qint64 id) {
    const auto self =
        std::find_if(messages.begin(), messages.end(), [id](const Message& m) { return m.id == id; });
    if (self == messages.end()) return {};
    std::vector<const Message*> siblings;
    for (const Message& message : messages)
        if (message.parentId == self->parentId) siblings.push_back(&message);
    return siblings;
}

std::vector<Message> activePath(const std::vector<Message>& messages, qint64 activeRoot) {
    std::unordered_map<qint64, const Message*> byId;
    std::unordered_map<qint64, const Message*> newestChild;  // by parent; messages come oldest first
    for (const Message& message : messages) {
        byId[message.id] = &message;
        newestChild[message.parentId] = &message;
    }
    const auto childOf = [&](qint64 parentId, qint64 wanted) -> const Message* {
        const auto named = byId.find(wanted);
        if (named != byId.end() && named->second->parentId == parentId) return named->second;
        const auto newest = newestChild.find(parentId);
        return newest == newestChild.end() ? nullptr : newest->second;
    };
    std::vector<Message> path;
    std::unordered_set<qint64> seen;
    for (const Message* at = childOf(0, activeRoot); at != nullptr && seen.insert(at->id).second;
         at = childOf(at->id, at->activeChild))
        path.push_back(*at);
    return path;
}

}  // namespace hearth::app::store
