#pragma once

#include <QtGlobal>

namespace hearth::app::store {

class Database;

/// Marks in `deleted_at` in place of a time. They are earlier than every time of a deletion, so that an older
/// Hearth treats both as the oldest entries of its trash.
inline constexpr qint64 markErased = -1;    ///< on its way out; nothing shows it any more
inline constexpr qint64 markArriving = -2;  ///< a conversation that is not complete yet

/// Erases messages for good, with everything that belongs to them: the messages below them, their places in
/// the search index, generations, attachments, pictures that no other message has, and partial replies. They
/// are chosen first: from then on they are not visible, also after a restart. Then they are erased in parts
/// that take a few milliseconds each. Chats may have any length: no step follows a line of messages, because
/// SQLite follows a cascade from parent to child a thousand steps at most. Throws StoreError. One thread.
class Erasure {
public:
    explicit Erasure(Database& database);

    /// Chooses the conversations and messages that were moved to the trash before this time. Returns the
    /// number of conversations.
    int chooseTrashedBefore(qint64 timeMs);
    /// Chooses one conversation, if it is in the trash.
    bool chooseConversation(qint64 id);
    /// Chooses the conversations that will not be completed any more; see ConversationWriter.
    void chooseIncomplete();
    /// Counts the conversations, messages and pictures of messages that are chosen and still exist. Messages
    /// below a chosen one are counted in their turn.
    qint64 left();
    /// Erases chosen content for about this long, in a transaction of its own. Returns the number of
    /// conversations, messages and pictures that it erased; 0: nothing is left.
    int eraseSome(int forMs);

private:
    int eraseStep();
    /// Erases one picture of the messages in temp.erased, because it may be large, and empties that table.
    /// False: they have no pictures.
    bool erasePicture();
    /// Erases the messages in temp.erased, of a conversation that goes as a whole; 0: of any.
    void eraseMessages(qint64 conversation);

    Database& m_database;
};

}  // namespace hearth::app::store
