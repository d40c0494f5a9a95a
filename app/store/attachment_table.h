#pragma once

#include <map>
#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The table of files that go into the prompt in front of a message.
class AttachmentTable {
public:
    explicit AttachmentTable(Database& database) : m_database(database) {}

    /// Writes a new one and fills in its id.
    void insert(Attachment& attachment);
    /// Those of a message, in the order they were attached.
    std::vector<Attachment> ofMessage(qint64 messageId);
    /// Those of every message of a conversation, by message; without their texts.
    std::map<qint64, std::vector<Attachment>> ofConversation(qint64 conversationId);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
