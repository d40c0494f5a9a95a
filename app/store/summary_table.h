#pragma once

#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The table of what stands in prompts for the oldest messages of conversations. The messages themselves stay
/// as they are. A summary goes with the message up to which it stands.
class SummaryTable {
public:
    explicit SummaryTable(Database& database) : m_database(database) {}

    /// Writes a new one and fills in its id, in place of the one that stood for the same messages; a time of
    /// 0 becomes now.
    void put(Summary& summary);
    /// Those of a conversation, of every branch, in the order they were written.
    std::vector<Summary> ofConversation(qint64 conversationId);
    /// A person's words in place of the model's.
    void edit(qint64 id, const QString& text);
    void remove(qint64 id);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
