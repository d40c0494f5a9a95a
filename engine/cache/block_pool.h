#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hearth {

/// Numbers of the blocks of a KvStore with a reference count each. Sharing a prefix is sharing blocks: a
/// block that more than one owner holds is never written again. Calls come from one thread at a time.
class BlockPool {
public:
    /// Takes memory for the blocks below a number (KvStore::commit()); false: there is none.
    using Commit = std::function<bool(uint32_t count)>;

    /// `blocks`: the most there can be. Their memory is taken as they are needed; without `commit` it is
    /// there already.
    explicit BlockPool(uint32_t blocks, Commit commit = {});

    /// The most there can be now: fewer than capacity() when memory is short.
    uint32_t size() const noexcept { return m_short ? m_committed : capacity(); }
    uint32_t capacity() const noexcept { return static_cast<uint32_t>(m_references.size()); }
    uint32_t freeBlocks() const noexcept {
        return static_cast<uint32_t>(m_free.size()) + (size() - m_committed);
    }
    /// Memory was short the last time that a block needed some.
    bool isShort() const noexcept { return m_short; }
    /// Asks for memory again the next time, for other programs may have given some back.
    void tryAgain() noexcept { m_short = false; }
    uint32_t references(int32_t block) const noexcept { return m_references[static_cast<size_t>(block)]; }

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
    bool m_short = false;
};

}  // namespace hearth
