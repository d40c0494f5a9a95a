#pragma once

#include <cstdint>

#include "support/gguf_writer.h"

namespace hearth::test {

/// The tables of an mmproj file of Gemma 3, for readers of the tables only: 2 layers of width 8, 14 pixels a
/// patch, 256 tokens a picture; its one tensor has 64 * 64 positions of 8 numbers in F32. `outWidth`: of the
/// text model.
inline GgufWriter towerTables(uint32_t outWidth) {
    constexpr size_t numbers = size_t{64} * 64 * 8;
    const std::vector<float> halves{0.5F, 0.5F, 0.5F};
    GgufWriter writer;
    writer.text("general.architecture", "clip")
        .text("clip.projector_type", "gemma3")
        .u32("clip.vision.image_size", 896)
        .u32("clip.vision.patch_size", 14)
        .u32("clip.vision.embedding_length", 8)
        .u32("clip.vision.block_count", 2)
        .u32("clip.vision.attention.head_count", 2)
        .u32("clip.vision.feed_forward_length", 16)
        .u32("clip.vision.projection_dim", outWidth)
        .floats("clip.vision.image_mean", halves)
        .floats("clip.vision.image_std", halves)
        .tensorF32("v.position_embd.weight", {8, 64 * 64}, std::vector<float>(numbers));
    return writer;
}

/// Bytes of its tensor.
inline constexpr uint64_t towerTablesBytes = uint64_t{64} * 64 * 8 * sizeof(float);

}  // namespace hearth::test
