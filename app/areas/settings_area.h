#pragma once

#include <vector>

#include "areas/area.h"
#include "hearth/devices.h"
#include "settings/app_settings.h"
#include "settings/key_bindings.h"
#include "settings/language.h"
#include "settings/preset_list_model.h"
#include "settings/prompt_list_model.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

/// Choices of a person: for the program and for replies, and texts that are used again.
class SettingsArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Settings)
    QML_SINGLETON

public:
    /// `backends`: what models may run on, to choose from.
    SettingsArea(store::Store& store, const std::vector<BackendLabel>& backends);
    static SettingsArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<SettingsArea>(engine); }

    HEARTH_PART(AppSettings, app);
    HEARTH_PART(KeyBindings, keys);
    HEARTH_PART(SamplingSettings, sampling);
    HEARTH_PART(PresetListModel, presets);
    HEARTH_PART(PromptListModel, prompts);
    SpokenLanguage language;
};

}  // namespace hearth::app
