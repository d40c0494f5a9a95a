#pragma once

#include "inference/model_load.h"
#include "inference/model_provider.h"
#include "models/draft_choices.h"
#include "models/installed_models.h"
#include "models/model_card.h"

namespace hearth::app {

class AppSettings;
class EngineProvider;

/// Functions by which parts of the window ask about files of models, answered by a provider with the engine
/// settings. They are called on worker threads. Settings and providers outlive them.

/// Facts of installed models: those that chat are planned with all the memory that the settings give them.
/// The settings of this moment count.
ModelProbe installedProbe(const AppSettings& settings, const ModelProvider& models);
/// Facts of models that may be downloaded, planned with the cache of one chat: that is what they need.
ModelProbe downloadProbe(const AppSettings& settings, const ModelProvider& models);
/// Texts and figures of a model's card; planned in the same way.
GpuReader gpuReader(const AppSettings& settings, const ModelProvider& models);
/// Checks whether a model can guess for another one, with the settings of the moment.
DraftChecker draftChecker(const AppSettings& settings, const ModelProvider& models);
/// Memory of models of this computer, none for those of others. A model that could lie on a graphics card as
/// a whole goes there as a whole: others leave it first.
MemoryNeed memoryNeed(const ModelProvider& models, const EngineProvider& engine);

}  // namespace hearth::app
