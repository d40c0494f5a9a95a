#include "models/installed_models.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QSet>
#include <QStorageInfo>
#include <algorithm>
#include <functional>
#include <utility>

#include "hub/licence_name.h"
#include "hub/model_origin.h"
#include "inference/engine_status.h"
#include "model_files/model_files.h"

namespace hearth::app {

namespace {

/// Rows of a group are together, under a heading if they do not chat.
int groupOf(const ModelFacts& model) {
    if (model.purpose != ModelPurpose::Chat) return 1 + static_cast<int>(model.purpose);
    return model.remote ? 1 : 0;
}

/// True for files that may be deleted.
bool isWithin(const QString& path, const QString& modelsFolder) {
    // The folder may itself be the one of a published model.
    return !modelsFolder.isEmpty() &&
           (path == modelsFolder || path.startsWith(modelsFolder + QLatin1Char('/'))) &&
           !path.contains(QLatin1String("/../"));
}

/// Removes the folders that a deleted model leaves empty, up to the folder of the models.
void removeEmptyFolders(const QString& path, const QString& modelsFolder) {
    // rmdir leaves others alone. Those within go first.
    if (path != modelsFolder && QFileInfo(path).isDir()) {
        QStringList within;
        QDirIterator folders(path, QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
        while (folders.hasNext()) within += folders.next();
        std::sort(within.begin(), within.end(), std::greater<>());
        for (const QString& folder : std::as_const(within)) QDir().rmdir(folder);
        QDir().rmdir(path);
    }
    QDir place(QFileInfo(path).path());
    while (isWithin(place.path(), modelsFolder) && place.path() != modelsFolder && QDir().rmdir(place.path()))
        place = QDir(QFileInfo(place.path()).path());
}

}  // namespace

InstalledModels::InstalledModels(QString folder, ModelProbe probe, EngineStatus& engine, QObject* parent)
    : QAbstractListModel(parent), m_folder(std::move(folder)), m_probe(std::move(probe)), m_engine(engine) {
    // Headers are on one disk: more threads would only make it seek.
    m_pool.setMaxThreadCount(1);
    m_chatModels.setFilterRole(PurposeRole);
    m_chatModels.setFilterFixedString(wordOf(ModelPurpose::Chat));
    m_chatModels.setSourceModel(this);
    const auto tellStates = [this] {
        if (count() > 0)
            emit dataChanged(index(0), index(count() - 1), {CurrentRole, OpenRole, KeptLoadedRole});
    };
    connect(&m_engine, &EngineStatus::changed, this, tellStates);
    connect(m_engine.models(), &OpenModels::changed, this, tellStates);
    connect(m_engine.models(), &OpenModels::countChanged, this, tellStates);
}

InstalledModels::~InstalledModels() {
    m_pool.clear();
    m_pool.waitForDone();
}

int InstalledModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> InstalledModels::roleNames() const {
    return {{PathRole, "path"},
            {NameRole, "name"},
            {QuantizationRole, "quantization"},
            {SizeBytesRole, "sizeBytes"},
            {SizeTextRole, "sizeText"},
            {ArchitectureRole, "architecture"},
            {CurrentRole, "current"},
            {OpenRole, "openState"},
            {KeptLoadedRole, "keptLoaded"},
            {FitsRole, "fits"},
            {FitTextRole, "fitText"},
            {SpeedTextRole, "speedText"},
            {ProblemRole, "problem"},
            {OwnerRole, "owner"},
            {LicenceRole, "licence"},
            {RemoteRole, "remote"},
            {LeavesRole, "leaves"},
            {VerifiedRole, "verified"},
            {RemovalRole, "removal"},
            {PurposeRole, "purpose"},
            {PurposeTextRole, "purposeText"},
            {SeesRole, "sees"},
            {LacksVisionRole, "lacksVision"}};
}

QVariant InstalledModels::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ModelFacts& model = m_models[static_cast<size_t>(index.row())];
    switch (role) {
        case PathRole:
            return model.path;
        case Qt::DisplayRole:
        case NameRole:
            return model.name;
        case QuantizationRole:
            return model.quantization;
        case SizeBytesRole:
            return model.sizeBytes;
        case SizeTextRole:
            return model.remote ? tr("on %1").arg(model.owner)
                                : fileSizeText(model.sizeBytes + model.visionFileBytes);
        case ArchitectureRole:
            return model.architecture;
        case CurrentRole:
            return model.path == m_engine.modelPath();
        case OpenRole:
            return m_engine.models()->stateOf(model.path);
        case KeptLoadedRole: {
            const OpenModel* open = m_engine.models()->find(model.path);
            return open != nullptr && open->isKeptLoaded;
        }
        case FitsRole:
            return model.remote              ? ModelFit::Unknown
                   : model.problem.isEmpty() ? fitOf(model.plan)
                                             : ModelFit::No;
        case FitTextRole:
            return model.remote ? QString() : model.problem.isEmpty() ? fitText(model.plan) : model.problem;
        case SpeedTextRole:
            return speedText(model, m_speedTeller);
        case ProblemRole:
            return model.problem;
        case OwnerRole:
            return model.owner;
        case LicenceRole:
            return licenceName(model.licence);
        case RemoteRole:
            return model.remote;
        case LeavesRole:
            return model.leaves;
        case VerifiedRole:
            return model.verified;
        case RemovalRole:
            if (isWithin(model.path, m_folder)) return QStringLiteral("delete");
            return m_extra.contains(model.path) ? QStringLiteral("forget") : QString();
        case PurposeRole:
            return wordOf(model.purpose);
        case PurposeTextRole:
            return purposeText(model.purpose);
        case SeesRole:
            return model.sees();
        case LacksVisionRole:
            return model.lacksVision;
        default:
            return {};
    }
}

void InstalledModels::refresh() {
    QStringList paths;
    for (const QString& path : modelsIn(m_folder))
        if (QFileInfo(path).isReadable()) paths += path;
    for (const QString& path : std::as_const(m_extra))
        if (QFileInfo::exists(path) && !isVisionFile(path)) paths += path;
    for (int row = count() - 1; row >= 0; --row) {
        const ModelFacts& model = m_models[static_cast<size_t>(row)];
        if (!model.remote && !paths.contains(model.path) && !m_foreign.contains(model.path)) removeRow(row);
    }
    for (const QString& path : std::as_const(paths)) probe(path);
    if (m_finder) probeForeign();
}

void InstalledModels::removeRow(int row) {
    beginRemoveRows({}, row, row);
    m_models.erase(m_models.begin() + row);
    endRemoveRows();
    emit countChanged();
}

int InstalledModels::rowOf(const QString& path) const {
    const auto found = std::find_if(m_models.begin(), m_models.end(),
                                    [&](const ModelFacts& model) { return model.path == path; });
    return found == m_models.end() ? -1 : static_cast<int>(found - m_models.begin());
}

void InstalledModels::probeForeign() {
    if (++m_pending == 1) emit scanningChanged();
    m_pool.start([this, finder = m_finder] {
        const std::vector<ForeignModel> found = finder();
        QMetaObject::invokeMethod(
            this,
            [this, found] {
                QStringList paths;
                for (const ForeignModel& model : found) {
                    // A model that a person opened, or that links from our folder lead to, is already listed.
                    const int row = rowOf(model.path);
                    if (row >= 0 && m_models[static_cast<size_t>(row)].owner.isEmpty()) continue;
                    paths += model.path;
                    if (row < 0) probe(model.path, model);
                }
                for (const QString& gone : std::as_const(m_foreign))
                    if (const int row = rowOf(gone);
                        row >= 0 && !paths.contains(gone) && !m_extra.contains(gone))
                        removeRow(row);
                m_foreign = paths;
                if (--m_pending == 0) emit scanningChanged();
            },
            Qt::QueuedConnection);
    });
}

void InstalledModels::setRemote(const std::vector<ModelFacts>& models) {
    for (int row = count() - 1; row >= 0; --row)
        if (m_models[static_cast<size_t>(row)].remote) removeRow(row);
    for (const ModelFacts& model : models) place(model);
}

QString InstalledModels::remove(const QString& path) {
    if (m_extra.contains(path) && !isWithin(path, m_folder)) {
        m_extra.removeAll(path);
        emit extraChanged(m_extra);
        if (const int row = rowOf(path); row >= 0 && !m_foreign.contains(path)) removeRow(row);
        return {};
    }
    if (!isWithin(path, m_folder) || rowOf(path) < 0)
        return tr("Only files in %1 can be deleted here.").arg(m_folder);
    // The engine has read it into memory, but a reload would look for it.
    m_engine.models()->closeFile(path);
    for (const QString& file : filesOfModel(path))
        if (!QFile::remove(file))
            return tr("%1 could not be deleted. Check whether you may write there.").arg(file);
    removeEmptyFolders(path, m_folder);
    removeRow(rowOf(path));
    measureDisk();
    return {};
}

void InstalledModels::setFolder(const QString& folder) {
    if (folder == m_folder) return;
    m_folder = folder;
    emit folderChanged();
    refresh();
    measureDisk();
}

InstalledModels::Share InstalledModels::shareOf(const QString& owner) const {
    Share share;
    // Quantisations share a vision file.
    QSet<QString> visionFiles;
    for (const ModelFacts& model : m_models) {
        if (model.remote || (owner.isEmpty() ? !isWithin(model.path, m_folder) : model.owner != owner))
            continue;
        ++share.count;
        share.bytes += model.sizeBytes;
        if (visionFiles.contains(model.visionFile)) continue;
        share.bytes += model.visionFileBytes;
        visionFiles.insert(model.visionFile);
    }
    return share;
}

const ModelFacts* InstalledModels::factsOf(const QString& path) const {
    const int row = rowOf(path);
    return row < 0 ? nullptr : &m_models[static_cast<size_t>(row)];
}

void InstalledModels::measureDisk() {
    const qint64 used = shareOf().bytes;
    const qint64 free = QStorageInfo(m_folder).bytesAvailable();
    const QString text =
        tr("%1 here, %2 free").arg(fileSizeText(used), fileSizeText(std::max<qint64>(0, free)));
    if (text == m_diskText) return;
    m_diskText = text;
    emit diskChanged();
}

void InstalledModels::addFile(const QUrl& url) {
    add(url, Then::LoadFirst);
}

void InstalledModels::openFile(const QUrl& url) {
    add(url, Then::Load);
}

void InstalledModels::add(const QUrl& url, Then then) {
    const QString path = modelPathOf(url.isLocalFile() ? url.toLocalFile() : url.toString());
    if (isVisionFile(path)) {
        emit refused(tr("%1 is the vision encoder of a model and not a model itself; keep it in the folder "
                        "of its model, where Hearth finds it.")
                         .arg(QFileInfo(path).fileName()));
        // The model may be listed.
        return refresh();
    }
    if (!m_extra.contains(path) && !isWithin(path, m_folder)) {
        m_extra += path;
        emit extraChanged(m_extra);
    }
    probe(path, {}, then);
}

bool InstalledModels::takes(const QUrl& url) {
    const QString path = url.toLocalFile();
    return (path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive) && !isVisionFile(path)) ||
           path.endsWith(QLatin1String(".safetensors")) || isPublishedFolder(path);
}

void InstalledModels::probe(const QString& path, const ForeignModel& foreign, Then then) {
    if (++m_pending == 1) emit scanningChanged();
    // A person waits for a model that is to be loaded.
    const int priority = then == Then::Nothing ? 0 : 1;
    const auto read = [this, probe = m_probe, path, foreign, then] {
        ModelFacts facts = probe(path);
        facts.path = path;
        const bool published = QFileInfo(path).isDir();
        if (published) {
            facts.sizeBytes = 0;
            for (const QString& file : filesOfModel(path)) facts.sizeBytes += QFileInfo(file).size();
        }
        // Caches of other programs have folders of many kinds; those that cannot be read are no models here.
        const bool shown = !published || foreign.owner.isEmpty() || !facts.architecture.isEmpty();
        facts.owner = foreign.owner;
        if (!foreign.name.isEmpty()) facts.name = foreign.name;
        if (const auto origin = ModelOrigin::read(path)) {
            facts.verified = true;
            if (facts.licence.isEmpty()) facts.licence = origin->licence;
        }
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, facts, shown, then] {
                if (shown) place(facts);
                // Problems of the model are reported where models are loaded.
                const bool inUse = m_engine.isReady() || m_engine.isLoading();
                if (then == Then::LoadFirst && inUse)
                    emit added(facts.path, facts.name);
                else if (then != Then::Nothing && facts.purpose == ModelPurpose::Chat)
                    m_engine.load(facts.path);
                measureDisk();
                if (--m_pending == 0) emit scanningChanged();
            },
            Qt::QueuedConnection);
    };
    m_pool.start(read, priority);
}

void InstalledModels::place(const ModelFacts& facts) {
    if (const int row = rowOf(facts.path); row >= 0) {
        const ModelFacts& before = m_models[static_cast<size_t>(row)];
        if (groupOf(before) == groupOf(facts)) {
            m_models[static_cast<size_t>(row)] = facts;
            emit dataChanged(index(row), index(row));
            return;
        }
        removeRow(row);
    }
    const auto at = std::lower_bound(m_models.begin(), m_models.end(), facts,
                                     [](const ModelFacts& a, const ModelFacts& b) {
                                         if (groupOf(a) != groupOf(b)) return groupOf(a) < groupOf(b);
                                         return a.name.compare(b.name, Qt::CaseInsensitive) < 0;
                                     });
    const int row = static_cast<int>(at - m_models.begin());
    beginInsertRows({}, row, row);
    m_models.insert(at, facts);
    endInsertRows();
    emit countChanged();
}

void InstalledModels::tellSpeeds() {
    if (count() > 0) emit dataChanged(index(0), index(count() - 1), {SpeedTextRole});
}

}  // namespace hearth::app
