#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QVariantList>
#include <vector>

namespace hearth::app {

/// Durations of the stages of one reply, from the metrics that are stored with it. In milliseconds, 0 if
/// nothing is known. GUI thread.
class ReplyTimes : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    /// True if any figure is known.
    Q_PROPERTY(bool known READ isKnown NOTIFY changed)
    /// Number of the prompt's tokens that were processed; the others were in the cache. -1: not known.
    Q_PROPERTY(int processedTokens READ processedTokens NOTIFY changed)
    /// Number of tokens of the reply; -1: not known.
    Q_PROPERTY(int generatedTokens READ generatedTokens NOTIFY changed)
    Q_PROPERTY(double templateMs READ templateMs NOTIFY changed)
    Q_PROPERTY(double tokenizeMs READ tokenizeMs NOTIFY changed)
    Q_PROPERTY(double prefillMs READ prefillMs NOTIFY changed)
    /// The rest of the time to the first token.
    Q_PROPERTY(double firstTokenMs READ firstTokenMs NOTIFY changed)
    Q_PROPERTY(double decodeMs READ decodeMs NOTIFY changed)
    Q_PROPERTY(double timeToFirstTokenMs READ timeToFirstTokenMs NOTIFY changed)
    Q_PROPERTY(double totalMs READ totalMs NOTIFY changed)
    /// Milliseconds between tokens, in order, at most `maxBars` of them: each the longest of its stretch.
    Q_PROPERTY(QVariantList intervals READ intervals NOTIFY changed)
    /// Of all intervals.
    Q_PROPERTY(double medianMs READ medianMs NOTIFY changed)
    Q_PROPERTY(double p95Ms READ p95Ms NOTIFY changed)
    Q_PROPERTY(double longestMs READ longestMs NOTIFY changed)
    /// Number of tokens that were guessed and checked, and of those that were right; empty: none.
    Q_PROPERTY(QString draftsText READ draftsText NOTIFY changed)

public:
    static constexpr int maxBars = 96;

    explicit ReplyTimes(QObject* parent = nullptr) : QObject(parent) {}

    /// Those of another reply; empty: of none.
    void setMetrics(const QJsonObject& metrics);

    bool isKnown() const { return !m_metrics.isEmpty(); }
    int processedTokens() const { return count("processedTokens"); }
    int generatedTokens() const { return count("generatedTokens"); }
    double templateMs() const { return metric("templateMs"); }
    double tokenizeMs() const { return metric("tokenizeMs"); }
    double prefillMs() const { return metric("prefillMs"); }
    double firstTokenMs() const;
    double decodeMs() const { return metric("decodeMs"); }
    double timeToFirstTokenMs() const { return metric("timeToFirstTokenMs"); }
    double totalMs() const { return metric("totalMs"); }
    QVariantList intervals() const;
    double medianMs() const { return percentile(0.5); }
    double p95Ms() const { return percentile(0.95); }
    double longestMs() const { return percentile(1); }
    QString draftsText() const;

signals:
    void changed();

private:
    double metric(const char* name) const { return m_metrics.value(QLatin1String(name)).toDouble(); }
    int count(const char* name) const { return qRound(m_metrics.value(QLatin1String(name)).toDouble(-1)); }
    double percentile(double share) const;

    QJsonObject m_metrics;
    std::vector<float> m_intervals;
};

}  // namespace hearth::app
