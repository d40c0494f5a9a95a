#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QThread>
#include <QTimer>
#include <list>
#include <memory>
#include <stop_token>
#include <vector>

#include "hub/download_job.h"

namespace hearth::app {

/// The downloads that are not complete, oldest first: several at once, each in a thread of its own. They are
/// kept over restarts; those that ran are resumed. GUI thread.
class Downloads : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// "2 downloads, 84 MB/s"; empty when there is none.
    Q_PROPERTY(QString summary READ summary NOTIFY progressed)

public:
    enum State { Waiting, Running, Checking, Paused, Failed };
    Q_ENUM(State)
    enum Role {
        DownloadIdRole = Qt::UserRole + 1,
        RepositoryRole,
        TitleRole,
        QuantizationRole,
        StateRole,
        FractionRole,
        ProgressTextRole
    };
    /// More wait their turn.
    static constexpr int atOnce = 3;

    /// Reads the journals in folders.parts; nothing is fetched before resumeAll().
    Downloads(DownloadJob::Folders folders, HubEnvironment hub, DownloadPatience patience = {},
              QObject* parent = nullptr);
    /// Stops everything and waits for it; downloaded bytes are kept.
    ~Downloads() override;

    /// Nothing is listed, and nothing is coming to its end.
    bool isIdle() const { return m_rows.empty() && m_runners.empty(); }
    int count() const { return static_cast<int>(m_rows.size()); }
    QString summary() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Downloads into other folders from now on, and lists the partial downloads in them. Only while
    /// isIdle().
    void setFolders(DownloadJob::Folders folders);
    /// Queues a download; resumes one that exists already.
    void start(const DownloadRequest& request);
    /// Resumes the downloads that ran when the program ended. Called once the window is there.
    void resumeAll();
    Q_INVOKABLE void pause(const QString& downloadId);
    Q_INVOKABLE void resume(const QString& downloadId);
    /// Ends a download and deletes its bytes.
    Q_INVOKABLE void cancel(const QString& downloadId);

    /// The row of a download; -1: there is none.
    int rowOf(const QString& downloadId) const;
    QVariant value(const QString& downloadId, Role role) const;

    /// "5.6 of 9.0 GB · 84 MB/s · 41 s left". A rate of 0 is not known.
    static QString progressText(qint64 done, qint64 total, double bytesPerS);

signals:
    void countChanged();
    /// Some row changed.
    void progressed();
    /// A model is complete, verified and in its place.
    void installed(const QString& path, const QString& title);
    void failed(const QString& title, const QString& problem);

private:
    struct Row {
        QString id;
        DownloadJournal journal;
        State state = Paused;
        qint64 done = 0;
        double bytesPerS = 0;
        QString problem;                                 ///< reason for the failure or the wait
        std::vector<std::pair<qint64, qint64>> samples;  ///< (ms, bytes) of the last seconds
    };
    /// A thread with its job, from start until the thread has ended.
    struct Runner {
        QString id;
        std::stop_source stop;
        QThread thread;
        DownloadJob* job = nullptr;
        bool discard = false;
        DownloadRequest request;
    };

    void readJournals();
    void schedule();
    void run(Row& row);
    void halt(const QString& id, bool discard);
    void jobProgressed(const QString& id, qint64 done, bool checking);
    void jobEnded(const QString& id, DownloadJob::End how, const QString& problem, const QString& first);
    void threadEnded(Runner* runner);
    Row* find(const QString& id);
    void changed(const QString& id);
    void removeRow(const QString& id);
    void keep(const Row& row);

    DownloadJob::Folders m_folders;
    const HubEnvironment m_hub;
    const DownloadPatience m_patience;
    std::vector<Row> m_rows;
    std::list<std::unique_ptr<Runner>> m_runners;
    QElapsedTimer m_clock;
};

}  // namespace hearth::app
