#include "store/setting_table.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "store/database.h"

namespace hearth::app::store {

void SettingTable::put(const QString& name, const QJsonValue& value) {
    // A JSON document cannot be a bare value, so it is kept as an array of one.
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    m_database.prepare("INSERT OR REPLACE INTO setting(name, value) VALUES (?, ?)")
        .bind(0, name)
        .bind(1, QString::fromUtf8(json))
        .run();
}

QJsonValue SettingTable::find(const QString& name, const QJsonValue& fallback) {
    Statement statement = m_database.prepare("SELECT value FROM setting WHERE name = ?");
    statement.bind(0, name);
    if (!statement.step()) return fallback;
    const QJsonArray holder = QJsonDocument::fromJson(statement.text(0).toUtf8()).array();
    return holder.isEmpty() ? fallback : holder.first();
}

void SettingTable::remove(const QString& name) {
    m_database.prepare("DELETE FROM setting WHERE name = ?").bind(0, name).run();
}

}  // namespace hearth::app::store
