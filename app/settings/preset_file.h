#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "store/records.h"

namespace hearth::app {

/// Sampling presets as a file that people send each other: JSON with a version. What is not a parameter of
/// the sampler is left out; numbers out of range come back clamped.
QByteArray writePresetFile(const std::vector<store::Preset>& presets);

struct PresetFile {
    std::vector<store::Preset> presets;
    QString problem;  ///< one sentence; empty: presets holds at least one
};
PresetFile readPresetFile(const QByteArray& bytes);

}  // namespace hearth::app
