#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/reference_pack.h"
#include "vision/picture_patches.h"

/// The reference pack for pictures: $HEARTH_GOLDEN/vision, described in its README.md.
namespace hearth::test {

inline std::optional<std::filesystem::path> visionPack() {
    const auto golden = goldenFolder();
    std::error_code ignored;
    if (!golden || !std::filesystem::exists(*golden / "vision" / "manifest.json", ignored))
        return std::nullopt;
    return *golden / "vision";
}

/// Towers of families that the pack lacks: tests/reference/make_vision_models.py.
inline std::filesystem::path madeTowersFolder() {
    return tinyModelsFolder().parent_path() / "vision";
}
inline constexpr const char* madeTowers[] = {"qwen2-vl",   "pixtral",       "glm-4.5v",
                                             "kimi-vl",    "internvl-chat", "gemma4-limits",
                                             "llava-next", "granite-vision"};

/// Names of its models.
std::vector<std::string> visionModels(const std::filesystem::path& pack);
/// The pictures of a case, decoded.
std::vector<Picture> casePictures(const std::filesystem::path& pack, const nlohmann::json& oneCase);
/// The pixel_values that transformers has for pictures, in its order and with its padding: a value for each
/// element of `shape`. `columns` is the number of values in a row where they are rows of patches.
std::vector<float> transformersPixels(const std::vector<PicturePatches>& pictures,
                                      const PictureProcessing& processing, const std::vector<size_t>& shape,
                                      const std::string& family);
/// The reverse: patches in Hearth's order of the pixel_values that transformers has for one picture.
std::vector<float> hearthPatches(const PictureLayout& layout, const PictureProcessing& processing,
                                 const std::vector<float>& pixels, const std::vector<size_t>& shape,
                                 const std::string& family);

}  // namespace hearth::test
