#pragma once

#include <QString>

namespace hearth::app::store {

class Database;

/// What was typed and not sent yet, by conversation; 0 is the chat that has no messages yet.
class DraftTable {
public:
    explicit DraftTable(Database& database) : m_database(database) {}

    /// An empty text removes it.
    void put(qint64 conversationId, const QString& text);
    QString find(qint64 conversationId);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
