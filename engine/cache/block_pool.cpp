#include "cache/block_pool.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hearth {

namespace {

/// Blocks whose memory is taken at a time: seldom enough, and few enough for machines that have little left.
constexpr uint32_t fewestAtOnce = 4, shareAtOnce = 64;

}  // namespace

BlockPool::BlockPool(uint32_t blocks, Commit commit)
    : m_references(blocks), m_commit(std::move(commit)), m_limit(blocks) {
    m_free.reserve(blocks);
}

int32_t BlockPool::take() {
    if (m_free.empty()) grow();
    if (m_free.empty()) return -1;
    const int32_t block = m_free.back();
    m_free.pop_back();
    m_references[static_cast<size_t>(block)] = 1;
    return block;
}

void BlockPool::grow() {
    if (m_committed == size()) return;
    const uint32_t more = std::max(fewestAtOnce, capacity() / shareAtOnce);
    const uint32_t count = m_commit ? m_committed + std::min(more, m_limit - m_committed) : m_limit;
    if (m_commit && !m_commit(count)) {
        m_short = true;
        return;
    }
    // Low numbers first, so that a cache that is never full touches little memory.
    for (uint32_t i = count; i > m_committed; --i) m_free.push_back(static_cast<int32_t>(i - 1));
    m_committed = count;
}

void BlockPool::handOutLowFirst() {
    std::sort(m_free.begin(), m_free.end(), std::greater<>());
}

uint32_t BlockPool::shrink(uint32_t count) {
    uint32_t kept = m_committed;
    while (kept > count && m_references[kept - 1] == 0) --kept;
    if (kept == m_committed) return kept;
    std::erase_if(m_free, [kept](int32_t block) { return static_cast<uint32_t>(block) >= kept; });
    return m_committed = kept;
}

void BlockPool::retain(int32_t block) noexcept {
    ++m_references[static_cast<size_t>(block)];
}

void BlockPool::release(int32_t block) noexcept {
    if (block < 0 || m_references[static_cast<size_t>(block)] == 0) return;
    if (--m_references[static_cast<size_t>(block)] == 0) m_free.push_back(block);
}

}  // namespace hearth
