#include "documents/document_library.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>

#include "documents/problem_text.h"
#include "look/spoken_locale.h"
#include "store/document_file.h"
#include "store/local_docs.h"

namespace hearth::app {

namespace {

const QString settingName = QStringLiteral("documents");

}  // namespace

DocumentLibrary::DocumentLibrary(store::Store& store, const QString& file, DocumentReader reader,
                                 std::shared_ptr<SharedEmbedder> embedder, QObject* parent)
    : QAbstractListModel(parent),
      m_store(store),
      m_file(file),
      m_gpt4AllFolder(store::gpt4AllFolder(QDir::homePath())),
      m_index(file, std::move(reader), std::move(embedder)) {
    connect(&m_index, &IndexThread::statusChanged, this, &DocumentLibrary::take);
    connect(&m_index, &IndexThread::madeAnew, this, &DocumentLibrary::madeAnew);
    connect(&m_index, &IndexThread::vectorsChanged, this, &DocumentLibrary::vectorsChanged);
    connect(&m_index, &IndexThread::failed, this, [this](const QString& sentence) {
        m_problem = sentence;
        emit changed();
    });
    connect(&m_watch, &FolderWatch::changed, &m_index, &IndexThread::look);
    connect(&m_watch, &FolderWatch::lookDue, &m_index, &IndexThread::lookAtAll);
    load();
}

void DocumentLibrary::load() {
    if (m_file.isEmpty()) return;
    try {
        const QJsonArray sources =
            m_store.settings().find(settingName, {}).toObject()[QLatin1String("sources")].toArray();
        for (const auto& value : sources) {
            const QJsonObject source = value.toObject();
            const QString path = source[QLatin1String("path")].toString();
            if (!path.isEmpty()) m_entries.push_back({{path, source[QLatin1String("paused")].toBool()}, {}});
        }
        setSources();
    } catch (const store::StoreError& error) {
        // Without the list nothing is removed either.
        m_problem = error.message();
    }
}

void DocumentLibrary::keep() {
    QJsonArray sources;
    for (const Entry& entry : m_entries)
        sources.append(QJsonObject{{QStringLiteral("path"), entry.source.path},
                                   {QStringLiteral("paused"), entry.source.paused}});
    try {
        m_store.settings().put(settingName, QJsonObject{{QStringLiteral("sources"), sources}});
    } catch (const store::StoreError& error) {
        m_problem = error.message();
        emit changed();
    }
    setSources();
}

void DocumentLibrary::setSources() {
    std::vector<WantedSource> sources;
    for (const Entry& entry : m_entries) sources.push_back(entry.source);
    m_index.setSources(std::move(sources));
}

int DocumentLibrary::passages() const {
    int all = 0;
    for (const Entry& entry : m_entries) all += entry.status.counts.passages;
    return all;
}

QStringList DocumentLibrary::paths() const {
    QStringList all;
    for (const Entry& entry : m_entries) all += entry.source.path;
    return all;
}

int DocumentLibrary::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DocumentLibrary::roleNames() const {
    return {{PathRole, "path"},         {NameRole, "name"},     {StatusRole, "status"},
            {FractionRole, "fraction"}, {PausedRole, "paused"}, {ProblemCountRole, "problemCount"},
            {MissingRole, "missing"}};
}

QVariant DocumentLibrary::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Entry& entry = m_entries[static_cast<size_t>(index.row())];
    const IndexProgress& progress = entry.status.progress;
    switch (role) {
        case PathRole:
            return entry.source.path;
        case Qt::DisplayRole:
        case NameRole:
            return QFileInfo(entry.source.path).fileName();
        case StatusRole:
            return statusText(entry);
        case FractionRole:
            if (entry.source.paused || entry.status.phase != SourceStatus::Reading) return -1.0;
            return progress.totalBytes > 0
                       ? static_cast<double>(progress.doneBytes) / static_cast<double>(progress.totalBytes)
                       : 0.0;
        case PausedRole:
            return entry.source.paused;
        case ProblemCountRole:
            return entry.status.counts.problems;
        case MissingRole:
            return entry.status.phase == SourceStatus::Missing;
        default:
            return {};
    }
}

QString DocumentLibrary::countText(const store::SourceCounts& counts) {
    const QLocale locale = spokenLocale();
    return tr("Files: %1 · passages: %2")
        .arg(locale.toString(counts.files), locale.toString(counts.passages));
}

QString DocumentLibrary::statusText(const Entry& entry) const {
    const QString counts = countText(entry.status.counts);
    if (entry.source.paused) return tr("Paused · %1").arg(counts);
    switch (entry.status.phase) {
        case SourceStatus::Waiting:
            return tr("Waiting · %1").arg(counts);
        case SourceStatus::Looking:
            return tr("Looking for changes · %1").arg(counts);
        case SourceStatus::Missing:
            return tr("Not there now: what was read of it is kept. %1").arg(counts);
        case SourceStatus::UpToDate:
            return counts;
        case SourceStatus::Reading:
            break;
    }
    const QLocale locale = spokenLocale();
    const IndexProgress& progress = entry.status.progress;
    const QString done = tr("Reading %1 of %2 files · %3 a second")
                             .arg(locale.toString(progress.done), locale.toString(progress.total),
                                  locale.toString(entry.status.filesPerS, 'f', 1));
    const int left = entry.status.secondsLeft;
    if (left < 0) return done;
    return left < 90 ? tr("%1 · about %2 s left").arg(done).arg(left)
                     : tr("%1 · about %2 min left").arg(done).arg((left + 30) / 60);
}

QString DocumentLibrary::add(const QUrl& place) {
    const QString path = QFileInfo(place.toLocalFile()).canonicalFilePath();
    QString refused;
    const auto refuse = [&refused](const QString& sentence) { refused = sentence; };
    if (m_file.isEmpty()) {
        refuse(tr("Documents cannot be added while the chats are not kept."));
    } else if (path.isEmpty()) {
        refuse(tr("%1 is not there.").arg(place.toLocalFile()));
    } else if (paths().contains(path)) {
        refuse(tr("%1 has been added before.").arg(path));
    } else {
        beginInsertRows({}, count(), count());
        m_entries.push_back({{path, false}, {}});
        endInsertRows();
        emit countChanged();
        keep();
    }
    m_said = refused;
    emit changed();
    return refused;
}

void DocumentLibrary::remove(int row) {
    if (row < 0 || row >= count()) return;
    const QString path = m_entries[static_cast<size_t>(row)].source.path;
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    m_watch.forget(path);
    emit countChanged();
    emit changed();
    keep();
}

QStringList DocumentLibrary::gpt4AllFolders() const {
    QStringList folders = store::gpt4AllDocumentFolders(m_gpt4AllFolder);
    const QStringList there = paths();
    folders.removeIf([&](const QString& folder) {
        const QString path = QFileInfo(folder).canonicalFilePath();
        return path.isEmpty() || there.contains(path);
    });
    return folders;
}

void DocumentLibrary::addGpt4AllFolders() {
    const QStringList folders = gpt4AllFolders();
    for (const QString& folder : folders) add(QUrl::fromLocalFile(folder));
}

void DocumentLibrary::setPaused(int row, bool paused) {
    if (row < 0 || row >= count()) return;
    m_entries[static_cast<size_t>(row)].source.paused = paused;
    emit dataChanged(index(row), index(row));
    keep();
}

void DocumentLibrary::look(int row) {
    if (row >= 0 && row < count()) m_index.look(m_entries[static_cast<size_t>(row)].source.path);
}

QVariantList DocumentLibrary::problems(int row) {
    QVariantList all;
    if (row < 0 || row >= count() || !QFile::exists(m_file)) return all;
    const QString path = m_entries[static_cast<size_t>(row)].source.path;
    try {
        const auto database = store::Database::openAgain(m_file.toStdString());
        store::DocumentTable table(*database);
        for (const store::DocumentSource& source : table.sources()) {
            if (source.path != path) continue;
            for (const store::DocumentRecord& document : table.problems(source.id, mostProblems))
                all.append(QVariantMap{{QStringLiteral("file"),
                                        document.path.isEmpty() ? QFileInfo(path).fileName() : document.path},
                                       {QStringLiteral("reason"), documentProblemText(document)}});
        }
    } catch (const store::StoreError&) {
        // The thread that writes the file says what is wrong with it.
    }
    return all;
}

void DocumentLibrary::take(const QString& path, const SourceStatus& status) {
    const auto entry = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&path](const Entry& one) { return one.source.path == path; });
    if (entry == m_entries.end()) return;
    entry->status = status;
    if (status.phase == SourceStatus::UpToDate) {
        m_watch.watch(path, status.folders);
        m_watch.setSettled(path, !status.unsettled);
        m_problem.clear();
    }
    const QModelIndex place = index(static_cast<int>(entry - m_entries.begin()));
    emit dataChanged(place, place);
    emit changed();
}

}  // namespace hearth::app
