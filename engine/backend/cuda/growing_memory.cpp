#include "backend/cuda/growing_memory.h"

#include <utility>

namespace hearth::cuda {

namespace {

size_t roundUpTo(size_t step, size_t bytes) noexcept {
    return (bytes + step - 1) / step * step;
}

}  // namespace

GrowingMemory::GrowingMemory(size_t most) {
    if (most == 0) return;
    const size_t step = mappingStep();
    if (step == 0 || most <= step) {
        m_whole = DeviceMemory(most);
        m_data = m_whole.data();
        m_size = m_taken = most;
        return;
    }
    m_step = step;
    m_size = roundUpTo(step, most);
    m_data = static_cast<std::byte*>(reserveAddresses(m_size));
}

GrowingMemory::~GrowingMemory() {
    if (m_step == 0) return;
    shrinkTo(0);
    releaseAddresses(m_data, m_size);
}

size_t GrowingMemory::missing(size_t bytes) const noexcept {
    return bytes <= m_taken ? 0 : roundUpTo(m_step, bytes) - m_taken;
}

bool GrowingMemory::growTo(size_t bytes) {
    const size_t more = missing(bytes);
    if (more == 0) return true;
    m_pieces.reserve(m_pieces.size() + 1);
    if (!mapMemory(m_data + m_taken, more)) return false;
    m_pieces.push_back(more);
    m_taken += more;
    return true;
}

void GrowingMemory::shrinkTo(size_t bytes) noexcept {
    while (!m_pieces.empty() && m_taken >= bytes + m_pieces.back()) {
        m_taken -= m_pieces.back();
        unmapMemory(m_data + m_taken, m_pieces.back());
        m_pieces.pop_back();
    }
}

void GrowingMemory::swap(GrowingMemory& other) noexcept {
    std::swap(m_whole, other.m_whole);
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    std::swap(m_taken, other.m_taken);
    std::swap(m_step, other.m_step);
    std::swap(m_pieces, other.m_pieces);
}

}  // namespace hearth::cuda
