#include "vision/picture_marks.h"

#include <algorithm>
#include <array>

namespace hearth {

namespace {

using enum PictureMarks::Runs;

// As the processors of transformers put pictures into prompts.
constexpr std::array families{
    PictureMarks{.projector = "gemma3",
                 .row = "<image_soft_token>",
                 .placeholder = "<start_of_image>",
                 .before = "\n\n<start_of_image>",
                 .after = "<end_of_image>\n\n"},
    PictureMarks{.projector = "gemma4v",
                 .row = "<|image|>",
                 .placeholder = "<|image|>",
                 .before = "<|image>",
                 .after = "<image|>"},
    PictureMarks{.projector = "idefics3",
                 .row = "<image>",
                 .placeholder = "<image>",
                 .after = "<fake_token_around_image>",
                 .runs = TileLines},
    PictureMarks{.projector = "internvl",
                 .row = "<IMG_CONTEXT>",
                 .placeholder = "<IMG_CONTEXT>",
                 .before = "<img>",
                 .after = "</img>",
                 .templateAfter = "\n"},
    PictureMarks{.projector = "lfm2",
                 .row = "<image>",
                 .placeholder = "<image>",
                 .before = "<|image_start|>",
                 .after = "<|image_end|>",
                 .runs = MarkedTiles},
    PictureMarks{.projector = "mlp", .row = "<image>", .placeholder = "<image>", .templateAfter = "\n"},
    PictureMarks{.projector = "glm4v",
                 .row = "<|image|>",
                 .placeholder = "<|image|>",
                 .templateBefore = "<|begin_of_image|>",
                 .templateAfter = "<|end_of_image|>"},
    PictureMarks{.projector = "pixtral", .row = "[IMG]", .placeholder = "[IMG]", .runs = GridLines},
    PictureMarks{.projector = "kimivl",
                 .row = "<|media_pad|>",
                 .placeholder = "<|media_pad|>",
                 .templateBefore = "<|media_start|>image<|media_content|>",
                 .templateAfter = "<|media_end|>"},
    PictureMarks{.projector = "qwen2vl_merger",
                 .row = "<|image_pad|>",
                 .placeholder = "<|image_pad|>",
                 .templateBefore = "<|vision_start|>",
                 .templateAfter = "<|vision_end|>"},
    PictureMarks{.projector = "qwen2.5vl_merger",
                 .row = "<|image_pad|>",
                 .placeholder = "<|image_pad|>",
                 .templateBefore = "<|vision_start|>",
                 .templateAfter = "<|vision_end|>"},
    PictureMarks{.projector = "qwen3vl_merger",
                 .row = "<|image_pad|>",
                 .placeholder = "<|image_pad|>",
                 .templateBefore = "<|vision_start|>",
                 .templateAfter = "<|vision_end|>"},
};

/// The parts of one picture in the making.
class Parts {
public:
    void add(std::string_view text) {
        if (text.empty()) return;
        if (m_parts.empty() || m_parts.back().rows != 0) m_parts.emplace_back();
        m_parts.back().text += text;
    }
    void add(const PictureLayout& layout, size_t tile) {
        m_parts.push_back({.rows = layout.rows(tile), .columns = columnsOf(layout, tile)});
    }
    void addWhole(const PictureLayout& layout) {
        m_parts.push_back(
            {.rows = layout.rows(), .columns = layout.grids.size() == 1 ? columnsOf(layout, 0) : 0});
    }
    void addLines(const PictureLayout& layout) {
        const uint32_t columns = columnsOf(layout, 0);
        for (uint32_t left = layout.rows(0); left > 0; left -= columns) {
            m_parts.push_back({.rows = columns, .columns = columns});
            add(left > columns ? "[IMG_BREAK]" : "[IMG_END]");
        }
    }
    std::vector<PictureMarks::Part> take() && { return std::move(m_parts); }

private:
    static uint32_t columnsOf(const PictureLayout& layout, size_t tile) {
        return layout.grids[tile].columns / layout.mergeSize;
    }

    std::vector<PictureMarks::Part> m_parts;
};

/// Row and column of a tile, counted from 1.
std::string tileMark(std::string_view before, uint32_t row, std::string_view between, uint32_t column,
                     std::string_view after) {
    std::string mark(before);
    mark += std::to_string(row);
    mark += between;
    mark += std::to_string(column);
    mark += after;
    return mark;
}

/// LFM2-VL: tiles follow each other.
void addMarkedTiles(const PictureLayout& layout, Parts& parts) {
    size_t tile = 0;
    for (uint32_t row = 1; layout.isCut && row <= layout.tileRows; ++row)
        for (uint32_t column = 1; column <= layout.tileColumns; ++column) {
            parts.add(tileMark("<|img_row_", row, "_col_", column, "|>"));
            parts.add(layout, tile++);
        }
    for (; tile < layout.grids.size(); ++tile) {
        if (layout.isCut) parts.add("<|img_thumbnail|>");
        parts.add(layout, tile);
    }
}

/// SmolVLM, Idefics 3: a line of text for each line of tiles.
void addTileLines(const PictureLayout& layout, Parts& parts) {
    constexpr std::string_view around = "<fake_token_around_image>";
    size_t tile = 0;
    for (uint32_t row = 1; layout.isCut && row <= layout.tileRows; ++row) {
        for (uint32_t column = 1; column <= layout.tileColumns; ++column) {
            parts.add(around);
            parts.add(tileMark("<row_", row, "_col_", column, ">"));
            parts.add(layout, tile++);
        }
        parts.add("\n");
    }
    for (; tile < layout.grids.size(); ++tile) {
        if (layout.isCut) parts.add("\n");
        parts.add(around);
        parts.add("<global-img>");
        parts.add(layout, tile);
    }
}

}  // namespace

std::vector<PictureMarks::Part> PictureMarks::parts(const PictureLayout& layout) const {
    Parts parts;
    parts.add(before);
    switch (runs) {
        case Whole:
            parts.addWhole(layout);
            break;
        case MarkedTiles:
            addMarkedTiles(layout, parts);
            break;
        case TileLines:
            addTileLines(layout, parts);
            break;
        case GridLines:
            parts.addLines(layout);
            break;
    }
    parts.add(after);
    return std::move(parts).take();
}

const PictureMarks* findPictureMarks(std::string_view projector) noexcept {
    const auto found = std::ranges::find(families, projector, &PictureMarks::projector);
    return found != families.end() ? &*found : nullptr;
}

}  // namespace hearth
