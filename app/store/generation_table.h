#pragma once

#include <optional>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// How each reply was made: token ids, probabilities, figures, recipe.
class GenerationTable {
public:
    explicit GenerationTable(Database& database) : m_database(database) {}

    /// Writes or replaces it.
    void put(qint64 messageId, const Generation& generation);
    std::optional<Generation> find(qint64 messageId);
    /// The token ids alone; empty when there are none.
    std::vector<int32_t> tokens(qint64 messageId);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
