#pragma once

namespace hearth::test {

/// Under ThreadSanitizer a test of much work takes less of the same: each thread's part is seen in little.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool threadSanitized = true;
#else
inline constexpr bool threadSanitized = false;
#endif

}  // namespace hearth::test
