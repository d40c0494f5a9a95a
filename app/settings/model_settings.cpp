#include "settings/model_settings.h"

#include <QJsonArray>

#include "hearth/engine_options.h"
#include "model_files/route_path.h"
#include "settings/engine_settings.h"

namespace hearth::app {

namespace {

constexpr int mostLayers = 10000;

QJsonObject usableLoadOptions(const QJsonObject& options) {
    QJsonObject usable;
    const auto keepNumber = [&](const char* name, int least, int most) {
        const QJsonValue number = options.value(QLatin1String(name));
        if (number.isDouble() && number.toDouble() >= least && number.toDouble() <= most)
            usable.insert(QLatin1String(name), number.toInt());
    };
    keepNumber("contextLength", 1, EngineSettings::longestContext);
    keepNumber("threads", 1, EngineSettings::mostThreads);
    keepNumber("gpuLayers", 0, mostLayers);
    const QString type = options.value(QLatin1String("kvType")).toString();
    if (kvTypesOf(type.toStdString())) usable.insert(QStringLiteral("kvType"), type);
    return usable;
}

}  // namespace

QStringList ModelSettings::extraModels() const {
    QStringList paths;
    for (const QJsonValue& path : value("extraModels", QJsonArray()).toArray()) paths += path.toString();
    return paths;
}

void ModelSettings::setExtraModels(const QStringList& paths) {
    put("extraModels", QJsonArray::fromStringList(paths));
}

ModelSettings::LoadCost ModelSettings::lastLoad() const {
    const QJsonObject cost = value("lastLoad", QJsonObject()).toObject();
    return {cost.value(QLatin1String("path")).toString(), cost.value(QLatin1String("seconds")).toDouble(),
            cost.value(QLatin1String("bytes")).toDouble()};
}

void ModelSettings::setLastLoad(const LoadCost& cost) {
    put("lastLoad", QJsonObject{{QStringLiteral("path"), cost.path},
                                {QStringLiteral("seconds"), cost.seconds},
                                {QStringLiteral("bytes"), cost.bytes}});
}

QString ModelSettings::routeModel(const char* name) const {
    const QString path = value(name, "").toString();
    // A route is no part of a route.
    return path == routePath ? QString() : path;
}

QJsonObject ModelSettings::loadOptionsFor(const QString& modelPath) const {
    return usableLoadOptions(value("loadOptions", QJsonObject()).toObject().value(modelPath).toObject());
}

void ModelSettings::setLoadOptionsFor(const QString& modelPath, const QJsonObject& options) {
    if (modelPath.isEmpty()) return;
    QJsonObject all = value("loadOptions", QJsonObject()).toObject();
    const QJsonObject usable = usableLoadOptions(options);
    if (usable.isEmpty())
        all.remove(modelPath);
    else
        all.insert(modelPath, usable);
    put("loadOptions", all);
}

void ModelSettings::setLoadOption(const QString& modelPath, const QString& name, const QJsonValue& value) {
    QJsonObject options = loadOptionsFor(modelPath);
    options.insert(name, value);
    setLoadOptionsFor(modelPath, options);
}

QString ModelSettings::draftModelFor(const QString& modelPath) const {
    return value("draftModels", QJsonObject()).toObject().value(modelPath).toString();
}

void ModelSettings::setDraftModel(const QString& modelPath, const QString& draftPath) {
    QJsonObject drafts = value("draftModels", QJsonObject()).toObject();
    if (draftPath.isEmpty())
        drafts.remove(modelPath);
    else
        drafts.insert(modelPath, draftPath);
    put("draftModels", drafts);
}

void ModelSettings::setKvCosts(const QString& modelPath, const QJsonObject& costs) {
    QJsonObject all = kvCosts();
    if (costs.isEmpty())
        all.remove(modelPath);
    else
        all.insert(modelPath, costs);
    if (all == kvCosts()) return;
    put("kvCosts", all);
    emit kvCostsChanged();
}

void ModelSettings::moveDraftModels(const std::function<QString(const QString&)>& there) {
    const QJsonObject drafts = value("draftModels", QJsonObject()).toObject();
    QJsonObject moved;
    for (auto it = drafts.begin(); it != drafts.end(); ++it)
        moved.insert(there(it.key()), there(it.value().toString()));
    if (moved != drafts) put("draftModels", moved);
    for (const char* name : {"loadOptions", "kvCosts"}) {
        const QJsonObject byModel = value(name, QJsonObject()).toObject();
        moved = {};
        for (auto it = byModel.begin(); it != byModel.end(); ++it) moved.insert(there(it.key()), it.value());
        if (moved != byModel) put(name, moved);
    }
    if (!routeSmall().isEmpty()) setRouteSmall(there(routeSmall()));
    if (!routeLarge().isEmpty()) setRouteLarge(there(routeLarge()));
    emit kvCostsChanged();
}

}  // namespace hearth::app
