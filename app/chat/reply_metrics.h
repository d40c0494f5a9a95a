#pragma once

#include <QJsonObject>

#include "hearth/generation_result.h"
#include "store/records.h"

namespace hearth::app {

/// Figures that metricsToJson() kept.
GenerationMetrics metricsFromJson(const QJsonObject& json);

/// The figures of a whole reply whose part `before` existed already when its last part was made. Tokens and
/// times add up; the prompt and the first token are those of the first part. If the first part has no
/// figures, they are those of the last.
GenerationMetrics metricsOfParts(const store::Generation& before, const GenerationMetrics& last);

}  // namespace hearth::app
