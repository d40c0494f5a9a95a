#pragma once

#include <QJsonObject>
#include <QString>

#include "hearth/generation_result.h"

namespace hearth::app {

/// The line under a reply: "first token 84 ms · 61 tok/s · 214 tokens · 3.6 s · reused 1,204 · processed 37".
QString figuresText(const GenerationMetrics& metrics);

/// Writes the figures that are kept, without those of the cache where they are not known.
QJsonObject metricsToJson(const GenerationMetrics& metrics);

/// "Thought for 2.4 s"
QString thoughtText(double seconds);

}  // namespace hearth::app
