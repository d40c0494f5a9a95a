#pragma once

namespace hearth::test {

/// Under a sanitizer a test of much work takes less of the same: each thread's part, and each access, is seen
/// in little.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool threadSanitized = true;
#else
inline constexpr bool threadSanitized = false;
#endif
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool addressSanitized = true;
#else
inline constexpr bool addressSanitized = false;
#endif

}  // namespace hearth::test
