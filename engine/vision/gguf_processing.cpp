#include "vision/gguf_processing.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/gguf.h"
#include "model/metadata_reader.h"
#include "vision/folder_processing.h"
#include "vision/processing_check.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

using namespace size_rule;

/// Reads the numbers of "clip.vision".
using Numbers = MetadataReader;

uint32_t imageSize(const Numbers& numbers) {
    return numbers.count("image_size", 1, mostEdge);
}

/// The limits of a family's released models, where the file has none of its own.
Area areaOf(const Numbers& numbers, uint32_t minPixels, uint32_t maxPixels) {
    Area area;
    area.minPixels = numbers.count("image_min_pixels", 1, mostArea, minPixels);
    area.maxPixels = numbers.count("image_max_pixels", 1, mostArea, maxPixels);
    return area;
}

void addQwen2(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("spatial_merge_size", 1, mostMergeSize, 2);
    to.size = areaOf(numbers, 3136, 12845056);
}
void addQwen3(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("spatial_merge_size", 1, mostMergeSize, 2);
    to.size = areaOf(numbers, 65536, 16777216);
}
void addGlm(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("spatial_merge_size", 1, mostMergeSize, 2);
    Area area = areaOf(numbers, 12544, 9633792);
    area.frames = 2;
    area.raisesShortEdges = true;
    to.size = area;
}
void addGemma3(const Numbers& numbers, PictureProcessing& to) {
    const uint32_t edge = imageSize(numbers);
    to.size = Fixed{{edge, edge}};
    to.filter = ResizeFilter::Bilinear;
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 4);
}
void addGemma4(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 3);
    to.size = Budget{280};
}
void addInternVl(const Numbers& numbers, PictureProcessing& to) {
    const uint32_t edge = imageSize(numbers);
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 2);
    to.size = ShapeTiles{{edge, edge},
                         numbers.count("preproc_min_tiles", 1, mostTiles, 1),
                         numbers.count("preproc_max_tiles", 1, mostTiles, 12)};
}
void addIdefics3(const Numbers& numbers, PictureProcessing& to) {
    const uint32_t tile = imageSize(numbers);
    to.filter = ResizeFilter::Lanczos;
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 2);
    to.size = EdgeTiles{numbers.count("preproc_image_size", 1, mostEdge, 4 * tile), tile};
}
void addLfm2(const Numbers& numbers, PictureProcessing& to) {
    to.filter = ResizeFilter::Bilinear;
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 2);
    to.size = WholeOrTiles{{{512, 512}, 2, 10}, 64, 256, 2};
}
/// LLaVA 1.5, or 1.6 and Granite Vision, whose files have pairs of a height and a width.
void addLlava(const Numbers& numbers, PictureProcessing& to) {
    const uint32_t edge = imageSize(numbers);
    constexpr const char* key = "image_grid_pinpoints";
    const std::vector<uint32_t> edges = numbers.counts(key, 1, mostEdge, size_t{2} * mostTiles);
    if (edges.size() % 2 != 0) throw Error(errors::badPictureSetting, {key});
    if (edges.empty()) {
        to.size = Crop{edge, {edge, edge}};
        return;
    }
    AnyResolution any{edge, {}};
    for (size_t i = 0; i < edges.size(); i += 2) any.canvases.push_back({edges[i + 1], edges[i]});
    to.size = std::move(any);
}
void addPixtral(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("spatial_merge_size", 1, mostMergeSize, 1);
    to.size = LongEdge{imageSize(numbers)};
}
void addKimi(const Numbers& numbers, PictureProcessing& to) {
    to.mergeSize = numbers.count("projector.scale_factor", 1, mostMergeSize, 2);
    to.size = Padded{4096};
}

struct Kind {
    std::string_view projector;
    void (*add)(const Numbers&, PictureProcessing&);
};
constexpr Kind kinds[] = {
    {"qwen2vl_merger", addQwen2},
    {"qwen2.5vl_merger", addQwen2},
    {"qwen3vl_merger", addQwen3},
    {"glm4v", addGlm},
    {"gemma3", addGemma3},
    {"gemma4v", addGemma4},
    {"internvl", addInternVl},
    {"kimivl", addKimi},
    {"idefics3", addIdefics3},
    {"lfm2", addLfm2},
    {"mlp", addLlava},
    {"pixtral", addPixtral},
};

const Kind& kindOf(const GgufFile& file) {
    auto projector = file.getString("clip.vision.projector_type");
    if (!projector) projector = file.getString("clip.projector_type");
    for (const Kind& kind : kinds)
        if (projector == kind.projector) return kind;
    throw Error(errors::unknownProcessor, {projector.value_or("")});
}

void addColours(const GgufFile& file, const char* key, std::array<float, 3>& to) {
    const GgufValue::Floats* values = file.getFloats(key);
    if (values == nullptr || values->size() != to.size()) throw Error(errors::badPictureSetting, {key});
    std::copy(values->begin(), values->end(), to.begin());
}

}  // namespace

PictureProcessing ggufProcessing(const GgufFile& file) {
    const Numbers numbers(file, "clip.vision");
    PictureProcessing processing;
    processing.patchSize = numbers.count("patch_size", 1, mostPatchSize);
    kindOf(file).add(numbers, processing);
    addColours(file, "clip.vision.image_mean", processing.mean);
    addColours(file, "clip.vision.image_std", processing.deviation);
    checkProcessing(processing);
    return processing;
}

PictureProcessing processingOf(const GgufFile& file) {
    std::error_code ignored;
    return std::filesystem::is_directory(file.path(), ignored) ? folderProcessing(file.path())
                                                               : ggufProcessing(file);
}

}  // namespace hearth
