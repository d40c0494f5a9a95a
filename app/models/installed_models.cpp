#include "models/installed_models.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "inference/engine_status.h"

namespace hearth::app {

InstalledModels::InstalledModels(QString folder, ModelProbe probe, EngineStatus& engine, QObject* parent)
    : QAbstractListModel(parent), m_folder(std::move(folder)), m_probe(std::move(probe)), m_engine(engine) {
    // Headers lie on one disk: more threads would only make it seek.
    m_pool.setMaxThreadCount(1);
    connect(&m_engine, &EngineStatus::changed, this, [this] {
        if (count() > 0) emit dataChanged(index(0), index(count() - 1), {CurrentRole});
    });
}

InstalledModels::~InstalledModels() {
    m_pool.clear();
    m_pool.waitForDone();
}

int InstalledModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> InstalledModels::roleNames() const {
    return {{PathRole, "path"},           {NameRole, "name"},         {QuantizationRole, "quantization"},
            {SizeBytesRole, "sizeBytes"}, {SizeTextRole, "sizeText"}, {ArchitectureRole, "architecture"},
            {CurrentRole, "current"},     {FitsRole, "fits"},         {FitTextRole, "fitText"},
            {ProblemRole, "problem"}};
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
            return sizeText(model.sizeBytes);
        case ArchitectureRole:
            return model.architecture;
        case CurrentRole:
            return model.path == m_engine.modelPath();
        case FitsRole:
            return model.problem.isEmpty() ? fitOf(model.plan) : No;
        case FitTextRole:
            return model.problem.isEmpty() ? fitText(model.plan) : model.problem;
        case ProblemRole:
            return model.problem;
        default:
            return {};
    }
}

void InstalledModels::refresh() {
    QStringList paths;
    QDir().mkpath(m_folder);
    QDirIterator files(m_folder, {QStringLiteral("*.gguf")}, QDir::Files | QDir::Readable,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        // Later parts of a split model belong to its first.
        static const QRegularExpression laterPart(QStringLiteral("-(\\d{5})-of-\\d{5}\\.gguf$"));
        const QRegularExpressionMatch match = laterPart.match(path);
        if (!match.hasMatch() || match.captured(1) == QLatin1String("00001")) paths += path;
    }
    paths += m_extra;
    for (int row = count() - 1; row >= 0; --row) {
        if (paths.contains(m_models[static_cast<size_t>(row)].path)) continue;
        beginRemoveRows({}, row, row);
        m_models.erase(m_models.begin() + row);
        endRemoveRows();
        emit countChanged();
    }
    for (const QString& path : std::as_const(paths)) probe(path);
}

void InstalledModels::addFile(const QUrl& url) {
    const QString path = QFileInfo(url.isLocalFile() ? url.toLocalFile() : url.toString()).absoluteFilePath();
    if (!m_extra.contains(path)) m_extra += path;
    probe(path);
    m_engine.load(path);
}

void InstalledModels::probe(const QString& path) {
    if (++m_pending == 1) emit scanningChanged();
    m_pool.start([this, probe = m_probe, path] {
        ModelFacts facts = probe(path);
        facts.path = path;
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, facts] {
                place(facts);
                if (--m_pending == 0) emit scanningChanged();
            },
            Qt::QueuedConnection);
    });
}

void InstalledModels::place(const ModelFacts& facts) {
    for (int row = 0; row < count(); ++row) {
        if (m_models[static_cast<size_t>(row)].path != facts.path) continue;
        m_models[static_cast<size_t>(row)] = facts;
        emit dataChanged(index(row), index(row));
        return;
    }
    const auto at = std::lower_bound(m_models.begin(), m_models.end(), facts,
                                     [](const ModelFacts& a, const ModelFacts& b) {
                                         return a.name.compare(b.name, Qt::CaseInsensitive) < 0;
                                     });
    const int row = static_cast<int>(at - m_models.begin());
    beginInsertRows({}, row, row);
    m_models.insert(at, facts);
    endInsertRows();
    emit countChanged();
}

InstalledModels::Fit InstalledModels::fitOf(const MemoryPlan& plan) {
    if (plan.deviceFreeBytes == 0 || plan.totalBytes() == 0) return Unknown;
    if (plan.totalBytes() <= plan.deviceFreeBytes) return Fits;
    return plan.layersOnDevice > 0 ? Partly : No;
}

QString InstalledModels::fitText(const MemoryPlan& plan) {
    const auto gib = [](uint64_t bytes) {
        return QString::number(static_cast<double>(bytes) / (1ULL << 30), 'f', 1);
    };
    switch (fitOf(plan)) {
        case Fits:
            return tr("Fits, takes %1 GB").arg(gib(plan.totalBytes()));
        case Partly:
            return tr("%1 of %2 layers").arg(plan.layersOnDevice).arg(plan.layers);
        case No:
            return tr("Needs %1 GB more").arg(gib(plan.totalBytes() - plan.deviceFreeBytes));
        case Unknown:
            break;
    }
    return {};
}

QString InstalledModels::sizeText(qint64 bytes) {
    const double size = static_cast<double>(bytes);
    if (size < 1e6) return tr("%1 kB").arg(qRound(size / 1e3));
    if (size < 1e9) return tr("%1 MB").arg(qRound(size / 1e6));
    return tr("%1 GB").arg(size / 1e9, 0, 'f', size < 1e11 ? 1 : 0);
}

}  // namespace hearth::app
