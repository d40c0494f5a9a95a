#pragma once

#include <QtGlobal>

namespace hearth::app::store {

class Database;

/// Savings of the cache, for some days together.
struct CacheSavings {
    qint64 promptTokens = 0;  ///< of all prompts
    qint64 reusedTokens = 0;  ///< of these, those that were not processed again
    qint64 diskTokens = 0;    ///< of these, those that came from disk
    double savedMs = 0;       ///< time that processing them would have taken
};

/// The table of the cache's savings, one row for each day (in days since 1970, UTC). It outlives the chats,
/// and contains nothing about them.
class CacheDayTable {
public:
    explicit CacheDayTable(Database& database) : m_database(database) {}

    /// Adds to the existing figures of the day.
    void add(qint64 day, const CacheSavings& savings);
    /// Of this day and all later ones.
    CacheSavings since(qint64 day);
    static qint64 today();

private:
    Database& m_database;
};

}  // namespace hearth::app::store
