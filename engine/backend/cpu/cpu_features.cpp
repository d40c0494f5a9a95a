#include "backend/cpu/cpu_features.h"

#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "hearth/platform/threads.h"

namespace hearth::cpu {

namespace {

#if defined(__x86_64__)
/// Compilers' own names for AMX come late (g++ 13, clang 17), so the bits are read here: leaf 7, EDX 22
/// (bf16), 24 (tiles).
bool processorHasAmx() noexcept {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
    return ((d >> 22U) & 1U) != 0 && ((d >> 24U) & 1U) != 0;
}
#endif

IsaLevel detect() noexcept {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    const bool f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && ((c >> 29U) & 1U) != 0;
    if (!avx2 || !f16c) return IsaLevel::Portable;
#if defined(HEARTH_WIDE_REGISTERS)
    return IsaLevel::Amx;  // for tests: see tests/wide_registers
#endif
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vnni");
    if (!avx512) return IsaLevel::Avx2;
    if (!__builtin_cpu_supports("avx512bf16") || !processorHasAmx() || !platform::requestTileRegisters())
        return IsaLevel::Avx512Vnni;
    return IsaLevel::Amx;
#else
    return IsaLevel::Portable;
#endif
}

}  // namespace

std::string_view isaName(IsaLevel level) noexcept {
    switch (level) {
        case IsaLevel::Avx2:
            return "AVX2";
        case IsaLevel::Avx512Vnni:
            return "AVX-512 VNNI";
        case IsaLevel::Amx:
            return "AVX-512 VNNI + AMX";
        case IsaLevel::Portable:
            break;
    }
    return "portable";
}

IsaLevel detectIsa() noexcept {
    static const IsaLevel level = detect();
    return level;
}

std::span<const IsaLevel> isaLevelsUpTo(IsaLevel best) noexcept {
    static constexpr std::array all = {IsaLevel::Portable, IsaLevel::Avx2, IsaLevel::Avx512Vnni,
                                       IsaLevel::Amx};
    return std::span(all).first(static_cast<size_t>(best) + 1);
}

}  // namespace hearth::cpu
