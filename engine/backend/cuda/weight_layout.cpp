#include "backend/cuda/weight_layout.h"

#include <cstring>

namespace hearth::cuda {
namespace {

WeightFormat formatOf(BlockType type) {
    switch (type) {
        case BlockType::F16:
        case BlockType::BF16:
            return WeightFormat::Half;
        case BlockType::Q4_0:
            return WeightFormat::Q4_0;
        case BlockType::Q4_1:
            return WeightFormat::Q4_1;
        case BlockType::Q5_0:
            return WeightFormat::Q5_0;
        case BlockType::Q5_1:
            return WeightFormat::Q5_1;
        case BlockType::Q8_0:
            return WeightFormat::Q8_0;
        case BlockType::Q2_K:
            return WeightFormat::Q2_K;
        case BlockType::Q3_K:
            return WeightFormat::Q3_K;
        case BlockType::Q4_K:
            return WeightFormat::Q4_K;
        case BlockType::Q5_K:
            return WeightFormat::Q5_K;
        case BlockType::Q6_K:
            return WeightFormat::Q6_K;
        case BlockType::IQ4_NL:
            return WeightFormat::Codes4;
        case BlockType::MXFP4:
            return WeightFormat::Codes4Bf16;
        case BlockType::IQ4_XS:
            return WeightFormat::Codes4Super32;
        case BlockType::IQ2_XXS:
        case BlockType::IQ2_XS:
        case BlockType::IQ2_S:
        case BlockType::IQ3_XXS:
        case BlockType::IQ3_S:
        case BlockType::IQ1_S:
        case BlockType::IQ1_M:
        case BlockType::TQ1_0:
        case BlockType::TQ2_0:
            return WeightFormat::Codes4Super16;
        case BlockType::FP8_E4M3:
            return WeightFormat::E4M3;
        case BlockType::FP8_E5M2:
            return WeightFormat::E5M2;
        default:
            return WeightFormat::F32;
    }
}

uint64_t aligned(uint64_t bytes) {
    return (bytes + 255) / 256 * 256;
}

std::array<int8_t, 16> mirrored(std::array<int8_t, 8> values) {
    std::array<int8_t, 16> all{};
    for (size_t i = 0; i < 8; ++i) {
        all[i] = values[i];
        all[8 + i] = static_cast<int8_t>(-values[i]);
    }
    return all;
}

}  // namespace

std::array<int8_t, 16> codebookOf(BlockType type) noexcept {
    switch (type) {
        case BlockType::IQ4_NL:
        case BlockType::IQ4_XS:
            return {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
        case BlockType::MXFP4:
            return mirrored({0, 1, 2, 3, 4, 6, 8, 12});  // e2m1, doubled
        case BlockType::IQ2_XXS:
        case BlockType::IQ2_XS:
        case BlockType::IQ2_S:
            return mirrored({8, 25, 43, 0, 0, 0, 0, 0});
        case BlockType::IQ3_XXS:
            return mirrored({4, 12, 20, 28, 36, 44, 52, 62});
        case BlockType::IQ3_S:
            return mirrored({1, 3, 5, 7, 9, 11, 13, 15});
        case BlockType::IQ1_S:
        case BlockType::IQ1_M:
            return mirrored({1, 7, 9, 0, 0, 0, 0, 0});  // 8 * pattern + or - 1
        default:
            return mirrored({0, 1, 2, 0, 0, 0, 0, 0});
    }
}

WeightLayout WeightLayout::of(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts) {
    WeightLayout layout;
    layout.type = type;
    layout.format = rows == 1 ? WeightFormat::F32 : formatOf(type);
    layout.columns = columns;
    layout.rows = rows;
    layout.experts = experts;
    layout.kBlocks = (columns + blockColumns - 1) / blockColumns;
    layout.rowPanels = (rows + rowPanelRows - 1) / rowPanelRows;
    if (layout.format == WeightFormat::F32) {
        layout.low.expertBytes = rows * columns * sizeof(float);
    } else {
        const FormatTraits traits = traitsOf(layout.format);
        const uint64_t items = layout.kBlocks * rowPanelRows;
        const auto plane = [&](Plane& p, uint64_t rowPanelBytes) {
            p.rowPanelBytes = rowPanelBytes;
            p.expertBytes = rowPanelBytes * layout.rowPanels;
        };
        plane(layout.low, items * static_cast<uint64_t>(itemBytes(layout.format)));
        plane(layout.high, items * static_cast<uint64_t>(traits.highBytes()));
        plane(layout.scale, layout.format == WeightFormat::Half
                                ? rowPanelRows * sizeof(float)
                                : items * static_cast<uint64_t>(traits.scaleBytes()));
        plane(layout.super, items / static_cast<uint64_t>(traits.superBlocks()) *
                                static_cast<uint64_t>(traits.superBytes()));
    }
    for (Plane* plane : {&layout.low, &layout.high, &layout.scale, &layout.super}) {
        plane->offset = layout.sizeBytes;
        layout.sizeBytes += aligned(plane->expertBytes * experts);
    }
    return layout;
}

WeightView WeightLayout::view(const std::byte* base) const {
    WeightView view;
    view.low = base + low.offset;
    view.high = base + high.offset;
    view.scale = base + scale.offset;
    view.super = base + super.offset;
    view.expertLow = low.expertBytes;
    view.expertHigh = high.expertBytes;
    view.expertScale = scale.expertBytes;
    view.expertSuper = super.expertBytes;
    const auto codebook = codebookOf(type);
    std::memcpy(view.codebook, codebook.data(), sizeof view.codebook);
    view.rows = static_cast<int>(rows);
    view.columns = static_cast<int>(columns);
    view.kBlocks = static_cast<int>(kBlocks);
    view.format = format;
    return view;
}

}  // namespace hearth::cuda
