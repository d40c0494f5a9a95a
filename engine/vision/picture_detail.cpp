#include <algorithm>

#include "vision/picture_processing.h"

namespace hearth {

namespace {

using namespace size_rule;

/// Rows of the prompt for a picture of low detail, where a family has no number of its own.
constexpr uint64_t fewRows = 256;

/// The rule of a family with other limits. Limits are never above those that the model was trained with, and
/// its processor has these already, but for Gemma 4's.
struct RuleWithDetail {
    const PictureProcessing& processing;
    PictureDetail detail;

    bool isLow() const noexcept { return detail == PictureDetail::Low; }

    void operator()(Fixed&) const {}
    void operator()(Crop&) const {}
    void operator()(Area& rule) const {
        if (!isLow()) return;
        const uint64_t rowPixels = uint64_t{processing.rowSize()} * processing.rowSize() * rule.frames;
        rule.maxPixels = std::max(rule.minPixels, std::min(rule.maxPixels, fewRows * rowPixels));
    }
    void operator()(Budget& rule) const {
        // The least and the most of those that the family reads (Gemma 4 2026).
        constexpr uint32_t least = 70, most = 1120;
        rule.maxRows = isLow() ? std::min(rule.maxRows, least) : std::max(rule.maxRows, most);
    }
    void operator()(ShapeTiles& rule) const {
        if (isLow()) rule.minTiles = rule.maxTiles = 1;
    }
    void operator()(WholeOrTiles& rule) const {
        if (isLow()) rule.cuts = false;
    }
    void operator()(EdgeTiles& rule) const {
        if (isLow()) rule.cuts = false;
    }
    void operator()(LongEdge& rule) const {
        if (isLow()) rule.longEdge = std::max(rule.longEdge / 2, processing.rowSize());
    }
    void operator()(AnyResolution& rule) const {
        if (!isLow()) return;
        const auto smallest = std::ranges::min(rule.canvases, {}, &PictureSize::pixels).pixels();
        std::erase_if(rule.canvases, [&](PictureSize canvas) { return canvas.pixels() > smallest; });
    }
    void operator()(Padded& rule) const {
        const uint64_t patches = fewRows * processing.mergeSize * processing.mergeSize;
        if (isLow()) rule.maxPatches = static_cast<uint32_t>(std::min<uint64_t>(rule.maxPatches, patches));
    }
};

}  // namespace

PictureProcessing PictureProcessing::withDetail(PictureDetail detail) const {
    PictureProcessing other = *this;
    if (detail != PictureDetail::Auto) std::visit(RuleWithDetail{*this, detail}, other.size);
    return other;
}

}  // namespace hearth
