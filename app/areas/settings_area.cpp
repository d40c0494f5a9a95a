#include "areas/settings_area.h"

namespace hearth::app {

namespace {

/// Before the settings are asked how models are loaded.
AppSettings& withBackends(AppSettings& settings, const std::vector<BackendLabel>& backends) {
    settings.engine->offerBackends(backends);
    return settings;
}

}  // namespace

SettingsArea::SettingsArea(store::Store& store, const std::vector<BackendLabel>& backends)
    : app(store),
      keys(withBackends(app, backends)),
      sampling(store),
      presets(store, sampling),
      prompts(store) {
    language.speak(app.look->language());
}

}  // namespace hearth::app
