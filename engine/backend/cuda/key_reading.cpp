#include "backend/cuda/key_reading.h"

#include <cstdint>
#include <cstring>

#include "backend/kv_block_sizes.h"
#include "quant/half_float.h"

namespace hearth::cuda {

namespace {

template <class Number>
Number numberAt(const std::byte* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
}

/// A scale that is a float16 without its sign and its last seven bits.
float scaleAt(const std::byte* at) {
    return halfToFloat(static_cast<uint16_t>(static_cast<unsigned>(*at) << 7U));
}

/// One column of a block: the key at `slot` is what `keyOf` makes of its bytes.
template <class KeyOf>
void unpackColumn(float* out, size_t stride, const KeyOf& keyOf) {
    for (int slot = 0; slot < kvBlockPositions; ++slot) out[static_cast<size_t>(slot) * stride] = keyOf(slot);
}

/// Chunks of 16 bytes, of the same columns of all positions one after the other.
const std::byte* chunkOf(const std::byte* head, int chunk, int slot) {
    return head + (static_cast<size_t>(chunk) * kvBlockPositions + static_cast<size_t>(slot)) * 16;
}

}  // namespace

void unpackKeys(const KvLayerView& layer, KvCode type, const std::byte* head, float* out, size_t stride) {
    const std::byte* shared = head + layer.keyScaleOffset;
    const auto columns = static_cast<uint32_t>(layer.keyDim);
    for (int dim = 0; dim < layer.keyDim; ++dim) {
        if (type == KvCode::F32) {
            unpackColumn(out + dim, stride, [&](int slot) {
                return numberAt<float>(chunkOf(head, dim / 4, slot) + dim % 4 * 4);
            });
        } else if (type == KvCode::Q8_0) {
            const size_t stored = storedKeyColumns(KvType::Q8_0, columns);
            const float scale = scaleAt(shared + stored + dim);
            const int least = keyOffsetStep * numberAt<int8_t>(shared + dim);
            unpackColumn(out + dim, stride, [&](int slot) {
                return scale * static_cast<float>(
                                   numberAt<uint8_t>(chunkOf(head, dim / 16, slot) + dim % 16) + least);
            });
        } else if (type == KvCode::Q4_0) {
            const size_t stored = storedKeyColumns(KvType::Q4_0, columns);
            const float scale = scaleAt(shared + 2 * stored + dim);
            const float least = halfToFloat(numberAt<uint16_t>(shared + 2 * static_cast<size_t>(dim)));
            unpackColumn(out + dim, stride, [&](int slot) {
                const auto both = numberAt<uint8_t>(chunkOf(head, dim / 32, slot) + dim % 16);
                return static_cast<float>(dim % 32 < 16 ? both & 15U : both >> 4U) * scale + least;
            });
        } else {
            unpackColumn(out + dim, stride, [&](int slot) {
                return halfToFloat(numberAt<uint16_t>(chunkOf(head, dim / 8, slot) + dim % 8 * 2));
            });
        }
    }
}

}  // namespace hearth::cuda
