#pragma once

#include <vector>

#include "store/records.h"

namespace hearth::app::store {

class Database;

/// Sampling presets that a person saved.
class PresetTable {
public:
    explicit PresetTable(Database& database) : m_database(database) {}

    /// Writes or replaces it.
    void put(const Preset& preset);
    /// By name.
    std::vector<Preset> list();
    void remove(const QString& name);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
