#include "vision/tower_facts.h"
#include "vision/gguf_processing.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "vision/picture_layout.h"
#include "vision/picture_marks.h"
#include "vision/tower_config.h"

namespace hearth {

TowerFacts towerFacts(const std::filesystem::path& visionFile) {
    const GgufFile file = GgufFile::openVision(visionFile);
    const TowerConfig config = TowerConfig::fromGguf(file);
    const PictureProcessing processing = processingOf(file);
    TowerFacts facts{.projector = std::string(config.family->projector),
                     .layers = config.layers,
                     .width = config.width,
                     .outWidth = config.outWidth,
                     .patchSize = processing.patchSize,
                     .tokens = pictureLayout(factsPicture, processing).rows()};
    for (const GgufTensor& tensor : file.tensors()) facts.bytes += tensor.sizeBytes;
    return facts;
}

uint64_t plannedVisionBytes(const std::filesystem::path& visionFile, uint32_t width) {
    if (visionFile.empty()) return 0;
    try {
        const TowerFacts facts = towerFacts(visionFile);
        const bool isUsable = facts.outWidth == width && findPictureMarks(facts.projector) != nullptr;
        return isUsable ? facts.bytes : 0;
    } catch (const Error&) {
        return 0;
    }
}

}  // namespace hearth
