#include "hub/download_job.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QRegularExpression>
#include <QStorageInfo>
#include <algorithm>
#include <utility>

#include "files/file_digest.h"
#include "hearth/error.h"
#include "hearth/vision_file.h"
#include "hub/file_path.h"
#include "hub/hub_answers.h"
#include "hub/model_origin.h"

namespace hearth::app {

namespace {

constexpr int longestPauseMs = 30000;

QByteArray cleanTag(QByteArray tag) {
    if (tag.startsWith("W/")) tag.remove(0, 2);
    if (tag.size() >= 2 && tag.startsWith('"') && tag.endsWith('"')) tag = tag.mid(1, tag.size() - 2);
    return tag.toLower();
}

/// "bytes 5-9/10": true when it says exactly that the rest from `first` of a file of `size` bytes comes.
bool isRangeFrom(const QByteArray& header, qint64 first, qint64 size) {
    static const QRegularExpression form(
        QStringLiteral("^bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15}|\\*)\\z"));
    const auto match = form.match(QString::fromLatin1(header.trimmed()));
    if (!match.hasMatch()) return false;
    const qint64 from = match.captured(1).toLongLong(), to = match.captured(2).toLongLong();
    const QString total = match.captured(3);
    return from == first && to >= from && to < size && (total == u'*' || total.toLongLong() == size);
}

}  // namespace

DownloadJob::DownloadJob(DownloadJournal journal, Folders folders, HubEnvironment hub,
                         DownloadPatience patience, std::stop_token stop)
    : m_journal(std::move(journal)),
      m_folders(std::move(folders)),
      m_hub(std::move(hub)),
      m_patience(patience),
      m_stop(std::move(stop)),
      m_pause(new QTimer(this)) {
    m_pause->setSingleShot(true);
    connect(m_pause, &QTimer::timeout, this, &DownloadJob::attempt);
}

DownloadJob::~DownloadJob() = default;

/// Runs `work`; false when it ended the download.
template <class Work>
bool DownloadJob::guarded(Work&& work) {
    try {
        work();
        return !m_over;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled)
            finish(End::Stopped);
        else
            finish(End::Failed, QString::fromStdString(error.what()));
        return false;
    }
}

void DownloadJob::start() {
    guarded([&] {
        const DownloadRequest& request = m_journal.request;
        if (!isRepositoryId(request.repository) || !isCommit(request.commit) || request.files.empty())
            throw Error(ErrorCode::BadInput, tr("This download has no valid source.").toStdString());
        for (const HubFile& file : request.files)
            if (safeFilePath(file.path).isEmpty() || file.sizeBytes <= 0 || !isSha256(file.sha256))
                throw Error(ErrorCode::BadInput,
                            tr("The hub published no checksum for this file, so it cannot be verified and "
                               "is not downloaded.")
                                .toStdString());
        if (!QDir().mkpath(m_folders.parts))
            throw Error(ErrorCode::Io,
                        tr("The folder %1 cannot be made.").arg(m_folders.parts).toStdString());
        nextFile();
    });
}

void DownloadJob::nextFile() {
    if (m_part) m_verified.push_back(std::move(m_part));
    const std::vector<HubFile>& files = m_journal.request.files;
    while (m_verified.size() < files.size() && isInPlace(files[m_verified.size()]))
        m_verified.push_back(nullptr);
    m_index = m_verified.size();
    if (m_index == files.size()) return install();
    const QString path =
        DownloadJournal::partPathOf(m_folders.parts, DownloadJournal::nameOf(m_journal.request), m_index);
    report(true, true);
    const qint64 there = std::min(QFileInfo(path).size(), file().sizeBytes);
    m_part = std::make_unique<PartFile>(path, m_journal.trustedBytes(m_index, there), m_stop);
    m_mismatches = 0;
    m_fruitless = 0;
    if (m_part->sizeBytes() == file().sizeBytes) return verify();
    checkSpace();
    keepJournal();
    attempt();
}

/// True when a file lies under its final name already, from before or from an end in between.
bool DownloadJob::isInPlace(const HubFile& file) const {
    const QFileInfo place(m_folders.models + QLatin1Char('/') + finalPath(file));
    if (!place.exists() && !place.isSymLink()) return false;
    // A PartFile would lock it, and several downloads may check a file that they share.
    const bool isSame = place.size() == file.sizeBytes && !place.isSymLink() &&
                        digestOf(place.filePath(), m_stop).sha256 == file.sha256;
    if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
    if (!isSame)
        throw Error(ErrorCode::Io,
                    tr("There is another file “%1” in the models folder. Move it away and try again.")
                        .arg(finalPath(file))
                        .toStdString());
    return true;
}

void DownloadJob::checkSpace() {
    qint64 missing = -m_part->sizeBytes();
    for (size_t i = m_index; i < m_journal.request.files.size(); ++i)
        missing += m_journal.request.files[i].sizeBytes;
    const qint64 free = QStorageInfo(m_folders.parts).bytesAvailable();
    if (free < 0 || missing + m_patience.spareBytes <= free) return;
    const double short_ = static_cast<double>(missing + m_patience.spareBytes - free);
    throw Error(
        ErrorCode::Io,
        tr("There is not enough disk space: %1 GB more are needed in %2. Free some space, then resume.")
            .arg(std::max(0.1, short_ / 1e9), 0, 'f', 1)
            .arg(m_folders.models)
            .toStdString());
}

void DownloadJob::keepJournal() {
    if (m_part) m_part->sync();
    m_journal.syncedBytes = doneBefore() + (m_part ? m_part->sizeBytes() : 0);
    m_journal.bootId = DownloadJournal::currentBootId();
    m_journal.write(m_folders.parts);
}

qint64 DownloadJob::doneBefore() const {
    qint64 done = 0;
    for (size_t i = 0; i < m_index; ++i) done += m_journal.request.files[i].sizeBytes;
    return done;
}

void DownloadJob::report(bool checking, bool now) {
    if (!now && m_sinceReport.isValid() && m_sinceReport.elapsed() < m_patience.reportMs) return;
    m_sinceReport.start();
    emit progressed(doneBefore() + (m_part ? m_part->sizeBytes() : 0), checking);
}

void DownloadJob::attempt() {
    if (m_over) return;
    if (m_stop.stop_requested()) return finish(End::Stopped);
    m_skip = 0;
    m_sizeAtStart = m_part->sizeBytes();
    HubGet::Headers headers;
    // No If-Range: with a wrong validator servers send everything again, and what is kept is held against the
    // published sha256 in any case, which is stronger than any validator.
    if (m_sizeAtStart > 0) headers.append({"Range", "bytes=" + QByteArray::number(m_sizeAtStart) + "-"});
    // The old request may be the one that is calling.
    if (m_get) {
        m_get->disconnect(this);
        m_get->abort();
        m_get.release()->deleteLater();
    }
    m_get = std::make_unique<HubGet>(m_hub, m_patience.stallMs);
    connect(m_get.get(), &HubGet::answered, this, &DownloadJob::answered);
    connect(m_get.get(), &HubGet::received, this, &DownloadJob::received);
    connect(m_get.get(), &HubGet::ended, this, &DownloadJob::attemptEnded);
    m_get->start(m_hub.fileAddress(m_journal.request.repository, m_journal.request.commit, file().path),
                 headers);
}

void DownloadJob::answered() {
    if (m_over) return;
    const int status = m_get->status();
    const auto refuse = [&](const QString& problem) {
        m_get->abort();
        retry(problem);
    };
    const QByteArray linkedTag = cleanTag(m_get->hubHeader("X-Linked-Etag"));
    const QByteArray linkedSize = m_get->hubHeader("X-Linked-Size");
    const QByteArray commit = m_get->hubHeader("X-Repo-Commit").trimmed();
    if (status < 400 && ((isSha256(linkedTag) && linkedTag != file().sha256) ||
                         (!linkedSize.isEmpty() && linkedSize.toLongLong() != file().sizeBytes) ||
                         (!commit.isEmpty() && commit != m_journal.request.commit.toLatin1())))
        return refuse(tr("The hub offers a different file from the one it listed."));
    const QByteArray encoding = m_get->header("Content-Encoding").trimmed().toLower();
    if (status < 400 && !encoding.isEmpty() && encoding != "identity")
        return refuse(
            tr("%1 sent the file compressed, which was not requested.").arg(m_get->address().host()));
    const QByteArray length = m_get->header("Content-Length");
    if (status == 200) {
        if (!length.isEmpty() && length.toLongLong() != file().sizeBytes)
            return refuse(tr("The file at %1 has a different size.").arg(m_get->address().host()));
        // The whole file although the rest was asked for: what is there already is passed over.
        m_skip = m_part->sizeBytes();
    } else if (status == 206) {
        if (!isRangeFrom(m_get->header("Content-Range"), m_part->sizeBytes(), file().sizeBytes))
            return refuse(
                tr("%1 sent a different part of the file than requested.").arg(m_get->address().host()));
    } else if (status == 416) {
        return refuse(tr("%1 reports a shorter file.").arg(m_get->address().host()));
    } else if (status >= 400) {
        const bool ofHub = m_hub.isHub(m_get->address());
        const QString problem =
            hubProblem(status, m_get->hubHeader("X-Error-Code"), m_get->header("Retry-After"),
                       m_journal.request.repository, !m_hub.token.isEmpty());
        m_get->abort();
        // A signed address of the store behind the hub runs out; the next attempt gets a new one.
        if (status == 408 || status == 429 || status >= 500 || !ofHub) return retry(problem);
        return finish(End::Failed, problem);
    } else {
        return refuse(tr("%1 answered with %2.").arg(m_get->address().host()).arg(status));
    }
    emit waiting({});
}

void DownloadJob::received(const QByteArray& bytes) {
    if (m_over) return;
    if (m_stop.stop_requested()) return finish(End::Stopped);
    const qint64 skipped = std::min<qint64>(m_skip, bytes.size());
    m_skip -= skipped;
    const qint64 wanted = std::min<qint64>(bytes.size() - skipped, file().sizeBytes - m_part->sizeBytes());
    const bool continues = guarded([&] {
        if (wanted > 0) m_part->append(bytes.mid(skipped, wanted));
        if (doneBefore() + m_part->sizeBytes() - m_journal.syncedBytes >= m_patience.syncBytes) keepJournal();
    });
    if (!continues) return;
    report(false, false);
    // Complete: whatever else would come does not belong to the file.
    if (m_part->sizeBytes() == file().sizeBytes) {
        m_get->abort();
        guarded([&] { verify(); });
    }
}

void DownloadJob::attemptEnded(const QString& problem, bool passing) {
    if (m_over) return;
    if (m_stop.stop_requested()) return finish(End::Stopped);
    if (!problem.isEmpty() && !passing) return finish(End::Failed, problem);
    retry(problem.isEmpty() ? tr("The file arrived incomplete.") : problem);
}

void DownloadJob::retry(const QString& problem) {
    m_fruitless = m_part->sizeBytes() > m_sizeAtStart ? 0 : m_fruitless + 1;
    if (m_fruitless >= m_patience.attempts)
        return finish(End::Failed, problem + QLatin1Char(' ') +
                                       tr("What was downloaded is kept; resume continues from there."));
    report(false, true);
    emit waiting(problem);
    m_pause->start(std::min(longestPauseMs, m_patience.firstPauseMs << std::min(m_fruitless, 10)));
}

void DownloadJob::verify() {
    m_part->sync();
    report(true, true);
    if (m_part->sha256() == file().sha256) {
        return nextFile();
    }
    ++m_restarts;
    m_part->restart();
    m_journal.syncedBytes = std::min(m_journal.syncedBytes, doneBefore());
    m_journal.write(m_folders.parts);
    if (++m_mismatches >= 2)
        throw Error(ErrorCode::BadFile, tr("The file did not match its published SHA-256 twice in a row, so "
                                           "it was deleted. Choose another source.")
                                            .toStdString());
    retry(tr("The file did not match its published SHA-256 and is fetched again."));
}

QString DownloadJob::finalPath(const HubFile& file) const {
    return m_journal.request.repository + QLatin1Char('/') + file.path;
}

void DownloadJob::install() {
    const DownloadRequest& request = m_journal.request;
    if (!QDir().mkpath(m_folders.models))
        throw Error(ErrorCode::Io, tr("The folder %1 cannot be made.").arg(m_folders.models).toStdString());
    if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
    // The first part of a split model goes last: until then nobody takes it for complete.
    for (size_t i = request.files.size(); i-- > 0;) {
        if (!m_verified[i]) continue;
        const QString place = finalPath(request.files[i]);
        try {
            m_verified[i]->place(m_folders.models, place);
        } catch (const Error&) {
            // Another download may have installed the vision file, which quantisations share.
            if (!isInPlace(request.files[i])) throw;
        }
    }
    m_verified.clear();
    ModelOrigin{request.repository, request.commit, request.licence, request.files.front().sha256,
                request.sizeBytes()}
        .write(m_folders.models + QLatin1Char('/') + finalPath(request.files.front()));
    for (const HubFile& file : request.files)
        if (isVisionFileName(file.path.toStdString()))
            ModelOrigin{request.repository, request.commit, request.licence, file.sha256, file.sizeBytes}
                .write(m_folders.models + QLatin1Char('/') + finalPath(file));
    DownloadJournal::remove(m_folders.parts, request);
    finish(End::Installed);
}

void DownloadJob::stop() {
    if (m_stop.stop_requested()) finish(End::Stopped);
}

void DownloadJob::finish(End how, const QString& problem) {
    if (m_over) return;
    m_over = true;
    m_pause->stop();
    // The one who called us may be the request itself.
    if (m_get) {
        m_get->disconnect(this);
        m_get->abort();
        m_get.release()->deleteLater();
    }
    if (m_part && how != End::Installed) {
        try {
            keepJournal();
        } catch (const Error&) {
            // The older journal serves as well, with less trust.
        }
    }
    m_part.reset();
    m_verified.clear();
    emit ended(how, problem,
               how == End::Installed
                   ? m_folders.models + QLatin1Char('/') + finalPath(m_journal.request.files.front())
                   : QString());
}

}  // namespace hearth::app

#include "moc_download_job.cpp"
