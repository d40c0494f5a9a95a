#include "machine/read_bandwidth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

#include "session/backend_choice.h"

namespace hearth {

double measureReadBandwidth(int threads) {
    const auto count = static_cast<size_t>(threads > 0 ? threads : physicalCores());
    constexpr size_t words = (256U << 20U) / sizeof(uint64_t);
    std::vector<uint64_t> buffer(words, 1);
    std::atomic<uint64_t> sink{0};
    double best = 0;
    for (int pass = 0; pass < 6; ++pass) {
        const auto start = std::chrono::steady_clock::now();
        {
            std::vector<std::jthread> workers;
            for (size_t worker = 0; worker < count; ++worker) {
                workers.emplace_back([&, worker] {
                    const uint64_t* at = buffer.data() + words * worker / count;
                    const uint64_t* end = buffer.data() + words * (worker + 1) / count;
                    // Sixteen sums, so that the additions never wait for each other.
                    uint64_t sums[16] = {};
                    for (; at + 16 <= end; at += 16) {
                        for (int i = 0; i < 16; ++i) sums[i] += at[i];
                    }
                    for (const uint64_t sum : sums) sink += sum;
                });
            }
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        best = std::max(best, static_cast<double>(words * sizeof(uint64_t)) / seconds.count());
    }
    return sink.load() == 0 ? 0.0 : best;  // never 0; keeps the sums from being left out
}

}  // namespace hearth
