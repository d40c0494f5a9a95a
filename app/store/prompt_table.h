#pragma once

#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// The table of system prompts that are kept to be used again.
class PromptTable {
public:
    explicit PromptTable(Database& database) : m_database(database) {}

    /// In the order of their names.
    std::vector<Prompt> all();
    /// Adds one or replaces the one of this name.
    void put(const Prompt& prompt);
    void remove(const QString& name);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
