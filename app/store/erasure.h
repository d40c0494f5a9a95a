#pragma once

#include <QtGlobal>

namespace hearth::app::store {

class Database;

/// Erases messages for good, with everything that belongs to them: what follows them, their places in the
/// search index, generations, attachments and partial replies. Chats of any length: the references between
/// messages are cleared first, because SQLite follows a cascade from parent to child a thousand steps at
/// most. Call it in a transaction. One thread.
class Erasure {
public:
    explicit Erasure(Database& database);

    /// The conversations that went to the trash before this time, and the messages that did. Returns how many
    /// conversations.
    int trashedBefore(qint64 timeMs);
    /// One conversation, if it is in the trash.
    void conversation(qint64 id);

private:
    /// What follows the chosen messages goes with them.
    void eraseChosen();

    Database& m_database;
};

}  // namespace hearth::app::store
