#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <functional>

namespace hearth::app {

class AppSettings;
class EngineStatus;
class InstalledModels;

/// Chat and model that Hearth opens with, and the cost of loading that model. GUI thread.
class StartChoice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The model that was used last, while its file exists or its server is set up; empty: none.
    Q_PROPERTY(QString modelName READ modelName NOTIFY changed)
    /// The seconds that its last load took; 0: not known, or it is a server's.
    Q_PROPERTY(double seconds READ seconds NOTIFY changed)
    /// The memory it would take, by its file's plan, or by its last load; 0: not known, or it is a server's.
    Q_PROPERTY(double bytes READ bytes NOTIFY changed)
    /// True if the model in use is the small one that comes with Hearth.
    Q_PROPERTY(bool starter READ isStarter NOTIFY changed)
    /// Sentence that the file of the model used last is gone, from the start until a person closed it; empty:
    /// the file is there.
    Q_PROPERTY(QString goneText READ goneText NOTIFY changed)

public:
    /// `embeds`: whether a model makes embeddings, and so does not chat.
    StartChoice(AppSettings& settings, InstalledModels& models, EngineStatus& engine,
                std::function<bool(const QString& path)> embeds = {}, QObject* parent = nullptr);

    /// Path of the model to start with: `named` (the command line's) whatever the settings are, otherwise the
    /// one used last, or any chat model. Empty: there is none, or none is to be loaded.
    QString modelPath(const QString& named) const;
    /// True if the chat that was shown last is opened, instead of a new one.
    bool opensLastChat() const;

    QString modelName() const;
    double seconds() const;
    double bytes() const;
    bool isStarter() const;
    QString goneText() const;
    /// The notice about the file was read.
    Q_INVOKABLE void closeGone();
    /// Loads the model that was used last.
    Q_INVOKABLE void loadLast();

signals:
    void changed();

private:
    QString lastModel() const;
    /// The file of the last choice if it does not exist; empty: all exist.
    QString goneFile() const;

    AppSettings& m_settings;
    InstalledModels& m_models;
    EngineStatus& m_engine;
    const std::function<bool(const QString& path)> m_embeds;
    QString m_gone;  ///< goneFile() at the start: another model may be the last one soon
};

}  // namespace hearth::app
