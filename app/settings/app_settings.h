#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>

#include "hearth/engine_options.h"
#include "settings/cache_settings.h"
#include "settings/chat_settings.h"
#include "settings/engine_settings.h"
#include "settings/look_settings.h"
#include "settings/model_settings.h"
#include "settings/setting_values.h"
#include "settings/window_settings.h"
#include "store/store.h"

namespace hearth::app {

/// The app's settings, kept in the database: groups of them, and what belongs to none. GUI thread.
class AppSettings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(hearth::app::LookSettings* look MEMBER look CONSTANT)
    Q_PROPERTY(hearth::app::WindowSettings* window MEMBER window CONSTANT)
    Q_PROPERTY(hearth::app::ChatSettings* chats MEMBER chats CONSTANT)
    Q_PROPERTY(hearth::app::CacheSettings* cache MEMBER cache CONSTANT)
    Q_PROPERTY(hearth::app::EngineSettings* engine MEMBER engine CONSTANT)
    Q_PROPERTY(hearth::app::ModelSettings* models MEMBER models CONSTANT)

public:
    explicit AppSettings(store::Store& store, QObject* parent = nullptr);

    LookSettings* const look = &m_look;
    WindowSettings* const window = &m_window;
    ChatSettings* const chats = &m_chats;
    CacheSettings* const cache = &m_cache;
    EngineSettings* const engine = &m_engine;
    ModelSettings* const models = &m_models;

    /// The options to load a model with; of routePath, those of both models.
    EngineOptions engineOptions(const QString& modelPath) const;
    /// Access of other programs on this computer to the model in use: whether it is allowed, the port, and
    /// whether a key is needed. See ProgramAccess.
    bool programsMayAsk() const { return m_values.value("programsMayAsk", false).toBool(); }
    int programPort() const { return m_values.value("programPort", 8080).toInt(); }
    bool programsNeedKey() const { return m_values.value("programsNeedKey", false).toBool(); }
    void setProgramAccess(bool mayAsk, int port, bool needKey);
    /// Keys that a person chose, by action; see KeyBindings.
    QJsonObject keys() const { return m_values.value("keys", QJsonObject()).toObject(); }
    void setKeys(const QJsonObject& keys) { m_values.put("keys", keys); }
    /// Findings of the last check of the machine; see MachineFindings.
    QJsonObject lastCheck() const { return m_values.value("lastCheck", QJsonObject()).toObject(); }
    void setLastCheck(const QJsonObject& findings) { m_values.put("lastCheck", findings); }
    /// Writes pending changes now.
    void flush() { m_values.flush(); }

signals:
    /// A setting changed, of any group.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SettingValues m_values;
    LookSettings m_look{m_values};
    WindowSettings m_window{m_values};
    ChatSettings m_chats{m_values};
    CacheSettings m_cache{m_values};
    EngineSettings m_engine{m_values};
    ModelSettings m_models{m_values};
};

}  // namespace hearth::app
