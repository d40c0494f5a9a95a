#include "settings/sampling_parameters.h"

#include <QJsonArray>
#include <QtGlobal>
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace hearth::app {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<SamplingParameter, 9> parameters = {{
    {"temperature", 0, 2, 0.05, none, 0.8, 2,
     QT_TRANSLATE_NOOP("Sampling",
                       "How freely words are chosen. 0 always picks the most likely token; 1 uses the "
                       "model's own probabilities; above 1 is more adventurous.")},
    {"topK", 0, 200, 1, 0, 40, 0,
     QT_TRANSLATE_NOOP("Sampling", "Keeps only this many of the most likely tokens. 0 keeps all.")},
    {"topP", 0, 1, 0.01, 1, 0.95, 2,
     QT_TRANSLATE_NOOP("Sampling",
                       "Keeps the most likely tokens whose probabilities add up to this. 1 keeps all.")},
    {"minP", 0, 1, 0.01, 0, 0.05, 2,
     QT_TRANSLATE_NOOP("Sampling",
                       "Drops tokens less likely than this fraction of the most likely one. 0 drops none.")},
    {"repeatPenalty", 0.5, 2, 0.01, 1, 1.0, 2,
     QT_TRANSLATE_NOOP("Sampling", "Makes recently used tokens less likely. 1 is off; 1.1 is gentle.")},
    {"presencePenalty", -2, 2, 0.05, 0, 0.0, 2,
     QT_TRANSLATE_NOOP(
         "Sampling",
         "Lowers every recently used token by the same amount, which favours new topics. 0 is off.")},
    {"frequencyPenalty", -2, 2, 0.05, 0, 0.0, 2,
     QT_TRANSLATE_NOOP("Sampling",
                       "Lowers a token each time it is used, for fewer repeated words. 0 is off.")},
    {"penaltyLastN", -1, 1024, 1, 0, 64, 0,
     QT_TRANSLATE_NOOP(
         "Sampling",
         "How many of the last tokens the three penalties look at. 0 switches them off, -1 looks at all.")},
    {"maxTokens", -1, 8192, 1, -1, -1, 0,
     QT_TRANSLATE_NOOP(
         "Sampling",
         "The reply ends after this many tokens. -1: only when it is done or the context is full.")},
}};

}  // namespace

std::span<const SamplingParameter> samplingParameters() {
    return parameters;
}

const SamplingParameter* findSamplingParameter(const QString& name) {
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const SamplingParameter& p) {
        return name == QLatin1String(p.name);
    });
    return found == parameters.end() ? nullptr : &*found;
}

SamplingParams samplingFromJson(const QJsonObject& values) {
    const auto number = [&](const char* name) {
        const SamplingParameter& parameter = *findSamplingParameter(QLatin1String(name));
        const double value = values.value(QLatin1String(name)).toDouble(parameter.standard);
        // Whole numbers may go beyond the slider: top-k up to the vocabulary, the reply as long as the
        // context.
        const double top = parameter.decimals == 0 ? double{1 << 20} : parameter.to;
        return std::isfinite(value) ? std::clamp(value, parameter.from, top) : parameter.standard;
    };
    SamplingParams params;
    params.temperature = static_cast<float>(number("temperature"));
    params.topK = static_cast<int>(std::lround(number("topK")));
    params.topP = static_cast<float>(number("topP"));
    params.minP = static_cast<float>(number("minP"));
    params.repeatPenalty = static_cast<float>(number("repeatPenalty"));
    params.presencePenalty = static_cast<float>(number("presencePenalty"));
    params.frequencyPenalty = static_cast<float>(number("frequencyPenalty"));
    params.penaltyLastN = static_cast<int>(std::lround(number("penaltyLastN")));
    params.maxTokens = static_cast<int>(std::lround(number("maxTokens")));
    bool isNumber = false;
    const quint64 seed = values.value(QLatin1String("seed")).toString().toULongLong(&isNumber);
    if (isNumber) params.seed = seed;
    const QJsonArray stop = values.value(QLatin1String("stop")).toArray();
    for (const QJsonValue& text : stop)
        if (!text.toString().isEmpty()) params.stop.push_back(text.toString().toStdString());
    return params;
}

bool reusesReplies(const QJsonObject& values) {
    return values.value(QLatin1String("reuseReplies")).toBool(true);
}

namespace {

/// A value that is one of a few words, or nothing.
QString wordOf(const QJsonObject& values, const char* name, std::initializer_list<const char*> words) {
    const QString given = values.value(QLatin1String(name)).toString();
    const bool known = std::any_of(words.begin(), words.end(),
                                   [&](const char* word) { return given == QLatin1String(word); });
    return known ? given : QString();
}

}  // namespace

QString thinkingOf(const QJsonObject& values) {
    return wordOf(values, "thinking", {"on", "off"});
}

QString effortOf(const QJsonObject& values) {
    return wordOf(values, "effort", {"low", "medium", "high"});
}

QJsonObject samplingToJson(const SamplingParams& params) {
    // Through the shortest decimal text of a float, so that 0.95 does not come back as 0.949999988.
    const auto number = [](float value) { return QString::number(value, 'g', 7).toDouble(); };
    QJsonObject values{{QStringLiteral("temperature"), number(params.temperature)},
                       {QStringLiteral("topK"), params.topK},
                       {QStringLiteral("topP"), number(params.topP)},
                       {QStringLiteral("minP"), number(params.minP)},
                       {QStringLiteral("repeatPenalty"), number(params.repeatPenalty)},
                       {QStringLiteral("presencePenalty"), number(params.presencePenalty)},
                       {QStringLiteral("frequencyPenalty"), number(params.frequencyPenalty)},
                       {QStringLiteral("penaltyLastN"), params.penaltyLastN},
                       {QStringLiteral("maxTokens"), params.maxTokens},
                       {QStringLiteral("seed"), params.seed ? QString::number(*params.seed) : QString()}};
    QJsonArray stop;
    for (const std::string& text : params.stop) stop.append(QString::fromStdString(text));
    values.insert(QStringLiteral("stop"), stop);
    return values;
}

}  // namespace hearth::app
