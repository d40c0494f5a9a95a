#include "models/kv_costs.h"

#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "models/offered_kv_types.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// The others are compared with the first.
constexpr auto measuredTypes = std::span(offeredKvTypes).subspan<1>();

const QString weightsKey = QStringLiteral("weights");

QString typeKey(const KvTypes& both) {
    return QString::fromStdString(kvTypesName(both));
}

/// True if all types are included.
bool isWhole(const QJsonObject& costs) {
    return std::ranges::all_of(measuredTypes,
                               [&](const KvTypes& both) { return costs.value(typeKey(both)).isDouble(); });
}

}  // namespace

KvCosts::KvCosts(AppSettings& settings, EngineStatus& engine, InferenceThread& inference,
                 KvTypeMeasurer measurer, Waits waits, QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_engine(engine),
      m_inference(inference),
      m_measurer(std::move(measurer)),
      m_waits(waits) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_engine.isReady())
            m_asked = m_inference.questions().measureKvTypes(m_measurer,
                                                             {measuredTypes.begin(), measuredTypes.end()});
    });
    connect(&m_engine, &EngineStatus::becameReady, this, &KvCosts::look);
    connect(&m_engine, &EngineStatus::changed, this, [this] {
        if (m_engine.isReady() || m_lookedAt.isEmpty()) return;
        forget();
        emit changed();
    });
    connect(&m_inference.questions(), &EngineQuestions::kvTypesMeasured, this, &KvCosts::hear);
    connect(m_settings.models, &ModelSettings::kvCostsChanged, this, &KvCosts::changed);
}

void KvCosts::forget() {
    m_timer.stop();
    m_asked = 0;
    m_problem.clear();
    m_pending = false;
    m_lookedAt.clear();
}

/// Checks whether the model in use was measured; if not, schedules a measurement.
void KvCosts::look() {
    forget();
    const QString path = m_lookedAt = m_engine.modelPath();
    if (m_measurer && !m_engine.device()->isRemote() && !m_engine.isRouted()) {
        const QString weights = QString::fromStdString(m_engine.model().info.weightsHash);
        const QJsonObject all = m_settings.models->kvCosts();
        QJsonObject same;
        for (const QJsonValue& costs : all)
            if (costs.toObject().value(weightsKey) == weights && isWhole(costs.toObject()))
                same = costs.toObject();
        m_settings.models->setKvCosts(path, same);
        m_pending = same.isEmpty();
        if (m_pending) m_timer.start(m_waits.first);
    }
    emit changed();
}

void KvCosts::hear(quint64 id, const KvMeasurement& outcome) {
    if (m_asked == 0 || id != m_asked) return;
    m_asked = 0;
    if (outcome.costs.empty() && outcome.problem.isEmpty()) {
        m_timer.start(m_waits.again);
        return;
    }
    m_pending = false;
    m_problem = outcome.problem;
    if (m_problem.isEmpty()) {
        QJsonObject costs{{weightsKey, QString::fromStdString(m_engine.model().info.weightsHash)}};
        for (size_t i = 0; i < measuredTypes.size() && i < outcome.costs.size(); ++i)
            costs.insert(typeKey(measuredTypes[i]), outcome.costs[i].more());
        m_settings.models->setKvCosts(m_lookedAt, costs);
    }
    emit changed();
}

QVariantMap KvCosts::known() const {
    QVariantMap known;
    const QJsonObject all = m_settings.models->kvCosts();
    for (auto it = all.begin(); it != all.end(); ++it) {
        QVariantMap types;
        const QJsonObject costs = it.value().toObject();
        for (const KvTypes& both : measuredTypes) {
            const QString name = typeKey(both);
            // The settings may contain arbitrary values, because a person can edit them.
            if (costs.value(name).isDouble()) types.insert(name, costs.value(name).toDouble());
        }
        if (!types.isEmpty()) known.insert(it.key(), types);
    }
    return known;
}

}  // namespace hearth::app
