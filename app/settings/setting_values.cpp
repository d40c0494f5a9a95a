#include "settings/setting_values.h"

namespace hearth::app {

namespace {

constexpr int writeDelayMs = 500;

}  // namespace

SettingValues::SettingValues(store::Store& store) : m_store(store), m_values(storedIn(store)) {
    m_writeTimer.setSingleShot(true);
    m_writeTimer.setInterval(writeDelayMs);
    connect(&m_writeTimer, &QTimer::timeout, this, &SettingValues::flush);
}

SettingValues::~SettingValues() {
    flush();
}

QJsonObject SettingValues::storedIn(store::Store& store) {
    return store.settings().find(QStringLiteral("app")).toObject();
}

QJsonValue SettingValues::storedValue(const char* name, const QJsonValue& fallback) const {
    const QJsonValue found = m_values.value(QLatin1String(name));
    return found.type() == fallback.type() ? found : fallback;
}

void SettingValues::put(const char* name, const QJsonValue& value) {
    if (m_values.value(QLatin1String(name)) == value) return;
    m_values.insert(QLatin1String(name), value);
    m_written = false;
    m_writeTimer.start();
    emit changed();
}

void SettingValues::flush() {
    if (m_written) return;
    m_writeTimer.stop();
    try {
        m_store.settings().put(QStringLiteral("app"), m_values);
        m_written = true;
    } catch (const store::StoreError&) {
        // Settings are not worth an error of their own: the next message that cannot be kept tells.
    }
}

}  // namespace hearth::app
