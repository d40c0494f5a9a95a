#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/layer_split/split_parts.h"
#include "backend/peer_transport.h"

namespace hearth {

/// Buffers that exist on every part, and which parts have their latest values. A buffer crosses over when the
/// part that reads it is not the one that wrote it. The backends outlive it; one thread.
class SplitActivations {
public:
    /// `exchange`: faster ways from one part to another than through the host; nullptr: none.
    explicit SplitActivations(const SplitBackends& backends,
                              std::unique_ptr<PeerTransport> exchange = nullptr)
        : m_backends(backends), m_exchange(std::move(exchange)) {}

    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) const;
    /// The following batches have this number of rows.
    void beginBatch(uint64_t rows) noexcept;

    /// The part's own columns, up to date; a slice without a buffer stays as it is.
    Slice input(const Slice& slice, size_t part);
    /// The part's own columns, to be written; `keepsOld`: not all of the buffer is written, or it is added
    /// to.
    Slice output(const Slice& slice, size_t part, bool keepsOld);

    /// The first part that has the latest values.
    static size_t freshPart(const Slice& slice);
    /// All parts get the same values.
    void upload(const Slice& to, uint64_t rows, std::span<const float> values) const;
    /// The columns on a part, as they are there.
    static Slice on(const Slice& slice, size_t part);

    /// Number of times a buffer was copied between parts since the last beginBatch().
    uint32_t crossings() const noexcept { return m_crossings; }

private:
    const SplitBackends& m_backends;
    std::unique_ptr<PeerTransport> m_exchange;
    uint64_t m_rows = 0;
    uint32_t m_crossings = 0;
    std::vector<float> m_transfer;
};

}  // namespace hearth
