#include "cli/embedder_options.h"

#include <cstdio>

#include "cli/common_options.h"
#include "hearth/model_loader.h"

namespace hearth::cli {

std::unique_ptr<Embedder> loadEmbedder(const Arguments& arguments, const std::stop_token& stop) {
    EngineOptions placement;
    readPlacement(arguments, placement);
    EmbedderOptions options;
    options.model = arguments.required("--model");
    options.backend = placement.backend;
    options.threads = placement.threads;
    options.devices = placement.devices;
    options.maxTokens = integerInRange(arguments, "--max-tokens", 0, 0, 1 << 24);
    return loadEmbedder(options, modelPlace(arguments), stop);
}

std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options, ModelPlace place,
                                       const std::stop_token& stop) {
    auto embedder = ModelLoader(place).loadEmbedder(options, {}, stop);
    const Message& reason = embedder->info().placeReason;
    if (!reason.isEmpty()) std::fprintf(stderr, "%s\n", reason.text().c_str());
    return embedder;
}

void tellOfCutTexts(size_t cut, const Embedder& embedder) {
    if (cut != 0)
        std::fprintf(stderr, "The model read only the first %d tokens of %zu %s.\n",
                     embedder.info().maxTokens, cut, cut == 1 ? "text" : "texts");
}

}  // namespace hearth::cli
