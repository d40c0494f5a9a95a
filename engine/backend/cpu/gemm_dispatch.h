#pragma once

#include "backend/cpu/amx_gemm.h"
#include "backend/cpu/gemm.h"
#include "backend/cpu/gemv.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/packed_gemm.h"
#include "backend/cpu/thread_pool.h"
#include "backend/cpu/told_rows.h"

namespace hearth::cpu {

/// GEMMs of rows with matrices, each by the class that suits it: by what rows are (Recipe), what
/// weights are, and whether there is one row, which is no difference to a bit. For one thread; all that it is
/// made of outlives it.
class GemmDispatch {
public:
    GemmDispatch(const KernelTable& kernels, ThreadPool& pool, bool adaptive)
        : m_kernels(kernels),
          m_tiles(kernels, pool),
          m_streams(kernels, pool, adaptive),
          m_panels(kernels, pool) {}

    /// Sets the observer that is notified of all rows from now on; nullptr: none.
    void watch(ProductObserver* observer) noexcept { m_observer = observer; }
    /// A batch begins, on the active() threads of the pool.
    void begin(bool oneToken) { m_streams.begin(oneToken); }
    /// True if a product can have its rows in bfloat16 (Gemm::roundedIn and roundedOut).
    bool useTiles(const Gemm& product) const noexcept {
        return m_observer == nullptr && m_tiles.takeRounded(product);
    }
    /// Nothing without rows. Throws Error(OutOfMemory).
    void run(const Gemm& product) {
        if (product.in.empty()) return;
        if (m_observer != nullptr) tellRows(product, m_kernels, *m_observer);
        if (m_tiles.take(product))
            m_tiles.run(product);
        else if (Gemv::take(product))
            m_streams.run(product);
        else
            m_panels.run(product);
    }

private:
    const KernelTable& m_kernels;
    ProductObserver* m_observer = nullptr;
    AmxGemm m_tiles;
    Gemv m_streams;
    PackedGemm m_panels;
};

}  // namespace hearth::cpu
