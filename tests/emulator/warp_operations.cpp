#include "emulator/warp_operations.h"

#include "emulator/half_float.h"

namespace hearth::emulator {
namespace {

template <class Convert>
void computeMmaFloat(void* const* posts, Convert convert) {
    float a[16][16], b[16][8], d[16][8];
    for (unsigned lane = 0; lane < 32; ++lane) {
        const auto& post = *static_cast<const MmaFloatPost*>(posts[lane]);
        const unsigned g = lane / 4, t = lane % 4;
        for (unsigned i = 0; i < 4; ++i) {
            for (unsigned half = 0; half < 2; ++half) {
                a[g + (i & 1U) * 8][t * 2 + (i >> 1U) * 8 + half] =
                    convert(static_cast<uint16_t>(post.a[i] >> (16 * half)));
            }
        }
        for (unsigned i = 0; i < 2; ++i) {
            for (unsigned half = 0; half < 2; ++half) {
                b[t * 2 + i * 8 + half][g] = convert(static_cast<uint16_t>(post.b[i] >> (16 * half)));
            }
        }
        for (unsigned i = 0; i < 4; ++i) d[g + (i >> 1U) * 8][t * 2 + (i & 1U)] = post.d[i];
    }
    // Columns innermost: they do not wait for each other, and each sum keeps its order.
    for (unsigned row = 0; row < 16; ++row) {
        for (unsigned k = 0; k < 16; ++k)
            for (unsigned column = 0; column < 8; ++column) d[row][column] += a[row][k] * b[k][column];
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        const auto& post = *static_cast<const MmaFloatPost*>(posts[lane]);
        for (unsigned i = 0; i < 4; ++i) post.d[i] = d[lane / 4 + (i >> 1U) * 8][lane % 4 * 2 + (i & 1U)];
    }
}

}  // namespace

void computeShuffle(void* const* posts, uint32_t members) {
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(members >> lane & 1U)) continue;
        auto& post = *static_cast<ShufflePost*>(posts[lane]);
        // Reading a lane outside the mask is undefined: give it a value that nobody can use.
        post.result = members >> post.lane & 1U ? static_cast<const ShufflePost*>(posts[post.lane])->value
                                                : 0xffffffffU;
    }
}

void computeBallot(void* const* posts, uint32_t members) {
    uint32_t result = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1U && static_cast<const BallotPost*>(posts[lane])->predicate)
            result |= 1U << lane;
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1U) static_cast<BallotPost*>(posts[lane])->result = result;
    }
}

void computeMatrices(void* const* posts, uint32_t) {
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned g = lane / 4, t = lane % 4;
        for (unsigned i = 0; i < 4; ++i) {
            std::memcpy(static_cast<const MatricesPost*>(posts[lane])->to + i,
                        static_cast<const MatricesPost*>(posts[8 * i + g])->row + size_t{4} * t, 4);
        }
    }
}

void computeMmaS8(void* const* posts, uint32_t) {
    int8_t a[16][32], b[8][32];
    for (unsigned lane = 0; lane < 32; ++lane) {
        const auto& post = *static_cast<const MmaS8Post*>(posts[lane]);
        const unsigned g = lane / 4, t = lane % 4;
        for (unsigned i = 0; i < 4; ++i) {
            std::memcpy(&a[g + (i & 1U) * 8][t * 4 + (i >> 1U) * 16], &post.a[i], 4);
        }
        for (unsigned i = 0; i < 2; ++i) std::memcpy(&b[g][t * 4 + i * 16], &post.b[i], 4);
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        const auto& post = *static_cast<const MmaS8Post*>(posts[lane]);
        for (unsigned i = 0; i < 4; ++i) {
            const int8_t* row = a[lane / 4 + (i >> 1U) * 8];
            const int8_t* column = b[lane % 4 * 2 + (i & 1U)];
            int sum = post.d[i];
            for (unsigned k = 0; k < 32; ++k) sum += row[k] * column[k];
            post.d[i] = sum;
        }
    }
}

void computeMmaF16(void* const* posts, uint32_t) {
    computeMmaFloat(posts, halfToFloat);
}
void computeMmaBf16(void* const* posts, uint32_t) {
    computeMmaFloat(posts, bf16ToFloat);
}

}  // namespace hearth::emulator
