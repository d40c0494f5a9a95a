#pragma once

#include <QHash>
#include <QJsonValue>
#include <QString>

namespace hearth::app::store {

class Database;

/// The app's settings: a JSON value by name. All of them are read once: what is then read cannot fail, and so
/// nobody takes settings that could not be read for settings that are not there, and writes over them.
class SettingTable {
public:
    /// Reads them. Throws StoreError.
    explicit SettingTable(Database& database);

    void put(const QString& name, const QJsonValue& value);
    /// `fallback` when it is not there or makes no sense.
    QJsonValue find(const QString& name, const QJsonValue& fallback = {}) const;
    void remove(const QString& name);

private:
    Database& m_database;
    QHash<QString, QJsonValue> m_values;
};

}  // namespace hearth::app::store
