#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "hearth/picture.h"
#include "hearth/picture_detail.h"
#include "picture/resized_picture.h"

namespace hearth {

/// The ways in which families bring a picture to the size that their towers read. Divisions are in double, as
/// in the processors of transformers, whose settings these are.
namespace size_rule {

/// Stretched to one size (Gemma 3).
struct Fixed {
    PictureSize size;
    bool operator==(const Fixed&) const = default;
};
/// Stretched to whole rows of the prompt, with an area between two limits (Qwen-VL, GLM-4.1V).
struct Area {
    uint64_t minPixels = 0, maxPixels = 0;
    uint32_t frames = 1;            ///< that a still picture counts as
    bool raisesShortEdges = false;  ///< to the length of a row, before anything else
    bool operator==(const Area&) const = default;
};
/// The largest size of the picture's shape that is at most so many rows of the prompt (Gemma 4).
struct Budget {
    uint32_t maxRows = 0;
    bool operator==(const Budget&) const = default;
};
/// As many tiles as fit its shape best, with an overview where there are several (InternVL).
struct ShapeTiles {
    PictureSize tile;
    uint32_t minTiles = 1, maxTiles = 1;
    bool hasOverview = true;
    bool operator==(const ShapeTiles&) const = default;
};
/// Whole within a number of rows of the prompt; larger ones in tiles as above (LFM2-VL).
struct WholeOrTiles {
    ShapeTiles tiles;
    uint32_t minRows = 0, maxRows = 0;
    double tolerance = 1;  ///< times maxRows that a picture may have before it is cut
    bool cuts = true;
    bool operator==(const WholeOrTiles&) const = default;
};
/// The longer edge of one length, then tiles and an overview (SmolVLM, Idefics 3).
struct EdgeTiles {
    uint32_t longEdge = 0, tile = 0;
    bool cuts = true;
    bool operator==(const EdgeTiles&) const = default;
};
/// The shorter edge of one length, then the middle (LLaVA 1.5).
struct Crop {
    uint32_t shortEdge = 0;
    PictureSize crop;
    bool operator==(const Crop&) const = default;
};
/// As it is, or with a longer edge of one length (Pixtral, Mistral 3).
struct LongEdge {
    uint32_t longEdge = 0;
    bool operator==(const LongEdge&) const = default;
};

/// As it is, or with at most this many patches, on a black ground that fills whole rows of the prompt at the
/// right and at the bottom (Kimi-VL).
struct Padded {
    uint32_t maxPatches = 0;
    bool operator==(const Padded&) const = default;
};
/// In the middle of a black canvas, the one of a list that keeps most of the picture, which is cut into
/// tiles, with an overview (LLaVA 1.6, Granite Vision). Rows of the tiles become lines of the whole canvas
/// (PictureLayout::Lines).
struct AnyResolution {
    uint32_t tile = 0;                  ///< pixels a side
    std::vector<PictureSize> canvases;  ///< multiples of a tile; of equally good ones the first is taken
    bool operator==(const AnyResolution&) const = default;
};

}  // namespace size_rule

using SizeRule = std::variant<size_rule::Fixed, size_rule::Area, size_rule::Budget, size_rule::ShapeTiles,
                              size_rule::WholeOrTiles, size_rule::EdgeTiles, size_rule::Crop,
                              size_rule::LongEdge, size_rule::Padded, size_rule::AnyResolution>;

/// Preprocessing of pictures for a model, as its own processor does it, described by data.
struct PictureProcessing {
    SizeRule size;
    ResizeFilter filter = ResizeFilter::Bicubic;
    float scale = 1.0F / 255;  ///< of a level, before the mean is taken off
    std::array<float, 3> mean{0, 0, 0}, deviation{1, 1, 1};
    uint32_t patchSize = 0;  ///< pixels a side
    uint32_t mergeSize = 1;  ///< patches a side that become one row of the prompt

    uint32_t rowSize() const noexcept { return patchSize * mergeSize; }
    /// Numbers of a patch.
    uint32_t patchValues() const noexcept { return 3 * patchSize * patchSize; }
    /// The same for fewer or more tokens; the same without a change where the family has no choice.
    PictureProcessing withDetail(PictureDetail detail) const;
};

}  // namespace hearth
