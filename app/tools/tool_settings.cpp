#include "tools/tool_settings.h"

#include <QJsonArray>

namespace hearth::app {

namespace {
/// Of the setting that holds all of this.
QString settingName() {
    return QStringLiteral("tools");
}
}  // namespace

ToolSettings::ToolSettings(store::Store& store, QObject* parent) : QObject(parent), m_store(store) {
    try {
        m_values = m_store.settings().find(settingName()).toObject();
    } catch (const store::StoreError&) {
        // Without it nothing is allowed.
    }
}

QStringList ToolSettings::list(const char* name) const {
    QStringList keys;
    for (const QJsonValue& value : m_values.value(QLatin1String(name)).toArray()) keys += value.toString();
    return keys;
}

void ToolSettings::putIn(const char* name, const QString& key, bool in) {
    QStringList keys = list(name);
    keys.removeAll(key);
    if (in) keys += key;
    set(name, QJsonArray::fromStringList(keys));
}

void ToolSettings::set(const char* name, const QJsonValue& value) {
    if (m_values.value(QLatin1String(name)) == value) return;
    m_values.insert(QLatin1String(name), value);
    try {
        m_store.settings().put(settingName(), m_values);
    } catch (const store::StoreError& error) {
        emit notKept(error.message());
    }
    emit changed();
}

}  // namespace hearth::app

#include "moc_tool_settings.cpp"
