#include "store/preset_table.h"

#include <QJsonDocument>

#include "store/database.h"

namespace hearth::app::store {

void PresetTable::put(const Preset& preset) {
    m_database.prepare("INSERT OR REPLACE INTO preset(name, \"values\") VALUES (?, ?)")
        .bind(0, preset.name)
        .bind(1, jsonText(preset.values))
        .run();
}

std::vector<Preset> PresetTable::list() {
    Statement statement =
        m_database.prepare("SELECT name, \"values\" FROM preset ORDER BY name COLLATE NOCASE");
    std::vector<Preset> presets;
    while (statement.step())
        presets.push_back({statement.text(0), QJsonDocument::fromJson(statement.text(1).toUtf8()).object()});
    return presets;
}

void PresetTable::remove(const QString& name) {
    m_database.prepare("DELETE FROM preset WHERE name = ?").bind(0, name).run();
}

}  // namespace hearth::app::store
