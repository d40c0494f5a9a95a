#include "vision/folder_processing.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "format/huggingface/folder_files.h"
#include "vision/processing_check.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

using Json = nlohmann::json;
using namespace size_rule;

/// An object of settings whose values are checked. Errors name the key.
class Settings {
public:
    explicit Settings(Json json) : m_json(json.is_object() ? std::move(json) : Json::object()) {}

    bool has(const char* key) const { return m_json.contains(key) && !m_json[key].is_null(); }
    Settings part(const char* key) const { return Settings(has(key) ? m_json[key] : Json()); }
    double number(const char* key, double otherwise) const {
        if (!has(key)) return otherwise;
        if (!m_json[key].is_number()) throw Error(errors::badPictureSetting, {key});
        return m_json[key].get<double>();
    }
    bool flag(const char* key, bool otherwise) const {
        return has(key) && m_json[key].is_boolean() ? m_json[key].get<bool>() : otherwise;
    }
    std::string text(const char* key) const {
        return has(key) && m_json[key].is_string() ? m_json[key].get<std::string>() : std::string();
    }
    /// An integer from 1 to `most`; 0 for `otherwise` says that it has to be there.
    uint64_t count(const char* key, uint64_t most, uint64_t otherwise = 0) const {
        const double value = number(key, static_cast<double>(otherwise));
        if (!(value >= 1 && value <= static_cast<double>(most) && value == std::floor(value)))
            throw Error(errors::badPictureSetting, {key});
        return static_cast<uint64_t>(value);
    }
    uint32_t small(const char* key, uint32_t most, uint32_t otherwise = 0) const {
        return static_cast<uint32_t>(count(key, most, otherwise));
    }
    /// Both sides of something square, as one number, a list of two or an object.
    uint32_t side(const char* key, uint32_t most, uint32_t otherwise = 0) const {
        if (!has(key) || m_json[key].is_number()) return small(key, most, otherwise);
        if (m_json[key].is_object()) return part(key).small("height", most);
        if (!m_json[key].is_array() || m_json[key].empty()) throw Error(errors::badPictureSetting, {key});
        return Settings(Json{{key, m_json[key][0]}}).small(key, most);
    }
    PictureSize size(const char* key) const {
        if (!has(key) || !m_json[key].is_object()) return {side(key, mostEdge), side(key, mostEdge)};
        return {part(key).small("width", mostEdge), part(key).small("height", mostEdge)};
    }
    /// A list of pairs of a height and a width.
    std::vector<PictureSize> sizes(const char* key) const {
        std::vector<PictureSize> sizes;
        const Json& list = m_json[key];
        if (!list.is_array()) throw Error(errors::badPictureSetting, {key});
        for (const Json& pair : list) {
            if (!pair.is_array() || pair.size() != 2) throw Error(errors::badPictureSetting, {key});
            const Settings edges(Json{{"height", pair[0]}, {"width", pair[1]}});
            sizes.push_back({edges.small("width", mostEdge), edges.small("height", mostEdge)});
        }
        return sizes;
    }
    void colours(const char* key, std::array<float, 3>& to) const {
        if (!has(key)) return;
        const Json& list = m_json[key];
        if (!list.is_array() || list.size() != to.size()) throw Error(errors::badPictureSetting, {key});
        for (size_t i = 0; i < to.size(); ++i) {
            if (!list[i].is_number()) throw Error(errors::badPictureSetting, {key});
            to[i] = list[i].get<float>();
        }
    }

private:
    Json m_json;
};

/// Settings of a folder for pictures.
struct Folder {
    Settings processor, config, vision;
};

void addArea(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    const Settings size = settings.part("size");
    to.patchSize = settings.side("patch_size", mostPatchSize, 14);
    to.mergeSize = settings.small("merge_size", mostMergeSize, 2);
    // They are areas, whatever they are called.
    Area area;
    area.minPixels = settings.has("min_pixels") ? settings.count("min_pixels", mostArea)
                                                : size.count("shortest_edge", mostArea, 56 * 56);
    area.maxPixels = settings.has("max_pixels") ? settings.count("max_pixels", mostArea)
                                                : size.count("longest_edge", mostArea, 28 * 28 * 1280);
    to.size = area;
}
void addGlmArea(const Folder& folder, PictureProcessing& to) {
    addArea(folder, to);
    auto& area = std::get<Area>(to.size);
    area.frames = folder.processor.small("temporal_patch_size", 16, 2);
    area.raisesShortEdges = true;
}
void addGemma3(const Folder& folder, PictureProcessing& to) {
    const PictureSize size = folder.processor.size("size");
    to.size = Fixed{size};
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    to.mergeSize =
        mergeSizeOf(size.width, to.patchSize, folder.config.small("mm_tokens_per_image", 1U << 16U, 256));
}
void addBudget(const Folder& folder, PictureProcessing& to) {
    to.patchSize = folder.processor.side("patch_size", mostPatchSize, 16);
    to.mergeSize = folder.processor.small("pooling_kernel_size", mostMergeSize, 3);
    to.size = Budget{folder.processor.small("max_soft_tokens", 1U << 16U, 280)};
}
uint32_t mergeSizeOfRatio(const Settings& config) {
    return static_cast<uint32_t>(
        std::lround(1 / std::clamp(config.number("downsample_ratio", 0.5), 1.0 / mostMergeSize, 1.0)));
}
void addShapeTiles(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    to.mergeSize = mergeSizeOfRatio(folder.config);
    ShapeTiles tiles{settings.size("size"), 1, 1, settings.flag("use_thumbnail", true)};
    if (settings.flag("crop_to_patches", false)) {
        tiles.minTiles = settings.small("min_patches", mostTiles, 1);
        tiles.maxTiles = settings.small("max_patches", mostTiles, 12);
    }
    to.size = tiles;
}
void addOriginalInternVl(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.config;
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    to.mergeSize = mergeSizeOfRatio(settings);
    const uint32_t edge = settings.has("force_image_size") ? settings.side("force_image_size", mostEdge)
                                                           : folder.vision.side("image_size", mostEdge, 448);
    ShapeTiles tiles{{edge, edge}, 1, 1, settings.flag("use_thumbnail", false)};
    if (settings.flag("dynamic_image_size", false)) {
        tiles.minTiles = settings.small("min_dynamic_patch", mostTiles, 1);
        tiles.maxTiles = settings.small("max_dynamic_patch", mostTiles, 6);
    }
    to.size = tiles;
}
void addPadded(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    to.patchSize = settings.side("patch_size", mostPatchSize, 14);
    to.mergeSize = settings.side("merge_kernel_size", mostMergeSize, 2);
    if (!settings.flag("pad_input", true)) throw Error(errors::badPictureSetting, {"pad_input"});
    to.size = Padded{settings.small("in_token_limit", 1U << 20U, 4096)};
}
void addEdgeTiles(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    to.mergeSize = folder.config.small("scale_factor", mostMergeSize, 2);
    to.size = EdgeTiles{settings.part("size").small("longest_edge", mostEdge),
                        settings.part("max_image_size").small("longest_edge", mostEdge),
                        settings.flag("do_image_splitting", true)};
}
void addWholeOrTiles(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    to.patchSize = settings.small("encoder_patch_size", mostPatchSize, 16);
    to.mergeSize = settings.small("downsample_factor", mostMergeSize, 2);
    const uint32_t tile = settings.small("tile_size", mostEdge, 512);
    to.size = WholeOrTiles{
        ShapeTiles{{tile, tile},
                   settings.small("min_tiles", mostTiles, 2),
                   settings.small("max_tiles", mostTiles, 10),
                   settings.flag("use_thumbnail", true)},
        settings.small("min_image_tokens", 1U << 16U, 64), settings.small("max_image_tokens", 1U << 16U, 256),
        settings.number("max_pixels_tolerance", 2), settings.flag("do_image_splitting", true)};
}
void addCrop(const Folder& folder, PictureProcessing& to) {
    const Settings& settings = folder.processor;
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    const Settings size = settings.part("size");
    if (!settings.flag("do_center_crop", true)) {
        to.size = Fixed{settings.size("size")};
        return;
    }
    to.size = Crop{
        size.has("shortest_edge") ? size.small("shortest_edge", mostEdge) : settings.side("size", mostEdge),
        settings.size("crop_size")};
}
/// Heights and widths of canvases; those of the first released models where a folder has none.
std::vector<PictureSize> canvasesOf(const Folder& folder) {
    constexpr const char* key = "image_grid_pinpoints";
    std::vector<PictureSize> canvases;
    for (const Settings* settings : {&folder.processor, &folder.config})
        if (canvases.empty() && settings->has(key)) canvases = settings->sizes(key);
    if (canvases.empty()) canvases = {{672, 336}, {336, 672}, {672, 672}, {336, 1008}, {1008, 336}};
    return canvases;
}
void addAnyResolution(const Folder& folder, PictureProcessing& to) {
    to.patchSize = folder.vision.side("patch_size", mostPatchSize, 14);
    to.size = AnyResolution{folder.vision.side("image_size", mostEdge, 336), canvasesOf(folder)};
}
void addLongEdge(const Folder& folder, PictureProcessing& to) {
    to.patchSize = folder.vision.has("patch_size") ? folder.vision.side("patch_size", mostPatchSize)
                                                   : folder.processor.side("patch_size", mostPatchSize, 16);
    to.mergeSize = folder.config.small("spatial_merge_size", mostMergeSize, 1);
    to.size = LongEdge{folder.processor.part("size").small("longest_edge", mostEdge, 1024)};
}

/// A kind of processor, and its settings where a folder has none.
struct Kind {
    std::string_view name;
    void (*add)(const Folder&, PictureProcessing&);
    ResizeFilter filter = ResizeFilter::Bicubic;
    std::array<float, 3> mean = clipMean, deviation = clipDeviation;
};

constexpr std::array<float, 3> halves{0.5F, 0.5F, 0.5F}, imagenetMean{0.485F, 0.456F, 0.406F},
    imagenetDeviation{0.229F, 0.224F, 0.225F};
constexpr Kind kinds[] = {
    {"Qwen2VLImageProcessor", addArea},
    {"Glm4vImageProcessor", addGlmArea},
    {"Glm46VImageProcessor", addGlmArea},
    {"Gemma3ImageProcessor", addGemma3, ResizeFilter::Bilinear, halves, halves},
    {"Gemma4ImageProcessor", addBudget, ResizeFilter::Bicubic, {0, 0, 0}, {1, 1, 1}},
    {"GotOcr2ImageProcessor", addShapeTiles, ResizeFilter::Bicubic, imagenetMean, imagenetDeviation},
    {"Idefics3ImageProcessor", addEdgeTiles, ResizeFilter::Lanczos, halves, halves},
    {"SmolVLMImageProcessor", addEdgeTiles, ResizeFilter::Lanczos, halves, halves},
    {"Lfm2VlImageProcessor", addWholeOrTiles, ResizeFilter::Bilinear, halves, halves},
    {"CLIPImageProcessor", addCrop},
    {"KimiVLImageProcessor", addPadded, ResizeFilter::Bicubic, halves, halves},
    {"LlavaNextImageProcessor", addAnyResolution},
    {"PixtralImageProcessor", addLongEdge},
};

/// Of the original repository, whose folders name the processor of a part of the work.
constexpr Kind originalInternVl{"", addOriginalInternVl, ResizeFilter::Bicubic, imagenetMean,
                                imagenetDeviation};

const Kind& kindOf(const Settings& config, const Settings& processor) {
    if (config.text("model_type") == "internvl_chat") return originalInternVl;
    std::string name = processor.text("image_processor_type");
    if (constexpr std::string_view fast = "Fast"; name.ends_with(fast))
        name.resize(name.size() - fast.size());
    for (const Kind& kind : kinds)
        if (kind.name == name) return kind;
    throw Error(errors::unknownProcessor, {name});
}

ResizeFilter filterOf(const Settings& processor, ResizeFilter otherwise) {
    // Numbered as in Pillow.
    constexpr uint64_t lanczos = 1, bilinear = 2, bicubic = 3;
    if (!processor.has("resample")) return otherwise;
    switch (processor.count("resample", bicubic)) {
        case lanczos:
            return ResizeFilter::Lanczos;
        case bilinear:
            return ResizeFilter::Bilinear;
        default:
            return ResizeFilter::Bicubic;
    }
}

Settings processorOf(const std::filesystem::path& folder) {
    Settings own(format::folderJsonIfThere(folder / "preprocessor_config.json"));
    if (own.has("image_processor_type") || own.has("feature_extractor_type")) return own;
    return Settings(format::readFolderJson(folder / "processor_config.json")).part("image_processor");
}

}  // namespace

PictureProcessing folderProcessing(const std::filesystem::path& path) {
    const Settings config(format::readFolderJson(path / "config.json"));
    const Folder folder{processorOf(path), config, config.part("vision_config")};
    const Settings& settings = folder.processor;
    const Kind& kind = kindOf(config, settings);
    PictureProcessing processing;
    kind.add(folder, processing);
    processing.filter = filterOf(settings, kind.filter);
    processing.scale = static_cast<float>(settings.number("rescale_factor", 1.0 / 255));
    if (settings.flag("do_normalize", true)) {
        processing.mean = kind.mean;
        processing.deviation = kind.deviation;
        settings.colours("image_mean", processing.mean);
        settings.colours("image_std", processing.deviation);
    }
    checkProcessing(processing);
    return processing;
}

}  // namespace hearth
