#include "cache/block_pool.h"

namespace hearth {

BlockPool::BlockPool(uint32_t blocks) : m_references(blocks) {
    m_free.reserve(blocks);
    // Low numbers first, so that a cache that is never full touches little memory.
    for (uint32_t i = blocks; i > 0; --i) m_free.push_back(static_cast<int32_t>(i - 1));
}

int32_t BlockPool::take() noexcept {
    if (m_free.empty()) return -1;
    const int32_t block = m_free.back();
    m_free.pop_back();
    m_references[static_cast<size_t>(block)] = 1;
    return block;
}

void BlockPool::retain(int32_t block) noexcept {
    ++m_references[static_cast<size_t>(block)];
}

void BlockPool::release(int32_t block) noexcept {
    if (block < 0 || m_references[static_cast<size_t>(block)] == 0) return;
    if (--m_references[static_cast<size_t>(block)] == 0) m_free.push_back(block);
}

}  // namespace hearth
