#include "engine/vision/vision_pack.h"

#include <functional>

namespace hearth::test {

namespace {

/// A value of a tile: which patch of it in raster order, and where in the patch.
struct Place {
    size_t tile = 0, patch = 0, channel = 0, y = 0, x = 0;
};

/// The index in Hearth's order of a place.
size_t hearthIndex(const PictureLayout& layout, const PictureProcessing& processing, const Place& place) {
    size_t before = 0;
    for (size_t i = 0; i < place.tile; ++i) before += layout.grids[i].patches();
    const size_t columns = layout.grids[place.tile].columns, merge = processing.mergeSize;
    const size_t row = place.patch / columns, column = place.patch % columns;
    const size_t block = row / merge * (columns / merge) + column / merge;
    const size_t patch = before + block * merge * merge + row % merge * merge + column % merge;
    const size_t side = processing.patchSize;
    return ((patch * 3 + place.channel) * side + place.y) * side + place.x;
}

/// Calls `each` with the index in the pixel_values of transformers of every value of a picture's tiles.
using Visitor = std::function<void(size_t index, const Place& place)>;

/// Planes (tile, channel, y, x), of a common size.
void visitPlanes(const PictureLayout& layout, const PictureProcessing& processing, size_t firstTile,
                 const std::vector<size_t>& shape, const Visitor& each) {
    const size_t height = shape[shape.size() - 2], width = shape.back(), side = processing.patchSize;
    for (size_t tile = 0; tile < layout.grids.size(); ++tile) {
        const PatchGrid grid = layout.grids[tile];
        // LLaVA 1.6 has the overview in front.
        const size_t plane = firstTile + (layout.lines ? (tile + 1) % layout.grids.size() : tile);
        for (size_t channel = 0; channel < 3; ++channel)
            for (size_t y = 0; y < grid.rows * side; ++y)
                for (size_t x = 0; x < grid.columns * side; ++x)
                    each(((plane * 3 + channel) * height + y) * width + x,
                         {tile, y / side * grid.columns + x / side, channel, y % side, x % side});
    }
}

/// Rows of patches in raster order, (y, x, channel), each tile padded to a number of patches.
void visitRaster(const PictureLayout& layout, const PictureProcessing& processing, size_t firstTile,
                 const std::vector<size_t>& shape, const Visitor& each) {
    const size_t side = processing.patchSize;
    for (size_t tile = 0; tile < layout.grids.size(); ++tile)
        for (size_t patch = 0; patch < layout.grids[tile].patches(); ++patch)
            for (size_t y = 0; y < side; ++y)
                for (size_t x = 0; x < side; ++x)
                    for (size_t channel = 0; channel < 3; ++channel)
                        each(
                            ((firstTile + tile) * shape[1] + patch) * shape[2] + (y * side + x) * 3 + channel,
                            {tile, patch, channel, y, x});
}

/// Patches in raster order, (channel, y, x).
void visitPatches(const PictureLayout& layout, const PictureProcessing& processing, const Visitor& each) {
    const size_t side = processing.patchSize;
    for (size_t patch = 0; patch < layout.grids.front().patches(); ++patch)
        for (size_t channel = 0; channel < 3; ++channel)
            for (size_t y = 0; y < side; ++y)
                for (size_t x = 0; x < side; ++x)
                    each(((patch * 3 + channel) * side + y) * side + x, {0, patch, channel, y, x});
}

/// Rows of patches in blocks that are merged, (channel, time, y, x).
void visitBlocks(const PictureLayout& layout, const PictureProcessing& processing, size_t firstPatch,
                 const std::vector<size_t>& shape, const Visitor& each) {
    const size_t side = processing.patchSize, merge = processing.mergeSize, frames = 2;
    const PatchGrid grid = layout.grids.front();
    for (size_t i = 0; i < grid.patches(); ++i) {
        const size_t block = i / (merge * merge), within = i % (merge * merge), blocks = grid.columns / merge;
        const size_t row = block / blocks * merge + within / merge;
        const size_t column = block % blocks * merge + within % merge;
        for (size_t channel = 0; channel < 3; ++channel)
            for (size_t time = 0; time < frames; ++time)
                for (size_t y = 0; y < side; ++y)
                    for (size_t x = 0; x < side; ++x)
                        each((firstPatch + i) * shape[1] + ((channel * frames + time) * side + y) * side + x,
                             {0, row * grid.columns + column, channel, y, x});
    }
}

void visit(const PictureLayout& layout, const PictureProcessing& processing, size_t first,
           const std::vector<size_t>& shape, const std::string& family, const Visitor& each) {
    if (family.starts_with("gemma4") || family.starts_with("lfm2"))
        visitRaster(layout, processing, first, shape, each);
    else if (family.starts_with("kimi"))
        visitPatches(layout, processing, each);
    else if (shape.size() == 2)
        visitBlocks(layout, processing, first, shape, each);
    else
        visitPlanes(layout, processing, first, shape, each);
}

}  // namespace

std::vector<std::string> visionModels(const std::filesystem::path& pack) {
    std::vector<std::string> names;
    const auto manifest = readJson(pack / "manifest.json");
    for (const auto& model : manifest.at("models")) names.push_back(model.at("name").get<std::string>());
    return names;
}

std::vector<Picture> casePictures(const std::filesystem::path& pack, const nlohmann::json& oneCase) {
    std::vector<Picture> pictures;
    for (const auto& name : oneCase.at("pictures"))
        pictures.push_back(decodePicture(readBytes(pack / "pictures" / name.get<std::string>())));
    return pictures;
}

std::vector<float> transformersPixels(const std::vector<PicturePatches>& pictures,
                                      const PictureProcessing& processing, const std::vector<size_t>& shape,
                                      const std::string& family) {
    size_t size = 1, first = 0;
    for (const size_t extent : shape) size *= extent;
    std::vector<float> pixels(size, 0.0F);
    for (const PicturePatches& picture : pictures) {
        visit(picture.layout, processing, first, shape, family, [&](size_t index, const Place& place) {
            pixels.at(index) = picture.values.at(hearthIndex(picture.layout, processing, place));
        });
        first += shape.size() == 2 ? picture.layout.patches() : picture.layout.grids.size();
    }
    return pixels;
}

std::vector<float> hearthPatches(const PictureLayout& layout, const PictureProcessing& processing,
                                 const std::vector<float>& pixels, const std::vector<size_t>& shape,
                                 const std::string& family) {
    std::vector<float> values(size_t{layout.patches()} * processing.patchValues());
    visit(layout, processing, 0, shape, family, [&](size_t index, const Place& place) {
        values.at(hearthIndex(layout, processing, place)) = pixels.at(index);
    });
    return values;
}

}  // namespace hearth::test
