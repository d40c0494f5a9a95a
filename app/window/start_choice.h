#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <functional>

namespace hearth::app {

class AppSettings;
class EngineStatus;
class InstalledModels;

/// What Hearth opens with, and what the model that it would load takes. GUI thread.
class StartChoice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The model that was used last, while its file is there or its server is set up; empty: none.
    Q_PROPERTY(QString modelName READ modelName NOTIFY changed)
    /// The seconds that its last load took; 0: not known, or it is a server's.
    Q_PROPERTY(double seconds READ seconds NOTIFY changed)
    /// The memory it would take, by its file's plan, or as it did last; 0: not known, or it is a server's.
    Q_PROPERTY(double bytes READ bytes NOTIFY changed)
    /// Whether the model in use is the small one that comes with Hearth.
    Q_PROPERTY(bool starter READ isStarter NOTIFY changed)
    /// That the file of the model that was used last is gone, one sentence for people, from the start on
    /// until it was closed; empty: it is there.
    Q_PROPERTY(QString goneText READ goneText NOTIFY changed)

public:
    /// `embeds`: whether a model makes embeddings, and so does not chat.
    StartChoice(AppSettings& settings, InstalledModels& models, EngineStatus& engine,
                std::function<bool(const QString& path)> embeds = {}, QObject* parent = nullptr);

    /// The path of the model to start with: `named` (the command line's) whatever the settings say, the one
    /// used last, or any there is that chats. Empty: none, or none is to be loaded.
    QString modelPath(const QString& named) const;
    /// Whether the chat that was shown last is opened, and not a new one.
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
    /// The file of the last choice that is not there; empty: all are.
    QString goneFile() const;

    AppSettings& m_settings;
    InstalledModels& m_models;
    EngineStatus& m_engine;
    const std::function<bool(const QString& path)> m_embeds;
    QString m_gone;  ///< goneFile() at the start: another model may be the last one soon
};

}  // namespace hearth::app
