#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>

#include "hub/download_journal.h"
#include "hub/hub_environment.h"
#include "hub/hub_get.h"
#include "hub/part_file.h"

namespace hearth::app {

/// Timeouts and pauses of a download. Tests use shorter ones.
struct DownloadPatience {
    int stallMs = 30000;           ///< nothing came for so long: the attempt ends
    int firstPauseMs = 1000;       ///< before the second attempt; doubles with each that brings nothing
    int reportMs = 100;            ///< between reports of progress
    int attempts = 6;              ///< in a row that bring nothing
    qint64 syncBytes = 64 << 20;   ///< written to the disk for certain at least this often
    qint64 spareBytes = 64 << 20;  ///< stay free on the disk
};

/// Downloads one model. Every file is downloaded into a part next to its journal, its size and sha256 are
/// checked against those that the hub published for the pinned commit, and only then is it put under its
/// final name, all files of a split model together. Nothing else gets there, whatever a server does.
///
/// Resumes from the parts that exist. A byte that was kept is downloaded again only if the sha256 of the
/// whole is wrong, and then once. Lives in a thread of its own; the stop token may be used from any.
class DownloadJob : public QObject {
    Q_OBJECT

public:
    struct Folders {
        QString parts;   ///< journals and parts; made when missing
        QString models;  ///< files end in MODELS/owner/name/…
    };
    enum class End { Installed, Stopped, Failed };

    DownloadJob(DownloadJournal journal, Folders folders, HubEnvironment hub, DownloadPatience patience,
                std::stop_token stop);
    ~DownloadJob() override;

    /// Times that kept bytes were thrown away.
    int restarts() const { return m_restarts; }

public slots:
    void start();
    /// Looks at the stop token.
    void stop();

signals:
    /// Emitted at most every 100 ms: bytes of all files on disk; true while they are read and checked.
    void progressed(qint64 doneBytes, bool checking);
    /// A temporary problem occurred and is tried again: one sentence. Empty: the download continues.
    void waiting(const QString& why);
    /// The last signal. Failed comes with a sentence; downloaded bytes are kept unless they were wrong.
    void ended(hearth::app::DownloadJob::End how, const QString& problem, const QString& firstFile);

private:
    void nextFile();
    bool isInPlace(const HubFile& file) const;
    void attempt();
    void answered();
    void received(const QByteArray& bytes);
    void attemptEnded(const QString& problem, bool passing);
    void retry(const QString& problem);
    void verify();
    void install();
    void checkSpace();
    void keepJournal();
    void report(bool checking, bool now);
    void finish(End how, const QString& problem = {});
    template <class Work>
    bool guarded(Work&& work);

    const HubFile& file() const { return m_journal.request.files[m_index]; }
    QString finalPath(const HubFile& file) const;
    qint64 doneBefore() const;

    DownloadJournal m_journal;
    const Folders m_folders;
    const HubEnvironment m_hub;
    const DownloadPatience m_patience;
    const std::stop_token m_stop;
    std::unique_ptr<HubGet> m_get;
    std::unique_ptr<PartFile> m_part;  ///< the file under way
    /// Those before it, complete and checked; nullptr for files that are in their place already.
    std::vector<std::unique_ptr<PartFile>> m_verified;
    QTimer* m_pause;  ///< between attempts
    QElapsedTimer m_sinceReport;
    size_t m_index = 0;
    qint64 m_skip = 0;         ///< bytes of this answer that are there already
    qint64 m_sizeAtStart = 0;  ///< of this attempt
    int m_fruitless = 0;       ///< attempts in a row
    int m_restarts = 0;
    int m_mismatches = 0;  ///< of this file
    bool m_over = false;
};

}  // namespace hearth::app
