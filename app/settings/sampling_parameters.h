#pragma once

#include <QJsonObject>
#include <QString>
#include <span>

#include "hearth/sampling.h"

namespace hearth::app {

/// One sampling parameter as the panel shows it. Ranges are those of hearth::SamplingParams.
struct SamplingParameter {
    const char* name;  ///< key in QML, in JSON and in the store: "topP"
    double from, to;   ///< range of the control; the number field may accept more if the engine does
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

/// The engine's parameters from JSON values. Missing names keep the app's defaults, numbers out of range are
/// clamped, values of the wrong type are ignored. "seed" is a string of decimal digits, "" means random.
SamplingParams samplingFromJson(const QJsonObject& values);
/// True if the JSON allows reusing the reply to an identical earlier request (ReplyReuse). This is the
/// default: "reuseReplies".
bool reusesReplies(const QJsonObject& values);
/// Reasoning settings of a chat: "thinking", whether its models think before they answer, "on" or "off", and
/// "effort", "low", "medium" or "high". Anything else is "": the templates' default.
QString thinkingOf(const QJsonObject& values);
QString effortOf(const QJsonObject& values);
/// The JSON form, with every parameter written out.
QJsonObject samplingToJson(const SamplingParams& params);

}  // namespace hearth::app
