#include "host/read_bandwidth.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

#include "hearth/host_resources.h"

namespace hearth {

namespace {

constexpr size_t step = 16;  ///< words that are read of one stream before the next: two cache lines

/// Sums words that are read as so many streams side by side, each a piece of its own; and, with `ahead`
/// words, asked for so much earlier.
uint64_t readStreams(const uint64_t* from, size_t words, size_t streams, size_t ahead) {
    const size_t each = words / streams / step * step;
    // Sixteen sums, so that the additions never wait for each other.
    std::array<uint64_t, step> sums{};
    for (size_t at = 0; at < each; at += step) {
        for (size_t s = 0; s < streams; ++s) {
            const uint64_t* p = from + s * each + at;
            if (ahead != 0) {
                __builtin_prefetch(p + ahead, 0, 2);
                __builtin_prefetch(p + ahead + step / 2, 0, 2);
            }
            for (size_t i = 0; i < step; ++i) sums[i] += p[i];
        }
    }
    uint64_t total = 0;
    for (const uint64_t sum : sums) total += sum;
    return total;
}

/// A way to read memory. The fastest one differs between machines.
struct Way {
    size_t streams, ahead;
};
constexpr std::array ways{Way{1, 0}, Way{4, 160}, Way{8, 0}, Way{8, 160}};

}  // namespace

double measureReadBandwidth(int threads) {
    const auto count = static_cast<size_t>(threads > 0 ? threads : usableCores());
    constexpr size_t words = (256U << 20U) / sizeof(uint64_t);
    std::vector<uint64_t> buffer(words, 1);
    std::atomic<uint64_t> sink{0};
    double best = 0;
    for (int pass = 0; pass < 3; ++pass) {
        for (const Way& way : ways) {
            const auto start = std::chrono::steady_clock::now();
            {
                std::vector<std::jthread> workers;
                for (size_t worker = 0; worker < count; ++worker) {
                    workers.emplace_back([&, worker] {
                        const size_t first = words * worker / count;
                        const size_t end = words * (worker + 1) / count;
                        sink += readStreams(buffer.data() + first, end - first, way.streams, way.ahead);
                    });
                }
            }
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            best = std::max(best, static_cast<double>(words * sizeof(uint64_t)) / seconds.count());
        }
    }
    return sink.load() == 0 ? 0.0 : best;  // never 0; keeps the sums from being left out
}

}  // namespace hearth
