#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hearth::cpu {

/// While it lives, arithmetic with floats on this thread takes subnormal numbers (below 1.2e-38) for zero and
/// answers zero instead of them, on x86; conversions from and to half precision keep theirs. Intel's
/// processors need some 150 cycles for an instruction that meets one, and a prompt can meet them by the row:
/// with random Q4_K weights it took twice as long. Other processors are left alone. Instances nest; each has
/// to end on the thread it began on.
class FlushSubnormals {
public:
#if defined(__SSE2__)
    FlushSubnormals() noexcept : m_before(_mm_getcsr()) {
        if ((m_before & flags) != flags) _mm_setcsr(m_before | flags);
    }
    ~FlushSubnormals() {
        if ((m_before & flags) != flags) _mm_setcsr(m_before);
    }

private:
    static constexpr unsigned flags = 0x8040;  // of MXCSR: flush to zero, denormals are zeros
    unsigned m_before;

public:
#else
    FlushSubnormals() noexcept {
    }
    ~FlushSubnormals() {
    }
#endif
    FlushSubnormals(const FlushSubnormals&) = delete;
    FlushSubnormals& operator=(const FlushSubnormals&) = delete;
};

}  // namespace hearth::cpu
