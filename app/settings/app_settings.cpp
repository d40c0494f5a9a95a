#include "settings/app_settings.h"

#include <QCoreApplication>
#include <QEvent>
#include <initializer_list>
#include <memory>

#include "hearth/routing.h"
#include "model_files/route_path.h"

namespace hearth::app {

AppSettings::AppSettings(store::Store& store, QObject* parent) : QObject(parent), m_values(store) {
    connect(&m_values, &SettingValues::changed, this, &AppSettings::changed);
    // After changed(), so that the language that was chosen is spoken before the window reads names in it.
    for (SettingsGroup* group :
         std::initializer_list<SettingsGroup*>{look, window, chats, cache, engine, models})
        connect(&m_values, &SettingValues::changed, group, &SettingsGroup::changed);
    if (QCoreApplication::instance() != nullptr) QCoreApplication::instance()->installEventFilter(this);
}

bool AppSettings::eventFilter(QObject* watched, QEvent* event) {
    // The desktop switched between light and dark.
    if (event->type() == QEvent::ApplicationPaletteChange) emit m_values.changed();
    return QObject::eventFilter(watched, event);
}

EngineOptions AppSettings::engineOptions(const QString& modelPath) const {
    if (modelPath == routePath) {
        EngineOptions both = engineOptions(m_models.routeSmall());
        both.large =
            std::make_shared<LargeModel>(LargeModel{engineOptions(m_models.routeLarge()), RoutingRule()});
        return both;
    }
    EngineOptions options = m_engine.options();
    options.model = modelPath.toStdString();
    const QJsonObject own = m_models.loadOptionsFor(modelPath);
    options.threads = own.value(QLatin1String("threads")).toInt(options.threads);
    options.contextLength = own.value(QLatin1String("contextLength")).toInt(options.contextLength);
    const QString type = own.value(QLatin1String("kvType")).toString();
    options.kvType = kvTypesOf(type.toStdString()).value_or(options.kvType);
    options.gpuLayers = own.value(QLatin1String("gpuLayers")).toInt(options.gpuLayers);
    options.draftModel = m_models.draftModelFor(modelPath).toStdString();
    return options;
}

void AppSettings::setProgramAccess(bool mayAsk, int port, bool needKey) {
    m_values.put("programsMayAsk", mayAsk);
    m_values.put("programPort", port);
    m_values.put("programsNeedKey", needKey);
}

}  // namespace hearth::app
