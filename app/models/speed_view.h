#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QVariantList>

#include "inference/generation_job.h"
#include "models/speed_book.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Explains the speed of the model in use: the demands of a token on the machine, the roofline with the modes
/// of operation below it, the last reply as measured, and the errors of estimates. Computed and measured
/// figures are always distinguished. GUI thread.
class SpeedView : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(bool shown READ isShown WRITE setShown NOTIFY changed)
    /// True while a list of models with estimates is shown.
    Q_PROPERTY(bool listShown READ isListShown WRITE setListShown NOTIFY changed)
    /// Reason why there is nothing to see, one sentence; empty: there is.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(bool measuring READ isMeasuring NOTIFY changed)
    /// Cost of a token: {name, text, why}; computed from shapes.
    Q_PROPERTY(QVariantList facts READ facts NOTIFY changed)
    /// "Reads 64 MB a token, 90 % of what this memory gives": the last reply, measured; empty: there is none.
    Q_PROPERTY(QString sentence READ sentence NOTIFY changed)
    /// {name, rows, flopsPerByte, gigaflops, share, memoryBound, measured}: modes of operation; rows: tokens
    /// at once, missing in measured ones.
    Q_PROPERTY(QVariantList points READ points NOTIFY changed)
    /// The roofs, GB/s and GFLOP/s; 0: not measured yet.
    Q_PROPERTY(double memoryRoof READ memoryRoof NOTIFY changed)
    Q_PROPERTY(double arithmeticRoof READ arithmeticRoof NOTIFY changed)
    /// {model, expected, measured, off}: texts.
    Q_PROPERTY(QVariantList told READ told NOTIFY changed)

public:
    SpeedView(SpeedBook& book, const EngineStatus& engine, InferenceThread& inference, WorkReader reader,
              QObject* parent = nullptr);
    ~SpeedView() override;

    bool isShown() const { return m_shown; }
    void setShown(bool shown);
    bool isListShown() const { return m_listShown; }
    void setListShown(bool shown);
    QString note() const;
    bool isMeasuring() const { return m_book.isMeasuring(); }
    QVariantList facts() const;
    QString sentence() const;
    QVariantList points() const;
    double memoryRoof() const { return m_roofs.bytesPerS / 1e9; }
    double arithmeticRoof() const { return m_roofs.flopsPerS / 1e9; }
    QVariantList told() const;
    /// Repeats the measurements that the model in use needs.
    Q_INVOKABLE void measureAgain() { m_book.measureAgain(); }

    /// Replies of fewer tokens say little of speed.
    static constexpr int fewestTokens = 24;

signals:
    void changed();

private:
    void follow();
    void take(const GenerationResult& result);
    void compute();
    QVariantMap pointOf(const RooflinePoint& point) const;

    SpeedBook& m_book;
    const EngineStatus& m_engine;
    WorkReader m_reader;
    QString m_path;  ///< of the model that m_work is of; empty: none
    TokenWork m_work;
    Roofline m_roofs;
    double m_lastRate = 0, m_lastBytes = 0;  ///< of the last reply: tokens a second, bytes a token
    bool m_shown = false, m_listShown = false;
    quint64 m_asked = 0;
    QThreadPool m_pool;  ///< last: its tasks are waited for first
};

}  // namespace hearth::app
