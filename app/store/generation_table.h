#pragma once

#include <optional>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// Tokens of replies together, and the costs of those of servers at the prices in their recipes
/// (recipe::priceRead, recipe::priceWritten).
struct TokenSums {
    qint64 paidReplies = 0, paidPrompt = 0, paidWritten = 0;
    double cost = 0;
    qint64 localReplies = 0, localPrompt = 0;  ///< without a price
    qint64 localReused = 0;                    ///< of localPrompt, those that were in the cache
    qint64 localWritten = 0;
};

/// Of which replies.
struct TokenSpan {
    qint64 conversationId = 0;  ///< 0: of all
    qint64 sinceMs = 0;         ///< since 1970, UTC
};

/// Data on the generation of each reply: token ids, probabilities, figures, recipe.
class GenerationTable {
public:
    explicit GenerationTable(Database& database) : m_database(database) {}

    /// Writes or replaces it.
    void put(qint64 messageId, const Generation& generation);
    std::optional<Generation> find(qint64 messageId);
    /// The token ids alone; empty when there are none.
    std::vector<int32_t> tokens(qint64 messageId);
    /// Adds up the tokens read and written, including other versions of replies.
    TokenSums sums(const TokenSpan& span);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
