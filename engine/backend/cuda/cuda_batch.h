#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// The running batch on the device, as the parts of the CUDA backend see it. For one thread; the context
/// outlives it.
class CudaBatch {
public:
    explicit CudaBatch(CudaContext& context) : m_context(context) {}

    /// Sends everything that kernels know of a batch. Nothing is noted before, and the recorder notes
    /// nothing meanwhile.
    void begin(const Batch& batch);

    const BatchView& view() const noexcept { return m_view; }
    int rows() const noexcept { return m_view.rows; }
    /// The same with every row as a decode row.
    const BatchView& decodeOnly() const noexcept { return m_decodeOnly; }
    /// Upper bound of attention splits without a window, a power of two.
    int splits() const noexcept { return m_splits; }
    /// See BatchLayout::unitRows().
    int unitRows() const noexcept { return m_unitRows; }
    /// One layer of a store, with memory for the blocks beside those of the store (KvLayerView::beside).
    KvLayerView layerView(const PagedKvCache& store, uint32_t layer);

private:
    struct Staging {
        PinnedMemory memory;
        EventOwner copied;
    };

    CudaContext& m_context;
    Staging m_staging[2];
    int m_nextStaging = 0;
    DeviceMemory m_memory;
    BatchView m_view, m_decodeOnly;
    int m_splits = 1, m_unitRows = 0;
    size_t m_blocksBeside = 0;
    std::vector<DeviceMemory> m_beside;  ///< by group of layers
};

}  // namespace hearth::cuda
