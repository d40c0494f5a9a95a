#include "areas/inspector_area.h"

#include "areas/models_area.h"
#include "inference/engine_provider.h"

namespace hearth::app {

InspectorArea::InspectorArea(store::Store& store, AppSettings& settings, const EngineProvider& engine,
                             ModelsArea& models)
    : reply(store, models.inference, models.engine),
      nextToken(store, models.inference, models.engine),
      cache(store, models.inference, settings),
      precisions(
          models.engine, [&engine] { return placesHere([&engine] { return engine.listGpus(); }); },
          [&local = models.local](const QString& path) { return local.header(path); }),
      speed(models.speeds, models.engine, models.inference,
            [&local = models.local](const QString& path) { return local.work(path); }),
      costs(store) {
}

}  // namespace hearth::app
