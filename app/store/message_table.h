#pragma once

#include <optional>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The messages of all conversations: a tree in each (edit and regenerate make siblings, nothing is erased by
/// them).
/// Changes also write the search index, so they belong in a transaction.
class MessageTable {
public:
    explicit MessageTable(Database& database) : m_database(database) {}

    /// Writes a new one and fills in its id; a time of 0 becomes now. Each of its
    /// pictures is stored already or has its file, which is reset.
    void insert(Message& message);
    std::optional<Message> find(qint64 id);
    /// All messages of a conversation that are in sight, every branch, in the order they were written.
    std::vector<Message> ofConversation(qint64 conversationId);
    /// The first of them that were written after the message `id` (0: from the start), at most `most`.
    std::vector<Message> after(qint64 conversationId, qint64 id, int most);
    /// Text, time of thought, figures, state, error and model; the search index follows by itself. Pictures
    /// stay as they are. False when it is gone.
    bool update(const Message& message);
    void setActiveChild(qint64 id, qint64 childId);
    /// Takes a message and everything below it out of sight; they share the time as a mark.
    void moveToTrash(qint64 id, qint64 timeMs);
    /// Brings back what moveToTrash(id, timeMs) took.
    void restore(qint64 id, qint64 timeMs);
    /// Replies that were being written when the program ended.
    std::vector<qint64> streaming();

private:
    Database& m_database;
};

/// A message and the others that share its parent, in the order they were written.
std::vector<const Message*> siblingsOf(const std::vector<Message>& messages, qint64 id);

/// The visible branch through the messages of one conversation, from the first message to the last.
/// Follows activeChild, and the newest child where that is not set; ends on damaged trees (no loops).
std::vector<Message> activePath(const std::vector<Message>& messages, qint64 activeRoot);

}  // namespace hearth::app::store
