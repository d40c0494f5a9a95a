#pragma once

namespace hearth::test {

/// The least bytes a second at which any machine reads memory. Every read that a sanitizer watches takes
/// several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double leastReadBandwidth = 1e7;
#else
constexpr double leastReadBandwidth = 1e9;
#endif

}  // namespace hearth::test
