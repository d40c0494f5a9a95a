#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/split/split_side.h"

namespace hearth {

/// Buffers that exist on both sides, and which side has their latest values. A buffer crosses over when the
/// side that reads it is not the one that wrote it. The backends outlive it; one thread.
class SplitActivations {
public:
    explicit SplitActivations(const SplitBackends& backends) : m_backends(backends) {}

    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) const;
    /// The batches that follow have so many rows.
    void beginBatch(uint64_t rows) noexcept;

    /// The side's own columns, up to date; a slice without a buffer stays as it is.
    Slice input(const Slice& slice, SplitSide side);
    /// The side's own columns, to be written; `keepsOld`: not all of the buffer is written, or it is added
    /// to.
    Slice output(const Slice& slice, SplitSide side, bool keepsOld);

    /// A side that has the latest values.
    static SplitSide freshSide(const Slice& slice);
    /// Both sides get the same values.
    void upload(const Slice& to, uint64_t rows, std::span<const float> values) const;
    /// The columns on a side, as they are there.
    static Slice on(const Slice& slice, SplitSide side);

    /// How many times a buffer crossed over since the last beginBatch().
    uint32_t crossings() const noexcept { return m_crossings; }

private:
    const SplitBackends& m_backends;
    uint64_t m_rows = 0;
    uint32_t m_crossings = 0;
    std::vector<float> m_transfer;
};

}  // namespace hearth
