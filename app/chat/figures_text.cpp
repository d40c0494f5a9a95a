#include "chat/figures_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QStringList>

#include "endpoints/untold_figures.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct FiguresText {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

/// One decimal under 10, none above; thousands grouped.
QString rounded(double value) {
    const QLocale locale = spokenLocale();
    return locale.toString(value, 'f', value < 10 ? 1 : 0);
}

QString duration(double ms) {
    return ms < 1000 ? FiguresText::tr("%1 ms").arg(qRound(ms))
                     : FiguresText::tr("%1 s").arg(rounded(ms / 1000));
}

}  // namespace

QString figuresText(const GenerationMetrics& metrics) {
    const QLocale locale = spokenLocale();
    QStringList parts;
    if (metrics.keptReply) parts += FiguresText::tr("answered before");
    if (metrics.generatedTokens > 0)
        parts += FiguresText::tr("first token %1").arg(duration(metrics.timeToFirstTokenMs));
    if (metrics.decodeTokensPerS > 0)
        parts += FiguresText::tr("%1 tok/s").arg(rounded(metrics.decodeTokensPerS));
    parts += metrics.generatedTokens == 1
                 ? FiguresText::tr("1 token")
                 : FiguresText::tr("%1 tokens").arg(locale.toString(metrics.generatedTokens));
    parts += duration(metrics.totalMs);
    if (!knowsCache(metrics)) {
        if (metrics.promptTokens > 0)
            parts += FiguresText::tr("prompt %1").arg(locale.toString(metrics.promptTokens));
        return parts.join(QStringLiteral(" · "));
    }
    if (metrics.reusedTokens + metrics.processedTokens == 0) return parts.join(QStringLiteral(" · "));
    parts += metrics.reusedFromDisk > 0
                 ? FiguresText::tr("reused %1 (%2 from disk)")
                       .arg(locale.toString(metrics.reusedTokens), locale.toString(metrics.reusedFromDisk))
                 : FiguresText::tr("reused %1").arg(locale.toString(metrics.reusedTokens));
    parts += FiguresText::tr("processed %1").arg(locale.toString(metrics.processedTokens));
    if (metrics.draftedTokens > 0) {
        parts += FiguresText::tr("drafted %1").arg(locale.toString(metrics.draftedTokens));
        parts += FiguresText::tr("accepted %1").arg(locale.toString(metrics.acceptedTokens));
    }
    return parts.join(QStringLiteral(" · "));
}

QJsonObject metricsToJson(const GenerationMetrics& metrics) {
    QJsonArray intervals;
    for (const float ms : metrics.interTokenMs) intervals.append(QString::number(ms, 'f', 2).toDouble());
    QJsonObject json{{QStringLiteral("promptTokens"), metrics.promptTokens},
                     {QStringLiteral("generatedTokens"), metrics.generatedTokens},
                     {QStringLiteral("keptReply"), metrics.keptReply},
                     {QStringLiteral("templateMs"), metrics.templateMs},
                     {QStringLiteral("tokenizeMs"), metrics.tokenizeMs},
                     {QStringLiteral("prefillMs"), metrics.prefillMs},
                     {QStringLiteral("timeToFirstTokenMs"), metrics.timeToFirstTokenMs},
                     {QStringLiteral("decodeMs"), metrics.decodeMs},
                     {QStringLiteral("totalMs"), metrics.totalMs},
                     {QStringLiteral("decodeTokensPerS"), metrics.decodeTokensPerS},
                     {QStringLiteral("draftedTokens"), metrics.draftedTokens},
                     {QStringLiteral("acceptedTokens"), metrics.acceptedTokens},
                     {QStringLiteral("interTokenMs"), intervals}};
    // Unknown figures are left out; a 0 would look like a measured one.
    if (!knowsCache(metrics)) return json;
    json.insert(QStringLiteral("reusedTokens"), metrics.reusedTokens);
    json.insert(QStringLiteral("reusedFromDisk"), metrics.reusedFromDisk);
    json.insert(QStringLiteral("processedTokens"), metrics.processedTokens);
    json.insert(QStringLiteral("prefillTokensPerS"), metrics.prefillTokensPerS);
    return json;
}

QString thoughtText(double seconds) {
    return FiguresText::tr("Thought for %1").arg(duration(seconds * 1000));
}

}  // namespace hearth::app
