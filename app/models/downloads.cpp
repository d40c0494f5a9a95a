#include "models/downloads.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "hearth/error.h"
#include "models/installed_models.h"

namespace hearth::app {

namespace {
/// Rates are means over this time.
constexpr qint64 rateWindowMs = 4000;
}  // namespace

Downloads::Downloads(DownloadJob::Folders folders, HubEnvironment hub, DownloadPatience patience,
                     QObject* parent)
    : QAbstractListModel(parent), m_folders(std::move(folders)), m_hub(std::move(hub)), m_patience(patience) {
    qRegisterMetaType<DownloadJob::End>();
    m_clock.start();
    readJournals();
}

void Downloads::setFolders(DownloadJob::Folders folders) {
    if (!isIdle()) return;
    beginResetModel();
    m_folders = std::move(folders);
    readJournals();
    endResetModel();
    emit countChanged();
    emit progressed();
}

void Downloads::readJournals() {
    for (DownloadJournal& journal : DownloadJournal::readAll(m_folders.parts)) {
        Row row;
        row.id = DownloadJournal::nameOf(journal.request);
        for (size_t i = 0; i < journal.request.files.size(); ++i)
            row.done += std::min(QFileInfo(DownloadJournal::partPathOf(m_folders.parts, row.id, i)).size(),
                                 journal.request.files[i].sizeBytes);
        row.journal = std::move(journal);
        m_rows.push_back(std::move(row));
    }
}

Downloads::~Downloads() {
    for (auto& runner : m_runners) {
        runner->thread.disconnect(this);
        runner->stop.request_stop();
        runner->thread.quit();
    }
    for (auto& runner : m_runners) {
        runner->thread.wait();
        if (runner->discard) DownloadJournal::remove(m_folders.parts, runner->request);
        // Without a journal the download is complete, and this object was not notified yet.
        const bool inPlace =
            !runner->discard && !QFileInfo::exists(DownloadJournal::pathOf(m_folders.parts, runner->id));
        if (const Row* row = find(runner->id); row != nullptr && !inPlace) keep(*row);
    }
}

int Downloads::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> Downloads::roleNames() const {
    return {{DownloadIdRole, "downloadId"},     {RepositoryRole, "repository"}, {TitleRole, "title"},
            {QuantizationRole, "quantization"}, {StateRole, "downloadState"},   {FractionRole, "fraction"},
            {ProgressTextRole, "progressText"}};
}

QVariant Downloads::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const qint64 total = row.journal.request.sizeBytes();
    switch (role) {
        case DownloadIdRole:
            return row.id;
        case RepositoryRole:
            return row.journal.request.repository;
        case Qt::DisplayRole:
        case TitleRole:
            return row.journal.request.title;
        case QuantizationRole:
            return row.journal.request.quantization;
        case StateRole:
            return row.state;
        case FractionRole:
            return total > 0 ? static_cast<double>(row.done) / static_cast<double>(total) : 0.0;
        case ProgressTextRole:
            switch (row.state) {
                case Waiting:
                    return tr("Waiting for another download");
                case Running:
                    return row.problem.isEmpty() ? progressText(row.done, total, row.bytesPerS)
                                                 : tr("Trying again: %1").arg(row.problem);
                case Checking:
                    return tr("Checking %1 against the published SHA-256").arg(fileSizeText(row.done));
                case Paused:
                    return tr("Paused at %1. Resume continues from there.")
                        .arg(progressText(row.done, total, 0));
                case Failed:
                    return row.problem;
            }
            return {};
        default:
            return {};
    }
}

QVariant Downloads::value(const QString& downloadId, Role role) const {
    const int row = rowOf(downloadId);
    return row < 0 ? QVariant() : data(index(row), role);
}

QString Downloads::progressText(qint64 done, qint64 total, double bytesPerS) {
    const bool giga = total >= 1'000'000'000;
    const auto in = [giga](qint64 bytes) {
        return QString::number(static_cast<double>(bytes) / (giga ? 1e9 : 1e6), 'f', giga ? 1 : 0);
    };
    QString text = tr("%1 of %2 %3").arg(in(done), in(total), giga ? tr("GB") : tr("MB"));
    if (bytesPerS < 1) return text;
    text += QStringLiteral(" · ") + (bytesPerS >= 1e6
                                         ? tr("%1 MB/s").arg(bytesPerS / 1e6, 0, 'f', bytesPerS < 1e7 ? 1 : 0)
                                         : tr("%1 kB/s").arg(qRound(bytesPerS / 1e3)));
    const auto seconds = static_cast<qint64>(static_cast<double>(total - done) / bytesPerS) + 1;
    if (seconds < 100) return text + QStringLiteral(" · ") + tr("%1 s left").arg(seconds);
    if (seconds < 100 * 60) return text + QStringLiteral(" · ") + tr("%1 min left").arg((seconds + 59) / 60);
    return text + QStringLiteral(" · ") + tr("%1 h left").arg((seconds + 3599) / 3600);
}

QString Downloads::summary() const {
    if (m_rows.empty()) return {};
    double rate = 0;
    for (const Row& row : m_rows)
        if (row.state == Running) rate += row.bytesPerS;
    const QString many = count() == 1 ? tr("1 download") : tr("%1 downloads").arg(count());
    return rate < 1e3 ? many : tr("%1, %2 MB/s").arg(many).arg(rate / 1e6, 0, 'f', 1);
}

int Downloads::rowOf(const QString& downloadId) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.id == downloadId; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

Downloads::Row* Downloads::find(const QString& id) {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_rows[static_cast<size_t>(row)];
}

void Downloads::changed(const QString& id) {
    const int row = rowOf(id);
    if (row >= 0) emit dataChanged(index(row), index(row));
    emit progressed();
}

void Downloads::start(const DownloadRequest& request) {
    const QString id = DownloadJournal::nameOf(request);
    if (rowOf(id) >= 0) return resume(id);
    Row row;
    row.id = id;
    row.journal.request = request;
    row.state = Waiting;
    beginInsertRows({}, count(), count());
    m_rows.push_back(std::move(row));
    endInsertRows();
    emit countChanged();
    emit progressed();
    keep(m_rows.back());
    schedule();
}

void Downloads::resumeAll() {
    for (Row& row : m_rows)
        if (row.state == Paused && !row.journal.paused) row.state = Waiting;
    schedule();
}

void Downloads::pause(const QString& downloadId) {
    Row* row = find(downloadId);
    if (row == nullptr || row->state == Paused) return;
    row->state = Paused;
    row->journal.paused = true;
    row->bytesPerS = 0;
    row->samples.clear();
    keep(*row);
    halt(downloadId, false);
    changed(downloadId);
    schedule();
}

void Downloads::resume(const QString& downloadId) {
    Row* row = find(downloadId);
    if (row == nullptr || (row->state != Paused && row->state != Failed)) return;
    row->state = Waiting;
    row->journal.paused = false;
    row->problem.clear();
    keep(*row);
    changed(downloadId);
    schedule();
}

void Downloads::cancel(const QString& downloadId) {
    const Row* row = find(downloadId);
    if (row == nullptr) return;
    const DownloadRequest request = row->journal.request;
    const bool runs = std::any_of(m_runners.begin(), m_runners.end(),
                                  [&](const auto& runner) { return runner->id == downloadId; });
    halt(downloadId, true);
    if (!runs) DownloadJournal::remove(m_folders.parts, request);
    removeRow(downloadId);
    schedule();
}

void Downloads::halt(const QString& id, bool discard) {
    for (auto& runner : m_runners) {
        if (runner->id != id) continue;
        runner->discard = runner->discard || discard;
        runner->stop.request_stop();
        QMetaObject::invokeMethod(runner->job, &DownloadJob::stop, Qt::QueuedConnection);
    }
}

/// Starts waiting downloads while there is room. A download whose last thread is still ending waits for that.
void Downloads::schedule() {
    for (Row& row : m_rows) {
        if (row.state != Waiting) continue;
        if (static_cast<int>(m_runners.size()) >= atOnce) return;
        if (std::none_of(m_runners.begin(), m_runners.end(),
                         [&](const auto& runner) { return runner->id == row.id; }))
            run(row);
    }
}

void Downloads::run(Row& row) {
    row.state = Running;
    row.samples.clear();
    m_runners.push_back(std::make_unique<Runner>());
    Runner* runner = m_runners.back().get();
    const QString id = row.id;
    runner->id = id;
    runner->request = row.journal.request;
    runner->thread.setObjectName(QStringLiteral("download"));
    runner->job = new DownloadJob(row.journal, m_folders, m_hub, m_patience, runner->stop.get_token());
    runner->job->moveToThread(&runner->thread);
    connect(&runner->thread, &QThread::started, runner->job, &DownloadJob::start);
    connect(&runner->thread, &QThread::finished, runner->job, &QObject::deleteLater);
    connect(&runner->thread, &QThread::finished, this, [this, runner] { threadEnded(runner); });
    // Signals of a halted job are ignored.
    const auto live = [runner] { return !runner->stop.stop_requested(); };
    connect(runner->job, &DownloadJob::progressed, this, [this, id, live](qint64 done, bool checking) {
        if (live()) jobProgressed(id, done, checking);
    });
    connect(runner->job, &DownloadJob::waiting, this, [this, id, live](const QString& why) {
        Row* const waiting = live() ? find(id) : nullptr;
        if (waiting == nullptr || waiting->problem == why) return;
        waiting->problem = why;
        changed(id);
    });
    connect(runner->job, &DownloadJob::ended, this,
            [this, id, runner, live](DownloadJob::End how, const QString& problem, const QString& first) {
                // Complete is complete, also when the stop came a moment later.
                if (live() || how == DownloadJob::End::Installed) jobEnded(id, how, problem, first);
                runner->thread.quit();
            });
    runner->thread.start();
    changed(id);
}

void Downloads::jobProgressed(const QString& id, qint64 done, bool checking) {
    Row* const row = find(id);
    if (row == nullptr) return;
    row->state = checking ? Checking : Running;
    row->done = done;
    const qint64 now = m_clock.elapsed();
    if (checking) row->samples.clear();
    row->samples.emplace_back(now, done);
    while (row->samples.size() > 2 && now - row->samples.front().first > rateWindowMs)
        row->samples.erase(row->samples.begin());
    const auto [since, before] = row->samples.front();
    row->bytesPerS = now - since >= 200
                         ? static_cast<double>(done - before) * 1000.0 / static_cast<double>(now - since)
                         : 0;
    changed(id);
}

void Downloads::jobEnded(const QString& id, DownloadJob::End how, const QString& problem,
                         const QString& first) {
    Row* const row = find(id);
    if (row == nullptr) return;
    const QString title = row->journal.request.title;
    if (how == DownloadJob::End::Installed) {
        removeRow(id);
        emit installed(first, title);
        return;
    }
    row->state = how == DownloadJob::End::Failed ? Failed : Paused;
    row->problem = problem;
    row->bytesPerS = 0;
    row->journal.paused = true;
    changed(id);
    keep(*row);
    if (how == DownloadJob::End::Failed) emit failed(title, problem);
}

void Downloads::threadEnded(Runner* runner) {
    if (runner->discard) DownloadJournal::remove(m_folders.parts, runner->request);
    const QString id = runner->id;
    runner->thread.wait();
    m_runners.remove_if([runner](const auto& other) { return other.get() == runner; });
    // Started again in the meantime: its journal went with the old one.
    if (const Row* row = find(id); row != nullptr) keep(*row);
    schedule();
}

void Downloads::removeRow(const QString& id) {
    const int row = rowOf(id);
    if (row < 0) return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    emit countChanged();
    emit progressed();
}

void Downloads::keep(const Row& row) {
    // If nothing can be written, the job reports it.
    if (!QDir().mkpath(m_folders.parts)) return;
    DownloadJournal::keepWish(m_folders.parts, row.id, row.journal.paused);
    // From then on the job writes it.
    if (QFileInfo::exists(DownloadJournal::pathOf(m_folders.parts, row.id))) return;
    try {
        row.journal.write(m_folders.parts);
    } catch (const Error&) {
    }
}

}  // namespace hearth::app
