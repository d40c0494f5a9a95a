#include "backend/cuda/weight_codes.h"

#include <cstring>

#include "quant/half_float.h"

// Eight bytes at a time, each for itself within a word: compilers do not find that by themselves.
namespace hearth::cuda {
namespace {

constexpr uint64_t everyByte = 0x0101010101010101U;

uint64_t loadU64(const void* at) {
    uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}
void storeU64(uint8_t* at, uint64_t word) {
    std::memcpy(at, &word, sizeof word);
}

/// The low nibbles of `count` bytes are elements, the high ones those that lie `count` behind.
void takeNibbles(const std::byte* bytes, size_t count, uint8_t* codes) {
    for (size_t i = 0; i < count; i += 8) {
        const uint64_t pairs = loadU64(bytes + i);
        storeU64(codes + i, pairs & 15U * everyByte);
        storeU64(codes + count + i, pairs >> 4U & 15U * everyByte);
    }
}

/// Bit i of the word becomes bit 4 of code i.
void addFifthBits(uint32_t bits, uint8_t* codes) {
    constexpr uint64_t bitOfEachByte = 0x8040201008040201U;
    for (size_t i = 0; i < 32; i += 8) {
        // Byte k keeps bit k; adding 0x7f carries it into the highest place.
        const uint64_t chosen = (bits >> i & 0xffU) * everyByte & bitOfEachByte;
        const uint64_t ones = (chosen + 0x7f * everyByte) >> 7U & everyByte;
        storeU64(codes + i, loadU64(codes + i) | ones << 4U);
    }
}

/// Bits of 32 bytes from bit `shift` on, as many as `Mask` has, join as many codes, moved up by `Up`.
template <unsigned Mask, unsigned Up>
void addBits(const std::byte* bytes, unsigned shift, uint8_t* codes) {
    for (size_t i = 0; i < 32; i += 8) {
        const uint64_t bits = loadU64(bytes + i) >> shift & Mask * everyByte;
        storeU64(codes + i, loadU64(codes + i) | bits << Up);
    }
}

void readQ2(const std::byte* block, uint8_t* codes) {
    std::memset(codes, 0, mostBlockElements);
    for (unsigned run = 0; run < 8; ++run)
        addBits<3, 0>(block + 16 + 32 * (run / 4), 2 * (run % 4), codes + 32 * run);
}

void readQ3(const std::byte* block, uint8_t* codes) {
    std::memset(codes, 0, mostBlockElements);
    for (unsigned run = 0; run < 8; ++run) {
        addBits<3, 0>(block + 32 + 32 * (run / 4), 2 * (run % 4), codes + 32 * run);
        addBits<1, 2>(block, run, codes + 32 * run);
    }
}

void readQ4(const std::byte* nibbles, uint8_t* codes) {
    for (size_t pair = 0; pair < 4; ++pair) takeNibbles(nibbles + 32 * pair, 32, codes + 64 * pair);
}

void readQ5(const std::byte* block, uint8_t* codes) {
    readQ4(block + 48, codes);
    for (unsigned run = 0; run < 8; ++run) addBits<1, 4>(block + 16, run, codes + 32 * run);
}

void readQ6(const std::byte* block, uint8_t* codes) {
    for (size_t half = 0; half < 2; ++half) {
        takeNibbles(block + 64 * half, 64, codes + 128 * half);
        for (unsigned run = 0; run < 4; ++run)
            addBits<3, 4>(block + 128 + 32 * half, 2 * run, codes + 128 * half + 32 * run);
    }
}

/// Both zeros of MXFP4 are one number.
void readMxfp4(const std::byte* block, uint8_t* codes) {
    constexpr uint8_t negativeZero = 8;
    takeNibbles(block + 1, 16, codes);
    for (size_t i = 0; i < 32; ++i) codes[i] = codes[i] == negativeZero ? 0 : codes[i];
}

}  // namespace

bool hasPlainCodes(BlockType type) noexcept {
    switch (type) {
        case BlockType::Q4_0:
        case BlockType::Q4_1:
        case BlockType::Q5_0:
        case BlockType::Q5_1:
        case BlockType::Q8_0:
        case BlockType::Q2_K:
        case BlockType::Q3_K:
        case BlockType::Q4_K:
        case BlockType::Q5_K:
        case BlockType::Q6_K:
        case BlockType::IQ4_NL:
        case BlockType::IQ4_XS:
        case BlockType::MXFP4:
            return true;
        default:
            return false;
    }
}

void readCodes(BlockType type, const std::byte* block, uint8_t* codes) noexcept {
    switch (type) {
        case BlockType::Q4_0:
        case BlockType::IQ4_NL:
            return takeNibbles(block + 2, 16, codes);
        case BlockType::Q4_1:
            return takeNibbles(block + 4, 16, codes);
        case BlockType::Q5_0:
            takeNibbles(block + 6, 16, codes);
            return addFifthBits(loadU32(block + 2), codes);
        case BlockType::Q5_1:
            takeNibbles(block + 8, 16, codes);
            return addFifthBits(loadU32(block + 4), codes);
        case BlockType::Q8_0:
            std::memcpy(codes, block + 2, 32);
            return;
        case BlockType::Q2_K:
            return readQ2(block, codes);
        case BlockType::Q3_K:
            return readQ3(block, codes);
        case BlockType::Q4_K:
            return readQ4(block + 16, codes);
        case BlockType::Q5_K:
            return readQ5(block, codes);
        case BlockType::Q6_K:
            return readQ6(block, codes);
        case BlockType::IQ4_XS:
            for (size_t run = 0; run < 8; ++run) takeNibbles(block + 8 + 16 * run, 16, codes + 32 * run);
            return;
        case BlockType::MXFP4:
            return readMxfp4(block, codes);
        default:
            return;
    }
}

}  // namespace hearth::cuda
