#pragma once

#include <optional>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The text so far of replies that are being written; empty when none is. Kept apart from the messages so
/// that writing it every second touches neither the search index nor a long row.
class PartialReplyTable {
public:
    explicit PartialReplyTable(Database& database) : m_database(database) {}

    void put(qint64 messageId, const QString& text);
    std::optional<QString> find(qint64 messageId);
    void remove(qint64 messageId);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
