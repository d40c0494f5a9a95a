#include "vision/processing_check.h"

#include <algorithm>
#include <cmath>

#include "vision/vision_errors.h"

namespace hearth {

namespace {

using namespace size_rule;

/// The sizes that a rule gives to every picture.
struct FixedSizes {
    std::vector<PictureSize> operator()(const Fixed& rule) const { return {rule.size}; }
    std::vector<PictureSize> operator()(const Area&) const { return {}; }
    std::vector<PictureSize> operator()(const Budget&) const { return {}; }
    std::vector<PictureSize> operator()(const ShapeTiles& rule) const { return {rule.tile}; }
    std::vector<PictureSize> operator()(const WholeOrTiles& rule) const { return {rule.tiles.tile}; }
    std::vector<PictureSize> operator()(const EdgeTiles& rule) const { return {{rule.tile, rule.tile}}; }
    std::vector<PictureSize> operator()(const Crop& rule) const { return {rule.crop}; }
    std::vector<PictureSize> operator()(const LongEdge&) const { return {}; }
    std::vector<PictureSize> operator()(const Padded&) const { return {}; }
    std::vector<PictureSize> operator()(const AnyResolution& rule) const { return {{rule.tile, rule.tile}}; }
};

/// The pair of limits of a rule is in order.
bool limitsRise(const SizeRule& rule) {
    if (const auto* area = std::get_if<Area>(&rule))
        return area->minPixels <= area->maxPixels && area->maxPixels != 0;
    if (const auto* tiles = std::get_if<ShapeTiles>(&rule)) return tiles->minTiles <= tiles->maxTiles;
    if (const auto* whole = std::get_if<WholeOrTiles>(&rule))
        return whole->minRows <= whole->maxRows && whole->tiles.minTiles <= whole->tiles.maxTiles;
    return true;
}

/// The canvases of a rule are whole tiles, and not too many of them.
bool canvasesAreTiles(const SizeRule& rule) {
    const auto* any = std::get_if<AnyResolution>(&rule);
    if (any == nullptr) return true;
    return !any->canvases.empty() && std::ranges::all_of(any->canvases, [&](PictureSize canvas) {
        const uint64_t columns = canvas.width / any->tile, rows = canvas.height / any->tile;
        return columns != 0 && rows != 0 && canvas.width % any->tile == 0 && canvas.height % any->tile == 0 &&
               columns * rows <= mostTiles;
    });
}

}  // namespace

uint32_t mergeSizeOf(uint32_t edge, uint32_t patchSize, uint32_t rows) {
    const auto side = static_cast<uint32_t>(std::lround(std::sqrt(rows)));
    const uint32_t patches = edge / patchSize;
    if (side == 0 || side * side != rows || patches % side != 0)
        throw Error(errors::badPictureSetting, {"mm_tokens_per_image"});
    return patches / side;
}

void checkProcessing(const PictureProcessing& processing) {
    if (!limitsRise(processing.size)) throw Error(errors::badPictureSetting, {"size"});
    if (!canvasesAreTiles(processing.size)) throw Error(errors::badPictureSetting, {"image_grid_pinpoints"});
    const uint32_t patch = processing.patchSize, merge = processing.mergeSize;
    for (const PictureSize& size : std::visit(FixedSizes(), processing.size)) {
        const uint32_t columns = size.width / patch, rows = size.height / patch;
        if (columns == 0 || rows == 0 || columns % merge != 0 || rows % merge != 0)
            throw Error(errors::badPictureSetting, {"patch_size"});
    }
    for (const float deviation : processing.deviation)
        if (!(deviation > 0)) throw Error(errors::badPictureSetting, {"image_std"});
}

}  // namespace hearth
