#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hearth {

/// Numbers of the blocks of a KvStore with a reference count each. Sharing a prefix is sharing blocks: a
/// block that more than one owner holds is never written again. Calls come from one thread at a time.
class BlockPool {
public:
    explicit BlockPool(uint32_t blocks);

    uint32_t size() const noexcept { return static_cast<uint32_t>(m_references.size()); }
    uint32_t freeBlocks() const noexcept { return static_cast<uint32_t>(m_free.size()); }
    uint32_t references(int32_t block) const noexcept { return m_references[static_cast<size_t>(block)]; }

    /// A block with one reference, the caller's; -1 when none is free.
    int32_t take() noexcept;
    /// One more owner.
    void retain(int32_t block) noexcept;
    /// One owner less; the last one frees the block. Negative numbers are ignored.
    void release(int32_t block) noexcept;

private:
    std::vector<uint32_t> m_references;
    std::vector<int32_t> m_free;  ///< taken from the back
};

}  // namespace hearth
