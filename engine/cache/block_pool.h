#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hearth {

/// Numbers of the blocks of a PagedKvCache with a reference count each. Sharing a prefix is sharing blocks: a
/// block that more than one owner holds is never written again. Calls come from one thread at a time.
class BlockPool {
public:
    /// Takes memory for the blocks below a number (PagedKvCache::commit()); false: there is none.
    using Commit = std::function<bool(uint32_t count)>;

    /// `blocks`: the most there can be. Their memory is taken as they are needed; without `commit` it is
    /// there already.
    explicit BlockPool(uint32_t blocks, Commit commit = {});

    /// The most there can be now: fewer than capacity() when memory is short, or limited.
    uint32_t size() const noexcept { return m_short ? m_committed : std::max(m_committed, m_limit); }
    uint32_t capacity() const noexcept { return static_cast<uint32_t>(m_references.size()); }
    uint32_t freeBlocks() const noexcept {
        return static_cast<uint32_t>(m_free.size()) + (size() - m_committed);
    }
    /// Blocks that have memory.
    uint32_t committed() const noexcept { return m_committed; }
    /// Blocks that have an owner.
    uint32_t owned() const noexcept { return m_committed - static_cast<uint32_t>(m_free.size()); }
    /// Memory was short the last time that a block needed some, or is limited.
    bool isShort() const noexcept { return m_short || m_limit < capacity(); }
    /// Asks for memory again the next time, for other programs may have given some back.
    void tryAgain() noexcept { m_short = false; }
    uint32_t references(int32_t block) const noexcept { return m_references[static_cast<size_t>(block)]; }

    /// Takes memory for so many blocks at most from now on; capacity(): for all.
    void limit(uint32_t blocks) noexcept { m_limit = std::min(blocks, capacity()); }
    /// Hands out low numbers first from now on, so that high ones become free.
    void handOutLowFirst();
    /// Does without the memory of blocks behind the first `count`, down to the last one that has an owner.
    /// Returns committed(), from which block on the memory is not used any more.
    uint32_t shrink(uint32_t count);

    /// A block with one reference, the caller's; -1 when none is free.
    int32_t take();
    /// One more owner.
    void retain(int32_t block) noexcept;
    /// One owner less; the last one frees the block. Negative numbers are ignored.
    void release(int32_t block) noexcept;

private:
    void grow();

    std::vector<uint32_t> m_references;
    std::vector<int32_t> m_free;  ///< of the committed ones; taken from the back
    Commit m_commit;
    uint32_t m_committed = 0;  ///< blocks below have memory
    uint32_t m_limit;          ///< m_committed grows up to this
    bool m_short = false;
};

}  // namespace hearth
