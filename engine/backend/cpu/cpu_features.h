#pragma once

#include <span>
#include <string_view>

namespace hearth::cpu {

/// The families of kernels, from the one that runs everywhere to the one that needs most. Each includes those
/// before it.
enum class IsaLevel { Portable, Avx2, Avx512Vnni, Amx };

/// As people know it: "AVX-512 VNNI".
std::string_view isaName(IsaLevel level) noexcept;

/// The best level that this processor and its operating system allow. For Amx the permission to use tile
/// registers has been asked of the kernel (Linux, arch_prctl); it holds for the whole process. Safe to call
/// from any thread.
IsaLevel detectIsa() noexcept;

/// Every level up to `best`, for tests that force each path.
std::span<const IsaLevel> isaLevelsUpTo(IsaLevel best) noexcept;

}  // namespace hearth::cpu
