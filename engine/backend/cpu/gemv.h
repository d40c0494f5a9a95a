#pragma once

#include <cstddef>
#include <vector>

#include "backend/cpu/activation_panels.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/row_panel_streams.h"
#include "backend/cpu/stream_choice.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// GEMMs of a single row with weights in blocks: each thread reads several row panels side by side,
/// and fetches what comes after them, be it in the next product, before it is needed. Tokens have the same
/// products in the same order, which it remembers. For one thread; all that it is made of outlives it.
class Gemv {
public:
    /// `adaptive`: tries out how many row panels are best read side by side, else that is the table's number.
    Gemv(const KernelTable& kernels, ThreadPool& pool, bool adaptive);
    ~Gemv();
    Gemv(const Gemv&) = delete;
    Gemv& operator=(const Gemv&) = delete;

    /// A batch begins, on the active() threads of the pool; times of single tokens tell something. What
    /// threads do while they wait is from now on to fetch for these products.
    void begin(bool oneToken);
    /// True if this class computes the product.
    static bool take(const Gemm& product) noexcept;
    /// Throws Error(OutOfMemory).
    void run(const Gemm& product);

private:
    /// The weights that a thread prefetches while it waits, inside and outside of regions: its share of the
    /// next product, and of the one after that. Each is used by one thread alone.
    struct alignas(64) Prefetch {
        StreamFetch first, second;
    };

    void note(const Gemm& product);
    /// Number of streams that this token's product of that index reads at once.
    size_t streamsFor(size_t product) const noexcept {
        return m_adaptive ? m_choice.streams(product) : m_kernels.streams;
    }
    RowPanelStreams streamsAfter(size_t products) const noexcept;
    void runShare(const Gemm& product, const ThreadPool::Region& region, const std::byte* panel);
    void runPieces(const Gemm& product, const RowPanelStreams& streams, const ThreadPool::Region& region,
                   const std::byte* panel, const std::byte** next) const;
    void runRowPanels(const Gemm& product, size_t part, size_t rowPanel, size_t end, const std::byte* panel,
                      size_t column, const std::byte* const* next) const;
    void finishRowPanels(const Gemm& product, size_t part, size_t rowPanel, size_t rowPanels,
                         const float* sums, const float* up, float* out) const;

    const KernelTable& m_kernels;
    ThreadPool& m_pool;
    const bool m_adaptive;
    StreamChoice m_choice;
    bool m_oneToken = false;
    ActivationPanels m_row;

    std::vector<RowPanelStreams> m_order;  ///< of the last batches of one row
    size_t m_done = 0;                     ///< products of the running batch that are in it
    size_t m_mostStreams = 0;              ///< of the running product
    RowPanelStreams m_following;           ///< most likely the next
    RowPanelStreams m_afterwards;          ///< and what comes after that
    std::vector<Prefetch> m_prefetches;    ///< by thread
};

}  // namespace hearth::cpu
