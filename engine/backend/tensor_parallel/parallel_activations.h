#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/layer_split/split_parts.h"
#include "backend/peer_transport.h"

namespace hearth {

/// Buffers of backends that share every layer. The contents of a buffer are either the same on every part, or
/// each part has its share of the columns, at the front of its own buffer: the position of a divided slice is
/// divided too. The backends outlive it; one thread.
class ParallelActivations {
public:
    /// `exchange`: nullptr: sums go through the host.
    ParallelActivations(const SplitBackends& backends, std::unique_ptr<PeerTransport> exchange);

    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) const;
    void beginBatch(uint64_t rows) noexcept { m_rows = rows; }

    static bool isCut(const Slice& slice);
    /// Sets whether the buffer is divided among the parts from now on.
    static void setCut(const Slice& slice, bool cut);
    /// A part's own columns, as the buffer is; a slice without a buffer stays as it is.
    Slice on(const Slice& slice, size_t part) const;

    /// Slices for the parts of a sum, one for each backend, with as many columns as `out`. Valid until the
    /// second next call.
    std::span<const Slice> partsOf(const Slice& out);
    /// out (=|+=) the sum of the slices in partsOf(out), in the order of the parts, on each of them. The bits
    /// are the same for every peer transport.
    void addUp(const Slice& out, bool accumulate);

    /// The same values on all parts.
    void upload(const Slice& to, uint64_t rows, std::span<const float> values) const;
    /// Waits, and puts together what is cut.
    void download(const Slice& from, uint64_t rows, std::span<float> out) const;

private:
    void addUpOnHost(std::span<const Slice> parts, const Slice& out, bool accumulate) const;

    const SplitBackends& m_backends;
    std::unique_ptr<PeerTransport> m_exchange;
    std::vector<Backend*> m_all;
    uint64_t m_rows = 0;
    /// Two sums one after the other have buffers of their own: a part may still be read for the first when it
    /// is written for the second.
    struct Sums {
        std::vector<std::unique_ptr<Buffer>> buffers;
        std::vector<Slice> slices;
    };
    Sums m_sums[2];
    size_t m_nextSums = 0;
    std::span<const Slice> m_parts;  ///< of the sum that is being made
};

}  // namespace hearth
