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
#include "documents/vector_maker.h"

namespace hearth::app {

/// A source as a person wants it.
struct WantedSource {
    QString path;
    bool paused = false;
    bool operator==(const WantedSource&) const = default;
};

/// State of a source.
struct SourceStatus {
    enum Phase {
        Waiting,  ///< for its turn
        Looking,  ///< for changes
        Reading,
        UpToDate,
        Missing,
    } phase = Waiting;
    store::SourceCounts counts;
    IndexProgress progress;
    double filesPerS = 0;
    int secondsLeft = -1;  ///< -1: not known
    /// Folders in it that are worth watching; only with UpToDate.
    std::vector<QString> folders;
    /// True if a file was written just now, and may still be being written; only with UpToDate.
    bool unsettled = false;
};

/// State of the vectors of all passages.
struct VectorStatus {
    enum Phase {
        None,  ///< there is no model for them
        Waiting,
        Loading,
        Making,
        Done,
        Failed,
    } phase = None;
    VectorProgress progress;
    QString problem;  ///< why the model cannot be used, one sentence; only with Failed
};

/// Keeps the index of documents up to date with the sources, and the vectors of their passages up to date
/// with the index, on a thread of its own with the lowest priority. The words are indexed before the vectors.
/// GUI thread.
class IndexThread : public QObject {
    Q_OBJECT

public:
    /// `file`: of the documents; nothing is opened or made before there is a source. `embedder`: makes the
    /// vectors; without one there are none.
    IndexThread(QString file, DocumentReader reader, std::shared_ptr<SharedEmbedder> embedder = {},
                QObject* parent = nullptr);
    ~IndexThread() override;

    /// Sets all sources. Others are removed with their documents; new ones and those that are no longer
    /// paused are looked through.
    void setSources(std::vector<WantedSource> sources);
    /// Looks for changes in a source, or in all.
    void look(const QString& path);
    void lookAtAll();
    /// While true, nothing is read, because a person waits for a reply. Removed sources are still deleted.
    void setHeld(bool held);
    /// Makes the missing vectors, as with another model of the embedder, and those of `damaged` again.
    void makeVectors(const std::vector<qint64>& damaged = {});

signals:
    void statusChanged(const QString& path, const hearth::app::SourceStatus& status);
    void vectorsChanged(const hearth::app::VectorStatus& status);
    /// The file could not be written, one sentence; it is tried again later.
    void failed(const QString& sentence);
    /// Emitted when the file was made again: other connections to it have to be reopened.
    void madeAnew();

private:
    void run(const std::stop_token& stop);
    void work(store::Database& database, const std::stop_token& stop);
    void removeOthers(store::DocumentTable& table, const std::stop_token& stop);
    void update(store::DocumentTable& table, const QString& path, const std::stop_token& stop);
    void makeVectors(VectorMaker& maker);
    /// True if vectors may be made just now. With m_mutex locked.
    bool mayMakeVectors() const { return !m_held && !m_othersMayBeThere && nextToLook().isEmpty(); }
    void tell(const VectorStatus& status);
    void tellFailed(const QString& sentence);
    /// Waits, then starts again with all sources.
    void waitAndLookAgain(std::chrono::seconds wait, const std::stop_token& stop);
    /// Waits while nothing may be read; false: this source is not to be read on, or not now.
    bool mayGoOn(const QString& path, const std::stop_token& stop);
    bool isWanted(const QString& path) const;
    QString nextToLook() const;
    void tell(const QString& path, const SourceStatus& status);

    const QString m_file;
    const DocumentReader m_reader;
    const std::shared_ptr<SharedEmbedder> m_embedder;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<WantedSource> m_sources;
    std::set<QString> m_toLook;
    std::set<QString> m_looked;     ///< those that have been looked through to the end; the thread's own
    std::vector<qint64> m_damaged;  ///< passages whose vectors have to be made again
    bool m_othersMayBeThere = false, m_held = false, m_vectorsDue = false;
    std::stop_source m_vectors;  ///< stops the making of vectors
    std::jthread m_thread;       ///< last: it ends before the members that it uses
};

}  // namespace hearth::app
