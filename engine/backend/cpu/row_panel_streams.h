#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/thread_pool.h"

/// Positions of the row panels of a matrix that a product of a single row reads, several in parallel.
namespace hearth::cpu {

/// RowPanels [row panel, end) of each of some matrices, cut into up to `most` streams that begin as far from
/// each other as the share allows, so that each runs straight ahead the longest.
struct StreamCut {
    size_t streams = 0;  ///< of all matrices: a power of two
    size_t apart = 0;    ///< row panels of each

    /// `left` row panels of each matrix, at least one.
    StreamCut(size_t left, size_t matrices, size_t most) noexcept;
};

/// Streams of which one line each is fetched at a time.
struct StreamFetch {
    std::array<const std::byte*, mostStreams> at{};
    size_t streams = 0, lines = 0;

    /// Prefetches the next line of each; false when there are no more.
    bool fetch() noexcept;
};

/// The row panels of a matrix, or of gate and up, whose row panels of the same number are read together. A
/// value; addresses of weights that are gone are only ever fetched.
struct RowPanelStreams {
    std::array<const std::byte*, 2> first{};
    std::array<size_t, 2> rowPanelBytes{};
    size_t matrices = 1;
    size_t rowPanels = 0;  ///< of each matrix
    size_t most = 0;       ///< streams that are read at once
    bool alone = false;    ///< nothing else is in the product
    std::span<const float> normWeight;

    RowPanelStreams() = default;
    /// Of a part of a product, or of its gate and up.
    RowPanelStreams(const Gemm& product, size_t part, size_t mostAtOnce) noexcept;

    /// True if this number of threads takes the row panels piece by piece; and the number of row panels of
    /// each matrix in a piece.
    bool inPieces(unsigned threads) const noexcept;
    size_t piece(unsigned threads) const noexcept;
    /// Writes the beginnings of the streams of row panels [row panel, end), or of a thread's first share; as
    /// many as there are streams.
    void begin(size_t rowPanel, size_t end, const std::byte** at) const noexcept;
    void begin(const ThreadPool::Region& region, const std::byte** at) const noexcept;
    /// The row panels that a thread reads first: its share, or its first piece.
    std::pair<size_t, size_t> share(const ThreadPool::Region& region) const noexcept;
    /// The same for it to fetch while it waits.
    StreamFetch upcoming(const ThreadPool::Region& region) const noexcept;
};

}  // namespace hearth::cpu
