#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QJsonValue>
#include <QObject>
#include <QTimer>

#include "store/store.h"

namespace hearth::app {

/// The values of the app's settings by their names, kept in the database. A change is written within a second
/// and when the program ends. GUI thread.
class SettingValues : public QObject {
    Q_OBJECT

public:
    /// `store` outlives it.
    explicit SettingValues(store::Store& store);
    ~SettingValues() override;

    /// Those that a store has.
    static QJsonObject storedIn(store::Store& store);
    /// The stored value if it has the type of the fallback. A template, so that `{}`, a null that no stored
    /// value has the type of, does not compile.
    template <typename T>
    QJsonValue value(const char* name, const T& fallback) const {
        return storedValue(name, QJsonValue(fallback));
    }
    void put(const char* name, const QJsonValue& value);
    /// Writes pending changes now.
    void flush();

signals:
    void changed();

private:
    QJsonValue storedValue(const char* name, const QJsonValue& fallback) const;

    store::Store& m_store;
    QJsonObject m_values;
    QTimer m_writeTimer;
    bool m_written = true;  ///< m_values are in the store
};

/// Settings of one subject: names, defaults and bounds of some of the values.
class SettingsGroup : public QObject {
    Q_OBJECT
    QML_ANONYMOUS

public:
    /// `values` outlives it.
    explicit SettingsGroup(SettingValues& values) : m_values(values) {}

signals:
    /// A setting changed, of this group or another; emitted by AppSettings.
    void changed();

protected:
    template <typename T>
    QJsonValue value(const char* name, const T& fallback) const {
        return m_values.value(name, fallback);
    }
    void put(const char* name, const QJsonValue& value) { m_values.put(name, value); }

private:
    SettingValues& m_values;
};

}  // namespace hearth::app
