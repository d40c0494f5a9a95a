#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>
#include <functional>

#include "settings/setting_values.h"

namespace hearth::app {

/// Settings of single models, by their paths, and what is remembered of them. GUI thread.
class ModelSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")

public:
    using SettingsGroup::SettingsGroup;

    /// Folder of the models; empty: next to the chats.
    QString modelsFolder() const { return value("modelsFolder", "").toString(); }
    void setModelsFolder(const QString& folder) { put("modelsFolder", folder); }
    /// Model files outside the models folder that a person opened.
    QStringList extraModels() const;
    void setExtraModels(const QStringList& paths);
    /// The model that was loaded last; empty: none yet.
    QString lastModel() const { return value("lastModel", "").toString(); }
    void setLastModel(const QString& path) { put("lastModel", path); }
    /// Cost of the last load of a model.
    struct LoadCost {
        QString path;
        double seconds = 0, bytes = 0;
    };
    LoadCost lastLoad() const;
    void setLastLoad(const LoadCost& cost);
    /// The two models that answer as one (routePath), as paths; empty: none is chosen.
    QString routeSmall() const { return routeModel("routeSmall"); }
    QString routeLarge() const { return routeModel("routeLarge"); }
    void setRouteSmall(const QString& path) { put("routeSmall", path); }
    void setRouteLarge(const QString& path) { put("routeLarge", path); }
    /// Load options of this one model that differ from the settings for all: contextLength, kvType, threads,
    /// gpuLayers, each as in EngineOptions. Other names and values out of range are left out.
    QJsonObject loadOptionsFor(const QString& modelPath) const;
    void setLoadOptionsFor(const QString& modelPath, const QJsonObject& options);
    /// Changes one of them.
    void setLoadOption(const QString& modelPath, const QString& name, const QJsonValue& value);
    /// The model that guesses for this one when it is loaded next; empty: none. Paths of files.
    QString draftModelFor(const QString& modelPath) const;
    Q_INVOKABLE void setDraftModel(const QString& modelPath, const QString& draftPath);
    /// Results of KvCosts, by path of a model.
    QJsonObject kvCosts() const { return value("kvCosts", QJsonObject()).toObject(); }
    /// Empty costs are removed.
    void setKvCosts(const QString& modelPath, const QJsonObject& costs);
    /// Updates the paths in the choices of draft models, of the two that answer as one, in load options and
    /// in the costs of cache types: `there` returns the new path for each old one.
    void moveDraftModels(const std::function<QString(const QString&)>& there);

signals:
    /// Emitted in addition to changed().
    void kvCostsChanged();

private:
    QString routeModel(const char* name) const;
};

}  // namespace hearth::app
