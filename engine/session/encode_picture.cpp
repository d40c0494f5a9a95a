#include "hearth/encode_picture.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "backend/registry/built_in_backends.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "hearth/vision_file.h"
#include "model/model_config.h"
#include "placement/backend_choice.h"
#include "session/session_errors.h"
#include "vision/picture_encoder.h"

namespace hearth {

PictureEncoding encodePicture(const EngineOptions& options, const PictureFile& file,
                              const std::stop_token& stop,
                              const std::function<void(uint32_t, uint32_t)>& progress) {
    const auto path =
        options.visionFile.empty() ? visionFileOf(options.model) : std::optional(options.visionFile);
    if (!path) throw Error(errors::cannotSee);
    const GgufFile model = GgufFile::open(options.model);
    const BackendChoice choice = chooseBackend(builtInBackends(), options);
    const auto encoder =
        PictureEncoder::load(*path, *choice.backend, ModelConfig::fromGguf(model).embedding, {}, stop);
    encoder->decodeBy(options.pictureDecoder);
    const PictureLayout layout = pictureLayout(file.size(), encoder->processing());
    PictureEncoding encoding;
    encoding.rows = layout.rows();
    encoding.width = static_cast<uint32_t>(encoder->rowNumbers());
    const auto addGrid = [&](const PatchGrid& grid) {
        encoding.grids.push_back({grid.rows / layout.mergeSize, grid.columns / layout.mergeSize});
    };
    if (layout.lines) {
        addGrid(layout.grids.back());
        encoding.grids.push_back({layout.lines->count, layout.lines->columns + 1});
    } else {
        std::ranges::for_each(layout.grids, addGrid);
    }
    const auto tokenizer = Tokenizer::fromGguf(model);
    for (const PictureMarks::Part& part : encoder->marks().parts(layout))
        encoding.tokens +=
            part.rows != 0
                ? part.rows
                : static_cast<uint32_t>(tokenizer->encode(part.text, {.parseSpecial = true}).size());
    const auto start = std::chrono::steady_clock::now();
    const PictureRows::Rows rows = encoder->rows(file, stop, progress);
    encoding.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    encoding.values.assign(rows->begin(), rows->end());
    return encoding;
}

}  // namespace hearth
