// Kernels in plain C++ for every processor.
#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

#include <bit>

namespace hearth::cpu {
namespace {

constexpr size_t columnsAtOnce = 4;

typedef uint8_t Line __attribute__((vector_size(lanes * 4)));

inline Line loadLine(const std::byte* p) {
    Line v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
template <bool High>
inline Line nibbles(Line v) {
    constexpr uint8_t four = 4;
    constexpr uint8_t mask = 15;
    return High ? v >> four : v & mask;
}
template <int Shift, int Mask>
inline Line orBits(Line a, Line b) {
    constexpr auto distance = static_cast<uint8_t>(Shift >= 0 ? Shift : -Shift);
    constexpr auto mask = static_cast<uint8_t>(Mask);
    return a | ((Shift >= 0 ? b << distance : b >> distance) & mask);
}

/// 16-bit halves of the words, which the format of the files makes little-endian.
typedef uint16_t Halves __attribute__((vector_size(lanes * 4)));
static_assert(std::endian::native == std::endian::little);

/// In each half the product of its weight with one of two activations.
inline Ints products(Halves weights, int8_t low, int8_t high) {
    const int32_t both = static_cast<uint16_t>(low) | static_cast<int32_t>(high) * 65536;
    return reinterpret_cast<Ints>(weights * reinterpret_cast<Halves>(Ints{} + both));
}

template <int Bits>
struct Accumulator {
    Ints v{};
    void start(int bias) { v = Ints{} + bias; }
    template <size_t Group>
    void add(Line line, const int32_t* q) {
        const auto w = reinterpret_cast<Halves>(line);
        int8_t x[4];
        __builtin_memcpy(x, q, 4);
        // Bytes 0 and 2 of every four, then 1 and 3: products of 255 and 128 just fit into 16 bits.
        const Ints even = products(w & 255, x[0], x[2]);
        const Ints odd = products(w >> 8, x[1], x[3]);
        v += (even << 16 >> 16) + (even >> 16) + (odd << 16 >> 16) + (odd >> 16);
    }
    Floats total() const { return __builtin_convertvector(v, Floats); }
};

}  // namespace
}  // namespace hearth::cpu

#include "backend/cpu/attention_kernels.h"
#include "backend/cpu/kv_quantized.h"
#include "backend/cpu/quantized_attention.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/row_panel_kernels.h"

namespace hearth::cpu {
namespace {
constexpr KernelTable makeTable() {
    KernelTable table;
    table.level = IsaLevel::Portable;
    addRowPanelKernels(table);
    addRowKernels(table);
    addAttentionKernels(table);
    addQuantizedKvKernels(table);
    addQuantizedAttention(table);
    return table;
}
}  // namespace
constexpr KernelTable portableKernels = makeTable();
}  // namespace hearth::cpu
