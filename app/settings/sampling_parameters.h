#pragma once

#include <QJsonObject>
#include <QString>
#include <span>

#include "hearth/sampling.h"

namespace hearth::app {

/// One sampling parameter as the panel shows it. Ranges are those of hearth::SamplingParams.
struct SamplingParameter {
    const char* name;  ///< key in QML, in JSON and in the store: "topP"
    double from, to;   ///< range of the control; the number field may take more where the engine does
    double stepSize;
    double neutral;   ///< the value that switches it off; NaN when there is none
    double standard;  ///< the app's default
    int decimals;
    const char* description;  ///< one or two sentences for the tooltip, translatable
};

/// All numeric parameters in the order of the panel.
std::span<const SamplingParameter> samplingParameters();
/// nullptr for names that are not numeric parameters.
const SamplingParameter* findSamplingParameter(const QString& name);

/// The engine's parameters from JSON values; names that are not there keep the app's defaults, numbers out of
/// range are clamped, things of the wrong type are ignored. "seed" is a string of decimal digits, "" means
/// random.
SamplingParams samplingFromJson(const QJsonObject& values);
/// Whether the JSON lets a reply be that of an identical request before (ReplyReuse), as it does unless it
/// says otherwise: "reuseReplies".
bool reusesReplies(const QJsonObject& values);
/// What a chat says of reasoning: "thinking", whether its models think before they answer, "on" or "off", and
/// "effort", how much, "low", "medium" or "high". Anything else is "": as their templates have it.
QString thinkingOf(const QJsonObject& values);
QString effortOf(const QJsonObject& values);
/// The JSON form, every parameter written out.
QJsonObject samplingToJson(const SamplingParams& params);

}  // namespace hearth::app
