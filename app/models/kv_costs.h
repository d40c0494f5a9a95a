#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QTimer>
#include <QVariantMap>
#include <utility>

#include "inference/kv_measurement.h"

namespace hearth::app {

class AppSettings;
class EngineStatus;
class InferenceThread;

/// Loss of quality of a model with cache types of fewer than 16 bits. It is measured once, while the model is
/// in use and idle, and kept in the settings under the model's path, with the hash of its weights: another
/// file at that path is measured again, and the same weights at another path are not. GUI thread.
class KvCosts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// By path of a model: by name of a type, the relative increase of the perplexity with it ("q8_0": 0.0002
    /// is 0.02 %). Models that were not measured are missing.
    Q_PROPERTY(QVariantMap known READ known NOTIFY changed)
    /// The model in use, which the rest is about; empty: none.
    Q_PROPERTY(QString path READ path NOTIFY changed)
    /// The model in use is being measured, or will be when it rests.
    Q_PROPERTY(bool pending READ isPending NOTIFY changed)
    /// Reason why the model in use could not be measured, one sentence; empty: it could, or was not yet.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)

public:
    /// Whole milliseconds that a model rests before it is measured, and until that is tried again.
    struct Waits {
        int first = 4000, again = 15000;
    };

    /// Without a measurer nothing is measured.
    KvCosts(AppSettings& settings, EngineStatus& engine, InferenceThread& inference, KvTypeMeasurer measurer,
            Waits waits, QObject* parent = nullptr);
    KvCosts(AppSettings& settings, EngineStatus& engine, InferenceThread& inference, KvTypeMeasurer measurer)
        : KvCosts(settings, engine, inference, std::move(measurer), Waits()) {}

    QVariantMap known() const;
    QString path() const { return m_lookedAt; }
    bool isPending() const { return m_pending; }
    QString problem() const { return m_problem; }

signals:
    void changed();

private:
    void look();
    void forget();
    void hear(quint64 id, const KvMeasurement& outcome);

    AppSettings& m_settings;
    EngineStatus& m_engine;
    InferenceThread& m_inference;
    KvTypeMeasurer m_measurer;
    Waits m_waits;
    QTimer m_timer;
    QString m_lookedAt, m_problem;
    quint64 m_asked = 0;  ///< 0: nothing
    bool m_pending = false;
};

}  // namespace hearth::app
