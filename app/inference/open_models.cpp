#include "inference/open_models.h"

#include <algorithm>

#include "endpoints/endpoint.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// Models that these load are the same, and take the same memory.
bool loadAlike(const EngineOptions& one, const EngineOptions& other) {
    const bool alone = one.model == other.model && one.backend == other.backend &&
                       one.threads == other.threads && one.contextLength == other.contextLength &&
                       one.kvType == other.kvType && one.gpuLayers == other.gpuLayers &&
                       one.devices == other.devices && one.draftModel == other.draftModel;
    if (!alone || !one.large || !other.large) return alone && !one.large && !other.large;
    return one.large->rule == other.large->rule && loadAlike(one.large->options, other.large->options);
}

}  // namespace

OpenModels::OpenModels(InferenceThread& inference, AppSettings& settings, QObject* parent)
    : QAbstractListModel(parent), m_inference(inference), m_settings(settings) {
    connect(&m_inference, &InferenceThread::loadProgress, this,
            [this](quint64 id, const QString& step, double fraction) {
                OpenModel* model = mutableOf(id);
                if (model == nullptr) return;
                const bool begins = !model->isLoading();
                model->phase = OpenModel::Phase::Loading;
                model->loadStep = step;
                model->loadFraction = fraction;
                if (begins) tell(id);
                emit progressChanged(id);
            });
    connect(&m_inference, &InferenceThread::templateRead, this,
            [this](quint64 id, const TemplateSwitches& switches) {
                if (OpenModel* model = mutableOf(id)) model->switches = switches;
            });
    connect(&m_inference, &InferenceThread::loaded, this, [this](quint64 id, const EngineInfo& info) {
        if (OpenModel* model = mutableOf(id)) noteLoaded(*model, info);
    });
    connect(&m_inference, &InferenceThread::rested, this, [this](quint64 id) {
        OpenModel* model = mutableOf(id);
        if (model == nullptr) return;
        model->phase = OpenModel::Phase::Resting;
        tell(id);
    });
    connect(&m_inference, &InferenceThread::loadFailed, this,
            [this](quint64 id, const InferenceProblem& problem) {
                const OpenModel* model = find(id);
                if (model == nullptr) return;
                const QString path = model->path;
                remove(id);
                emit loadFailed(id, path, problem);
            });
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 reply, const GenerationResultPtr& result) {
                OpenModel* model = mutableOf(m_inference.modelAsked(reply));
                if (model == nullptr || !model->isReady) return;
                measure(*model, *result);
                if (!model->remoteHost().isEmpty()) return;
                // One question a model: a model that is unloaded meanwhile does not answer.
                m_statsJobs.insert(model->id, m_inference.caches().stats(model->id));
            });
    connect(&m_inference.caches(), &ModelCaches::statsRead, this, &OpenModels::noteStats);
}

double OpenModels::otherBytes() const {
    double bytes = 0;
    for (const auto& model : m_models)
        if (model->id != m_current) bytes += model->takenBytes();
    return bytes;
}

double OpenModels::bytesAfter(const OpenModel& model) const {
    double bytes = 0;
    for (const auto& other : m_models)
        if (other->loadNumber > model.loadNumber) bytes += other->takenBytes();
    return bytes;
}

int OpenModels::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> OpenModels::roleNames() const {
    return {{PathRole, "path"},   {NameRole, "name"},   {CurrentRole, "current"},
            {StateRole, "state"}, {BytesRole, "bytes"}, {KeptLoadedRole, "keptLoaded"}};
}

QVariant OpenModels::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const OpenModel& model = *m_models[static_cast<size_t>(index.row())];
    switch (role) {
        case PathRole:
            return model.path;
        case NameRole:
            return model.name();
        case CurrentRole:
            return model.id == m_current;
        case StateRole:
            return stateOf(model.path);
        case BytesRole:
            return model.takenBytes();
        case KeptLoadedRole:
            return model.isKeptLoaded;
        default:
            return {};
    }
}

int OpenModels::rowOf(quint64 id) const {
    const auto found = std::ranges::find(m_models, id, [](const auto& model) { return model->id; });
    return found == m_models.end() ? -1 : static_cast<int>(found - m_models.begin());
}

OpenModel* OpenModels::mutableOf(quint64 id) {
    const int row = rowOf(id);
    return row < 0 ? nullptr : m_models[static_cast<size_t>(row)].get();
}

const OpenModel& OpenModels::currentOrNone() const {
    static const OpenModel none;
    const OpenModel* found = current();
    return found == nullptr ? none : *found;
}

const OpenModel* OpenModels::find(quint64 id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : m_models[static_cast<size_t>(row)].get();
}

const OpenModel* OpenModels::find(const QString& path) const {
    const auto found = std::ranges::find(m_models, path, [](const auto& model) { return model->path; });
    return found == m_models.end() ? nullptr : found->get();
}

OpenModel& OpenModels::add(const QString& path) {
    auto model = std::make_unique<OpenModel>();
    model->path = path;
    model->draftPath = m_settings.models->draftModelFor(path);
    model->options = m_settings.engineOptions(path);
    model->loadTime.start();
    model->id = m_inference.open(model->options);
    beginInsertRows({}, count(), count());
    OpenModel& added = *m_models.emplace_back(std::move(model));
    endInsertRows();
    emit countChanged();
    return added;
}

const OpenModel& OpenModels::open(const QString& path) {
    const OpenModel* known = find(path);
    return known != nullptr ? *known : add(path);
}

void OpenModels::use(const QString& path) {
    const OpenModel* known = find(path);
    // Its settings changed while another one was the current one.
    if (known != nullptr && known->id != m_current && !m_inference.isAsked(known->id) &&
        !loadAlike(known->options, m_settings.engineOptions(path)))
        reload(path);
    const OpenModel& model = open(path);
    setCurrent(model.id);
    if (model.isReady) m_settings.models->setLastModel(path);
}

void OpenModels::abandon(quint64 id) {
    const OpenModel* model = find(id);
    if (model == nullptr || model->isReady || m_inference.isAsked(id)) return;
    m_inference.close(id);
    remove(id);
}

void OpenModels::useNone() {
    setCurrent(0);
}

void OpenModels::setCurrent(quint64 id) {
    m_inference.use(id);
    if (id == m_current) return;
    m_current = id;
    if (!m_models.empty()) emit dataChanged(index(0), index(count() - 1), {CurrentRole});
    emit currentChanged();
    emit memoryChanged();
}

void OpenModels::reload(const QString& path) {
    const OpenModel* model = find(path);
    if (model == nullptr) return;
    const bool wasCurrent = model->id == m_current, wasKept = model->isKeptLoaded;
    m_inference.close(model->id);
    remove(model->id);
    if (wasCurrent)
        use(path);
    else
        open(path);
    keepLoaded(path, wasKept);
}

void OpenModels::close(const QString& path) {
    if (const OpenModel* model = find(path)) {
        m_inference.close(model->id);
        remove(model->id);
    }
}

void OpenModels::closeFile(const QString& path) {
    QStringList paths;
    for (const auto& model : m_models)
        for (const QString& file : model->files())
            if (file == path || file.startsWith(path + u'/')) paths += model->path;
    for (const QString& one : std::as_const(paths)) close(one);
}

void OpenModels::cancelLoad(quint64 id) {
    m_inference.cancelLoad(id);
}

void OpenModels::keepLoaded(const QString& path, bool keeps) {
    const OpenModel* known = find(path);
    if (known == nullptr || known->isKeptLoaded == keeps) return;
    mutableOf(known->id)->isKeptLoaded = keeps;
    m_inference.keepLoaded(known->id, keeps);
    tell(known->id);
}

QString OpenModels::stateOf(const QString& path) const {
    const OpenModel* model = find(path);
    if (model == nullptr) return {};
    switch (model->phase) {
        case OpenModel::Phase::Loading:
            return QStringLiteral("loading");
        case OpenModel::Phase::Resting:
            return QStringLiteral("resting");
        case OpenModel::Phase::Ready:
            break;
    }
    return QStringLiteral("loaded");
}

void OpenModels::remove(quint64 id) {
    const int row = rowOf(id);
    if (row < 0) return;
    beginRemoveRows({}, row, row);
    m_models.erase(m_models.begin() + row);
    m_statsJobs.remove(id);
    endRemoveRows();
    emit countChanged();
    if (id == m_current) setCurrent(0);
    emit memoryChanged();
}

void OpenModels::tell(quint64 id) {
    const QModelIndex row = index(rowOf(id));
    if (!row.isValid()) return;
    emit dataChanged(row, row);
    emit changed(id);
    emit memoryChanged();
}

void OpenModels::noteLoaded(OpenModel& model, const EngineInfo& info) {
    const bool isFirst = !model.isReady, wasResting = model.phase != OpenModel::Phase::Ready;
    model.setInfo(info);
    if (wasResting) model.loadNumber = ++m_loads;
    if (isFirst) {
        if (model.id == m_current) m_settings.models->setLastModel(model.path);
        if (!readEndpointPath(model.path))
            m_settings.models->setLastLoad({model.path, static_cast<double>(model.loadTime.elapsed()) / 1000,
                                            static_cast<double>(model.info.memory.totalBytes())});
    }
    const quint64 id = model.id;
    tell(id);
    if (wasResting) emit becameReady(id);
}

void OpenModels::noteStats(quint64 job, const CacheStats& stats) {
    OpenModel* model = mutableOf(m_statsJobs.key(job));
    if (model == nullptr || !model->isReady) return;
    // The plan counts states of recurrent layers as well.
    MemoryPlan& memory = model->info.memory;
    const uint64_t taken = stats.committedBytes + (memory.kvBytes - stats.bytes);
    const bool isOther = memory.kvCommittedBytes != taken || memory.experts != stats.experts;
    memory.kvCommittedBytes = taken;
    memory.experts = stats.experts;
    if (isOther) tell(model->id);
}

void OpenModels::measure(OpenModel& model, const GenerationResult& result) {
    const GenerationMetrics& metrics = result.metrics;
    // Short ones, such as titles, are over before guesses begin.
    if (metrics.plainTokenMs <= 0 || metrics.interTokenMs.size() < 16) return;
    if (metrics.draftedTokens == 0 && !m_settings.engine->promptLookup() && !model.drafts()) return;
    OpenModel::Pace& pace = model.pace[model.drafts() ? 1 : 0];
    for (const float ms : metrics.interTokenMs) pace.tookMs += static_cast<double>(ms);
    pace.tokens += static_cast<int>(metrics.interTokenMs.size());
    pace.plainMs += metrics.plainTokenMs * static_cast<double>(metrics.interTokenMs.size());
    emit gainChanged(model.id);
}

}  // namespace hearth::app

#include "moc_open_models.cpp"
