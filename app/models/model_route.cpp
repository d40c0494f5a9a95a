#include "models/model_route.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "look/spoken_locale.h"
#include "model_files/route_path.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

int indexOf(const std::vector<const ModelFacts*>& models, const QString& path) {
    const auto found =
        std::ranges::find_if(models, [&](const ModelFacts* model) { return model->path == path; });
    return found == models.end() ? -1 : static_cast<int>(found - models.begin());
}

/// For one conversation; a cache of more is taken as far as there is room.
quint64 bytesOf(const ModelFacts& model) {
    const MemoryPlan& plan = model.plan;
    return plan.weightsBytes + plan.scratchBytes + plan.kvConversationBytes + plan.draftBytes +
           plan.visionBytes;
}

QString gigabytes(quint64 bytes) {
    return spokenLocale().toString(static_cast<double>(bytes) / static_cast<double>(1ULL << 30U), 'f', 1);
}

}  // namespace

ModelRoute::ModelRoute(AppSettings& settings, InstalledModels& models, EngineStatus& engine,
                       InferenceThread& inference, std::function<quint64()> room, QObject* parent)
    : QObject(parent), m_settings(settings), m_models(models), m_engine(engine), m_room(std::move(room)) {
    connect(&m_settings, &AppSettings::changed, this, &ModelRoute::changed);
    connect(&m_models, &InstalledModels::countChanged, this, &ModelRoute::changed);
    connect(&m_models, &InstalledModels::dataChanged, this, &ModelRoute::changed);
    connect(&m_engine, &EngineStatus::changed, this, &ModelRoute::changed);
    connect(&m_engine, &EngineStatus::becameReady, this, [this] {
        m_figures.reset();
        emit changed();
    });
    connect(&inference, &InferenceThread::finished, this, [this](quint64, const GenerationResultPtr& result) {
        // Titles and continued replies were not decided by the rules.
        if (!result->route || result->route->reason == RouteReason::Asked ||
            result->reason == FinishReason::Cancelled)
            return;
        m_figures.add({.outcome = *result->route,
                       .metrics = result->metrics,
                       .droppedTokens = result->droppedTokens,
                       .droppedMs = result->droppedMs});
        emit changed();
    });
}

std::vector<const ModelFacts*> ModelRoute::smallOnes() const {
    std::vector<const ModelFacts*> models;
    // Only its own engine knows how certain a model is.
    for (const ModelFacts& model : m_models.all())
        if (!model.remote && model.canChat()) models.push_back(&model);
    return models;
}

std::vector<const ModelFacts*> ModelRoute::largeOnes() const {
    std::vector<const ModelFacts*> models;
    for (const ModelFacts& model : m_models.all())
        if (model.canChat()) models.push_back(&model);
    return models;
}

QStringList ModelRoute::namesOf(const std::vector<const ModelFacts*>& models) {
    QStringList names;
    for (const ModelFacts* model : models)
        names += model->remote ? tr("%1 on %2").arg(model->name, model->owner)
                               : (model->name + u' ' + model->quantization).trimmed();
    return names;
}

int ModelRoute::smallIndex() const {
    return indexOf(smallOnes(), m_settings.models->routeSmall());
}

int ModelRoute::largeIndex() const {
    return indexOf(largeOnes(), m_settings.models->routeLarge());
}

void ModelRoute::setSmallIndex(int index) {
    const auto models = smallOnes();
    if (index >= 0 && index < static_cast<int>(models.size()))
        m_settings.models->setRouteSmall(models[static_cast<size_t>(index)]->path);
}

void ModelRoute::setLargeIndex(int index) {
    const auto models = largeOnes();
    if (index >= 0 && index < static_cast<int>(models.size()))
        m_settings.models->setRouteLarge(models[static_cast<size_t>(index)]->path);
}

const ModelFacts* ModelRoute::small() const {
    const ModelFacts* model = m_models.factsOf(m_settings.models->routeSmall());
    return model != nullptr && !model->remote && model->canChat() ? model : nullptr;
}

const ModelFacts* ModelRoute::large() const {
    const ModelFacts* model = m_models.factsOf(m_settings.models->routeLarge());
    return model != nullptr && model->canChat() ? model : nullptr;
}

bool ModelRoute::isChosen() const {
    return small() != nullptr && large() != nullptr;
}

bool ModelRoute::isCurrent() const {
    return m_engine.isReady() && m_engine.modelPath() == routePath;
}

bool ModelRoute::isSmallAlone() const {
    return small() != nullptr && !problem().isEmpty() && m_engine.modelPath() != small()->path;
}

QString ModelRoute::summary() const {
    return isChosen() ? tr("%1; %2 for hard requests").arg(small()->name, large()->name) : QString();
}

quint64 ModelRoute::neededBytes() const {
    return bytesOf(*small()) + (large()->remote ? 0 : bytesOf(*large()));
}

QString ModelRoute::problem() const {
    if (!isChosen()) return {};
    if (small()->path == large()->path) return tr("Choose two different models.");
    const quint64 needed = neededBytes(), room = m_room();
    // A running pair already fits.
    if (isCurrent() || needed <= room) return {};
    return tr("Both models need %1 GB of memory and %2 GB is available: choose smaller ones, or use the "
              "small one alone.")
        .arg(gigabytes(needed), gigabytes(room));
}

QString ModelRoute::note() const {
    if (!isChosen() || !problem().isEmpty()) return {};
    if (large()->remote)
        return tr("Chats that the large model answers leave this computer for %1.").arg(large()->owner);
    return tr("Both fit: they take %1 of the %2 GB available.")
        .arg(gigabytes(neededBytes()), gigabytes(m_room()));
}

QString ModelRoute::figuresText() const {
    if (!isCurrent()) return {};
    const RouteFigures::Sums sums = m_figures.sums();
    quint64 all = 0, small = 0;
    for (const auto& [decided, count] : sums.replies) {
        all += count;
        if (decided.first == RouteTarget::Small) small += count;
    }
    if (all == 0) return {};
    const QLocale locale = spokenLocale();
    const QString share =
        tr("%1 of %2 replies by the small model").arg(locale.toString(small), locale.toString(all));
    const double seconds = sums.savedMs.value_or(0) / 1000;
    if (std::abs(seconds) < 1) return share;
    const QString time = locale.toString(std::abs(seconds), 'f', std::abs(seconds) < 10 ? 1 : 0);
    return share + QStringLiteral(" · ") +
           (seconds >= 0 ? tr("%1 s saved").arg(time) : tr("%1 s lost").arg(time));
}

void ModelRoute::load() {
    if (isChosen() && problem().isEmpty()) m_engine.load(routePath);
}

void ModelRoute::loadSmall() {
    if (small() != nullptr) m_engine.load(small()->path);
}

}  // namespace hearth::app

#include "moc_model_route.cpp"
