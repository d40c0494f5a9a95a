// Kernels in plain C++ for every processor.
#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

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

template <int Bits>
struct Accumulator {
    static constexpr bool signedWeights = false;
    Ints v{};
    void start(int bias) { v = Ints{} + bias; }
    template <size_t Group>
    void add(Line w, const int32_t* q) {
        int8_t x[4];
        __builtin_memcpy(x, q, 4);
        uint8_t bytes[lanes * 4];
        __builtin_memcpy(bytes, &w, sizeof bytes);
        for (size_t r = 0; r < lanes; ++r)
            v[r] += bytes[r * 4] * x[0] + bytes[r * 4 + 1] * x[1] + bytes[r * 4 + 2] * x[2] +
                    bytes[r * 4 + 3] * x[3];
    }
    Floats total() const { return __builtin_convertvector(v, Floats); }
};

}  // namespace
}  // namespace hearth::cpu

#include "backend/cpu/attention_kernels.h"
#include "backend/cpu/kv_quantized.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/strip_kernels.h"

namespace hearth::cpu {
namespace {
constexpr KernelTable makeTable() {
    KernelTable table;
    table.level = IsaLevel::Portable;
    addStripKernels(table);
    addRowKernels(table);
    addAttentionKernels(table);
    addQuantizedKvKernels(table);
    return table;
}
}  // namespace
constexpr KernelTable portableKernels = makeTable();
}  // namespace hearth::cpu
