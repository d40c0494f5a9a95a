#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>

#include "hub/hub_client.h"
#include "models/downloads.h"

namespace hearth::app {

/// Downloads the vision file (mmproj) of an installed model that lacks it, from the repository that the model
/// came from. Contacts the hub only when start() is called. GUI thread.
class VisionDownload : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Path of the model that is shown.
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY changed)
    /// True where the origin of the model is known.
    Q_PROPERTY(bool offered READ isOffered NOTIFY changed)
    /// True while the hub is asked or the file is downloaded.
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    /// Progress, or the reason for a failure; empty if nothing was started.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)

public:
    VisionDownload(HubEnvironment hub, Downloads& downloads, QString modelsFolder, QObject* parent = nullptr);

    QString path() const { return m_path; }
    bool isOffered() const { return !m_repository.isEmpty(); }
    bool isBusy() const;
    QString text() const;
    bool hasFailed() const { return !m_problem.isEmpty(); }
    void setPath(const QString& path);
    /// Changes the folder into which models are downloaded.
    void setModelsFolder(const QString& folder);
    /// `title`: of the model, for the list of downloads.
    Q_INVOKABLE void start(const QString& title);

signals:
    void changed();

private:
    void arrived(const HubRepository& repository, const QString& title);

    HubClient m_client;
    Downloads& m_downloads;
    QString m_modelsFolder;
    QString m_path, m_repository;
    QString m_downloadId, m_problem;
    bool m_asking = false;
};

}  // namespace hearth::app
