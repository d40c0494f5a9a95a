#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "documents/document_indexer.h"

namespace hearth::app {

/// A source as a person wants it.
struct WantedSource {
    QString path;
    bool paused = false;
    bool operator==(const WantedSource&) const = default;
};

/// How a source is.
struct SourceStatus {
    enum Phase {
        Waiting,  ///< for its turn
        Looking,  ///< what has changed
        Reading,
        UpToDate,
        Missing,
    } phase = Waiting;
    store::SourceCounts counts;
    IndexProgress progress;
    double filesPerS = 0;
    int secondsLeft = -1;  ///< -1: not known
    /// What lies in it and is worth watching; only with UpToDate.
    std::vector<QString> folders;
};

/// Keeps the index of documents in line with the sources, on a thread of its own with the lowest
/// priority. GUI thread.
class IndexThread : public QObject {
    Q_OBJECT

public:
    /// `file`: of the documents; nothing is opened or made before there is a source.
    IndexThread(QString file, DocumentReader reader, QObject* parent = nullptr);
    ~IndexThread() override;

    /// All sources there are. Others are removed with their documents; new ones are looked through, those
    /// that are no longer paused, too.
    void setSources(std::vector<WantedSource> sources);
    /// Looks what has changed in a source, or in all.
    void look(const QString& path);
    void lookAtAll();
    /// While true, nothing is read: somebody waits for a reply. Sources that go are removed all the same.
    void setHeld(bool held);

signals:
    void statusChanged(const QString& path, const hearth::app::SourceStatus& status);
    /// The file could not be written, one sentence; it is tried again at the next look.
    void failed(const QString& sentence);
    /// The file was made anew: other connections to it have to be opened again.
    void madeAnew();

private:
    void run(const std::stop_token& stop);
    void work(store::Database& database, const std::stop_token& stop);
    void removeOthers(store::DocumentTable& table, const std::stop_token& stop);
    void update(store::DocumentTable& table, const QString& path, const std::stop_token& stop);
    /// Waits while nothing may be read; false: this source is not to be read on, or not now.
    bool mayGoOn(const QString& path, const std::stop_token& stop);
    bool isWanted(const QString& path) const;
    QString nextToLook() const;
    void tell(const QString& path, const SourceStatus& status);

    const QString m_file;
    const DocumentReader m_reader;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<WantedSource> m_sources;
    std::set<QString> m_toLook;
    std::set<QString> m_looked;  ///< those that have been looked through to the end; the thread's own
    bool m_othersMayBeThere = false, m_held = false;
    std::jthread m_thread;  ///< last: it ends before what it uses
};

}  // namespace hearth::app
