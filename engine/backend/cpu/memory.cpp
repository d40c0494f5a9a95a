#include "backend/cpu/memory.h"
#include "backend/backend_errors.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "hearth/platform/pages.h"

namespace hearth::cpu {

namespace {
constexpr size_t hugePage = size_t{2} << 20U;
/// From here on the rest of a huge page may stay empty.
constexpr size_t worthHugePage = size_t{512} << 10U;
constexpr size_t chunkBytes = size_t{32} << 20U;
constexpr size_t cacheLine = 64;

}  // namespace

Memory::Memory(size_t bytes) : m_size(bytes) {
    if (bytes == 0) return;
    if (bytes >= worthHugePage && bytes <= SIZE_MAX / 2) {
        // Fresh pages are zero and cost nothing until they are touched.
        const size_t pages = roundUp(bytes, hugePage);
        m_mapped = pages + hugePage;
        if (void* const mapping = platform::mapPages(m_mapped)) {
            m_start = mapping;
            m_data = reinterpret_cast<std::byte*>(roundUp(reinterpret_cast<uintptr_t>(mapping), hugePage));
            platform::preferHugePages(m_data, pages);
            return;
        }
        m_mapped = 0;
    }
    if (bytes <= SIZE_MAX / 2) m_start = std::aligned_alloc(cacheLine, roundUp(bytes, cacheLine));
    if (m_start == nullptr) throw Error(errors::notEnoughMemory, {bytes >> 20U});
    m_data = static_cast<std::byte*>(m_start);
    std::memset(m_data, 0, bytes);
}

Memory::Memory(Memory&& other) noexcept
    : m_start(std::exchange(other.m_start, nullptr)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_size(std::exchange(other.m_size, 0)),
      m_mapped(std::exchange(other.m_mapped, 0)) {
}

Memory& Memory::operator=(Memory&& other) noexcept {
    std::swap(m_start, other.m_start);
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    std::swap(m_mapped, other.m_mapped);
    return *this;
}

Memory::~Memory() {
    if (m_mapped != 0) {
        platform::unmapPages(m_start, m_mapped);
        return;
    }
    std::free(m_start);
}

void Memory::discard(size_t kept) noexcept {
    // Whole huge pages: of those that are given back in part, the system keeps all until memory is short.
    const size_t begin = roundUp(kept, hugePage);
    if (m_mapped != 0 && begin < m_size)
        platform::discardPages(m_data + begin, roundUp(m_size, hugePage) - begin);
}

void Memory::reserve(size_t bytes) {
    if (bytes <= m_size) return;
    // The old goes first: scratch memory can be large.
    *this = Memory();
    *this = Memory(bytes);
}

Arena::Piece Arena::take(size_t bytes) {
    bytes = roundUp(bytes, cacheLine);
    if (bytes >= chunkBytes / 4) {
        auto own = std::make_shared<Memory>(bytes);
        return {own, own->data()};
    }
    if (m_chunk == nullptr || m_used + bytes > m_chunk->size()) {
        m_chunk = std::make_shared<Memory>(chunkBytes);
        m_used = 0;
    }
    std::byte* data = m_chunk->data() + m_used;
    m_used += bytes;
    return {m_chunk, data};
}

}  // namespace hearth::cpu
