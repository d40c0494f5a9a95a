#include "chat/reply_metrics.h"

#include <QJsonArray>
#include <algorithm>

#include "endpoints/untold_figures.h"

namespace hearth::app {

GenerationMetrics metricsFromJson(const QJsonObject& json) {
    // A figure that is not there, or cannot be one, is 0: not known.
    const auto number = [&](const char* name) {
        return std::max(0.0, json.value(QLatin1String(name)).toDouble());
    };
    const auto count = [&](const char* name) { return static_cast<int>(std::min(1e9, number(name))); };
    GenerationMetrics metrics;
    metrics.promptTokens = count("promptTokens");
    metrics.reusedTokens = count("reusedTokens");
    metrics.reusedFromDisk = count("reusedFromDisk");
    metrics.processedTokens = count("processedTokens");
    if (!json.contains(QLatin1String("reusedTokens")))
        metrics.reusedTokens = metrics.processedTokens = untoldTokens;
    metrics.generatedTokens = count("generatedTokens");
    metrics.keptReply = json.value(QLatin1String("keptReply")).toBool();
    metrics.templateMs = number("templateMs");
    metrics.tokenizeMs = number("tokenizeMs");
    metrics.prefillMs = number("prefillMs");
    metrics.timeToFirstTokenMs = number("timeToFirstTokenMs");
    metrics.decodeMs = number("decodeMs");
    metrics.totalMs = number("totalMs");
    metrics.prefillTokensPerS = number("prefillTokensPerS");
    metrics.decodeTokensPerS = number("decodeTokensPerS");
    metrics.draftedTokens = count("draftedTokens");
    metrics.acceptedTokens = count("acceptedTokens");
    for (const QJsonValue& ms : json.value(QLatin1String("interTokenMs")).toArray())
        metrics.interTokenMs.push_back(static_cast<float>(std::max(0.0, ms.toDouble())));
    return metrics;
}

GenerationMetrics metricsOfParts(const store::Generation& before, const GenerationMetrics& last) {
    if (before.metrics.isEmpty()) return last;
    GenerationMetrics whole = metricsFromJson(before.metrics);
    // The end token of the first part is taken back when it is continued.
    if (!before.tokens.empty())
        whole.generatedTokens = std::min(whole.generatedTokens, static_cast<int>(before.tokens.size()));
    whole.generatedTokens += last.generatedTokens;
    if (knowsCache(whole) && knowsCache(last))
        whole.processedTokens += last.processedTokens;
    else
        whole.reusedTokens = whole.processedTokens = untoldTokens;
    whole.templateMs += last.templateMs;
    whole.tokenizeMs += last.tokenizeMs;
    whole.prefillMs += last.prefillMs;
    whole.decodeMs += last.decodeMs;
    whole.totalMs += last.totalMs;
    whole.keptReply = whole.keptReply || last.keptReply;
    whole.draftedTokens += last.draftedTokens;
    whole.acceptedTokens += last.acceptedTokens;
    whole.plainTokenMs = last.plainTokenMs;
    whole.interTokenMs.insert(whole.interTokenMs.end(), last.interTokenMs.begin(), last.interTokenMs.end());
    double sum = 0;
    for (const float ms : whole.interTokenMs) sum += static_cast<double>(ms);
    if (sum > 0) whole.decodeTokensPerS = 1000.0 * static_cast<double>(whole.interTokenMs.size()) / sum;
    if (!knowsCache(whole))
        whole.prefillTokensPerS = 0;
    else if (whole.prefillMs > 0)
        whole.prefillTokensPerS = 1000.0 * whole.processedTokens / whole.prefillMs;
    return whole;
}

}  // namespace hearth::app
