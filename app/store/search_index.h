#pragma once

#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// Full-text search over all messages (FTS5).
///
/// Words are matched by their beginnings, without regard to case and accents; see searchTerms(). Scripts that
/// are written without spaces (Chinese, Japanese, Thai, ...) are indexed character by character, and a run of
/// them in a query is a phrase, so any part of a sentence is found, however short.
class SearchIndex {
public:
    explicit SearchIndex(Database& database) : m_database(database) {}

    /// Messages that contain all words of the query, newest first, those of conversations in the trash left
    /// out.
    std::vector<SearchHit> find(const QString& query, int limit);

    /// Takes a message's text into the index. Call it and remove() in the transaction that writes the
    /// message.
    void add(qint64 messageId);
    /// Takes a message's text out again; before the text changes.
    void remove(qint64 messageId);
    /// Throws StoreError when the index and the texts do not agree.
    void check();

    /// The form of a text that is indexed: zero-width spaces around every character of a script without
    /// spaces.
    /// A null string when that is the text itself.
    static QString indexedText(const QString& text);
    /// The FTS5 expression for what a person typed; empty when there is nothing to look for. Never a syntax
    /// error.
    static QString matchExpression(const QString& query);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
