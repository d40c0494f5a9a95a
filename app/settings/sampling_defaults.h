#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QJsonValue>
#include <QObject>
#include <QString>

#include "store/store.h"

namespace hearth::app {

/// The sampling parameters of new chats: a person's defaults for the model in use over those for every model
/// over the app's. GUI thread.
class SamplingDefaults : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of SamplingSettings")
    /// True if a person chose defaults for the model in use, and for every model.
    Q_PROPERTY(bool ofModel READ hasOfModel NOTIFY changed)
    Q_PROPERTY(bool ofAll READ hasOfAll NOTIFY changed)

public:
    /// `store` outlives it.
    explicit SamplingDefaults(store::Store& store);

    /// The names of all parameters.
    static QStringList names();
    QJsonValue value(const QString& name) const;
    bool hasOfModel() const { return !m_ofModel.isEmpty(); }
    bool hasOfAll() const { return !m_ofAll.isEmpty(); }
    /// Follows the model in use. Returns false if it is the same one.
    bool setModel(const QString& modelName);
    /// Returns false if no model is in use.
    bool keepOfModel(const QJsonObject& values);
    void keepOfAll(const QJsonObject& values);
    /// Remove either default; the open conversation's own values stay.
    Q_INVOKABLE void forgetOfModel();
    Q_INVOKABLE void forgetOfAll();

signals:
    void changed();
    /// A person removed one of them.
    void forgotten();

private:
    void keep(const QString& setting, const QJsonObject& values);

    store::Store& m_store;
    QString m_model;
    QJsonObject m_ofModel, m_ofAll;
};

}  // namespace hearth::app
