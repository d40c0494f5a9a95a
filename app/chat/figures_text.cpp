#include "chat/figures_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>
#include <QStringList>

namespace hearth::app {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Figures", text);
}

/// One decimal under 100, none above; thousands with a comma.
QString rounded(double value) {
    const QLocale locale(QLocale::English, QLocale::UnitedStates);
    return locale.toString(value, 'f', value < 10 ? 1 : 0);
}

QString duration(double ms) {
    return ms < 1000 ? tr("%1 ms").arg(qRound(ms)) : tr("%1 s").arg(rounded(ms / 1000));
}

}  // namespace

QString figuresText(const GenerationMetrics& metrics) {
    const QLocale locale(QLocale::English, QLocale::UnitedStates);
    QStringList parts;
    if (metrics.generatedTokens > 0) parts += tr("first token %1").arg(duration(metrics.timeToFirstTokenMs));
    if (metrics.decodeTokensPerS > 0) parts += tr("%1 tok/s").arg(rounded(metrics.decodeTokensPerS));
    parts += metrics.generatedTokens == 1 ? tr("1 token")
                                          : tr("%1 tokens").arg(locale.toString(metrics.generatedTokens));
    parts += duration(metrics.totalMs);
    parts += tr("reused %1").arg(locale.toString(metrics.reusedTokens));
    parts += tr("processed %1").arg(locale.toString(metrics.processedTokens));
    return parts.join(QStringLiteral(" · "));
}

QJsonObject metricsToJson(const GenerationMetrics& metrics) {
    QJsonArray intervals;
    for (const float ms : metrics.interTokenMs) intervals.append(QString::number(ms, 'f', 2).toDouble());
    return {{QStringLiteral("promptTokens"), metrics.promptTokens},
            {QStringLiteral("reusedTokens"), metrics.reusedTokens},
            {QStringLiteral("processedTokens"), metrics.processedTokens},
            {QStringLiteral("generatedTokens"), metrics.generatedTokens},
            {QStringLiteral("templateMs"), metrics.templateMs},
            {QStringLiteral("tokenizeMs"), metrics.tokenizeMs},
            {QStringLiteral("prefillMs"), metrics.prefillMs},
            {QStringLiteral("timeToFirstTokenMs"), metrics.timeToFirstTokenMs},
            {QStringLiteral("decodeMs"), metrics.decodeMs},
            {QStringLiteral("totalMs"), metrics.totalMs},
            {QStringLiteral("prefillTokensPerS"), metrics.prefillTokensPerS},
            {QStringLiteral("decodeTokensPerS"), metrics.decodeTokensPerS},
            {QStringLiteral("interTokenMs"), intervals}};
}

QString finishReasonName(FinishReason reason) {
    switch (reason) {
        case FinishReason::EndOfText:
            return QStringLiteral("end of text");
        case FinishReason::StopString:
            return QStringLiteral("stop string");
        case FinishReason::MaxTokens:
            return QStringLiteral("length");
        case FinishReason::ContextFull:
            return QStringLiteral("context full");
        case FinishReason::Cancelled:
            return QStringLiteral("cancelled");
    }
    return {};
}

QString thoughtText(double seconds) {
    return tr("Thought for %1").arg(duration(seconds * 1000));
}

}  // namespace hearth::app
