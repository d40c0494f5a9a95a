#pragma once

#include <QTemporaryDir>
#include <memory>

#include "areas/models_area.h"
#include "areas/settings_area.h"
#include "endpoints/key_ring.h"
#include "support/played_provider.h"

namespace hearth::test {

/// Settings and models as areas, with a folder of their own and a scripted engine.
struct AreasFixture {
    QTemporaryDir data;
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    PlayedProvider engine{script};
    std::unique_ptr<app::store::Store> store = app::store::Store::inMemory();
    app::KeyRing keyRing;
    app::SettingsArea settings{*store, engine.backends()};
    app::ModelsArea models{{.store = *store,
                            .settings = settings.app,
                            .keyRing = keyRing,
                            .engine = engine,
                            .ownFolder = data.path(),
                            .cacheFolder = data.filePath("prefixes"),
                            .isReplying = [] { return false; }}};

    /// A part of an area as QML reads it.
    template <class Area>
    static QObject* part(const Area& area, const char* name) {
        return area.property(name).template value<QObject*>();
    }
};

}  // namespace hearth::test
