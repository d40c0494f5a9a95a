#pragma once

namespace hearth {

/// Bytes a second that so many threads read from memory (0: one a physical core), the best of a few passes
/// over a buffer larger than caches, read as one stream a thread and as several. Takes about half a second.
double measureReadBandwidth(int threads);

}  // namespace hearth
