#pragma once

namespace hearth {

/// Bytes a second that so many threads read from memory (0: one a physical core), the best of a few passes
/// over a buffer that no cache holds. Takes about half a second.
double measureReadBandwidth(int threads);

}  // namespace hearth
