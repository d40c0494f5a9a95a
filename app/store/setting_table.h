#pragma once

#include <QJsonValue>
#include <QString>

namespace hearth::app::store {

class Database;

/// The app's settings: a JSON value by name.
class SettingTable {
public:
    explicit SettingTable(Database& database) : m_database(database) {}

    void put(const QString& name, const QJsonValue& value);
    /// `fallback` when it is not there or cannot be read.
    QJsonValue find(const QString& name, const QJsonValue& fallback = {});
    void remove(const QString& name);

private:
    Database& m_database;
};

}  // namespace hearth::app::store
