#pragma once

#include <QJsonObject>

#include "hearth/generation_result.h"
#include "store/records.h"

namespace hearth::app {

/// What metricsToJson() kept.
GenerationMetrics metricsFromJson(const QJsonObject& json);

/// The figures of a whole reply of which `before` was there already when its last part was made: tokens and
/// times add up, the prompt and the first token are those of the first part. Without figures of a first part
/// they are those of the last.
GenerationMetrics metricsOfParts(const store::Generation& before, const GenerationMetrics& last);

}  // namespace hearth::app
