#pragma once

#include <cstdint>

namespace hearth {

/// Experts of mixtures that live in host memory while a GPU has room for some of each layer, and what came
/// of it since loading. Each use of an expert by a layer in a step counts once, however many rows it has.
struct ExpertTraffic {
    int experts = 0;         ///< of a layer; 0: none live in host memory
    int onGpu = 0;           ///< of a layer on the GPU, the fewest where GPUs differ
    uint64_t hostBytes = 0;  ///< of all experts
    uint64_t hits = 0;       ///< uses that found their expert on the GPU
    uint64_t misses = 0;     ///< uses for which it was copied there
    uint64_t copiedBytes = 0;
    bool operator==(const ExpertTraffic&) const = default;

    bool isUsed() const noexcept { return experts > 0; }
    /// Between 0 and 1; 0 before the first use.
    double hitRate() const noexcept {
        const uint64_t all = hits + misses;
        return all == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(all);
    }
    /// Adds what another device has.
    void add(const ExpertTraffic& other) noexcept {
        if (!other.isUsed()) return;
        onGpu = isUsed() && onGpu < other.onGpu ? onGpu : other.onGpu;
        experts = other.experts;
        hostBytes += other.hostBytes;
        hits += other.hits;
        misses += other.misses;
        copiedBytes += other.copiedBytes;
    }
};

}  // namespace hearth
