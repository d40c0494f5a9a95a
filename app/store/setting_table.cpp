#include "store/setting_table.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "store/database.h"

namespace hearth::app::store {

SettingTable::SettingTable(Database& database) : m_database(database) {
    Statement rows = m_database.prepare("SELECT name, value FROM setting");
    while (rows.step()) {
        const QJsonArray holder = QJsonDocument::fromJson(rows.text(1).toUtf8()).array();
        if (!holder.isEmpty()) m_values.insert(rows.text(0), holder.first());
    }
}

void SettingTable::put(const QString& name, const QJsonValue& value) {
    // A JSON document cannot be a bare value, so it is kept as an array of one.
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    m_database.prepare("INSERT OR REPLACE INTO setting(name, value) VALUES (?, ?)")
        .bind(0, name)
        .bind(1, QString::fromUtf8(json))
        .run();
    m_values.insert(name, value);
}

QJsonValue SettingTable::find(const QString& name, const QJsonValue& fallback) const {
    return m_values.value(name, fallback);
}

void SettingTable::remove(const QString& name) {
    m_database.prepare("DELETE FROM setting WHERE name = ?").bind(0, name).run();
    m_values.remove(name);
}

}  // namespace hearth::app::store
