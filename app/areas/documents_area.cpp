#include "areas/documents_area.h"

#include "areas/models_area.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

EmbedderLoader loaderOn(const EmbeddingDevice& device, const ModelProvider& models) {
    return onDevice([&models](const EmbedderOptions& options,
                              const std::stop_token& stop) { return models.loadEmbedder(options, stop); },
                    device);
}

}  // namespace

DocumentsArea::DocumentsArea(store::Store& store, const AppSettings& settings, ModelsArea& models,
                             const QString& file)
    : device(settings.engine->backend().toStdString()),
      embedder(std::make_shared<SharedEmbedder>(models.inference.host(), loaderOn(device, models.local))),
      passageReranker(
          std::make_shared<PassageReranker>(models.inference.host(), loaderOn(device, models.local))),
      questionVectors(embedder),
      library(store, file, DocumentReader(), embedder),
      vectors(store, library, embedder),
      reranker(store, passageReranker),
      search(library.file(), embedder, passageReranker) {
}

}  // namespace hearth::app
