#pragma once

#include <cstddef>
#include <cstdint>

/// Operations that a warp computes together, from the arguments that its lanes posted. Fragment layouts: PTX
/// ISA, "Matrix Fragments for mma.m16n8k16 / m16n8k32".
namespace hearth::emulator {

struct ShufflePost {
    uint32_t value, result;
    unsigned lane;
};
struct BallotPost {
    bool predicate;
    uint32_t result;
};
struct MmaS8Post {
    int* d;
    const uint32_t *a, *b;
};
struct MmaFloatPost {
    float* d;
    const uint32_t *a, *b;
};

struct MatricesPost {
    uint32_t* to;
    const std::byte* row;
};

void computeShuffle(void* const* posts, uint32_t members);
void computeBallot(void* const* posts, uint32_t members);
void computeMatrices(void* const* posts, uint32_t members);
void computeMmaS8(void* const* posts, uint32_t members);
void computeMmaF16(void* const* posts, uint32_t members);
void computeMmaBf16(void* const* posts, uint32_t members);

}  // namespace hearth::emulator
