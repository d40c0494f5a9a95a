#include "backend/cuda/offloaded_experts.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "backend/cuda/weight_packing.h"

namespace hearth::cuda {
namespace {

WeightLayout layoutOfOne(const WeightSource& source) {
    return WeightLayout::of(source.type, source.columns, source.rows, 1);
}

}  // namespace

uint64_t OffloadedExperts::slotBytes(const WeightSource& source, uint32_t slots) {
    return layoutOfOne(source).sizeBytes * slots;
}

OffloadedExperts::OffloadedExperts(const WeightSource& source, uint32_t slots, unsigned threads)
    : m_layout(layoutOfOne(source)),
      m_experts(static_cast<int>(source.experts)),
      m_slotCount(static_cast<int>(slots)),
      m_host(m_layout.sizeBytes * source.experts),
      m_pool(slotBytes(source, slots)) {
    pack(source, threads);
}

void OffloadedExperts::pack(const WeightSource& source, unsigned threads) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    const uint64_t storedBytes = source.rows * (source.columns / type.blockElements * type.blockBytes);
    std::mutex reading;  // sources are read by one thread at a time and front to back
    uint64_t next = 0;
    std::exception_ptr failure;
    const auto work = [&]() noexcept {
        try {
            std::vector<std::byte> stored(storedBytes);
            for (;;) {
                uint64_t expert = 0;
                {
                    const std::scoped_lock lock(reading);
                    if (failure || next == source.experts) return;
                    expert = next++;
                    source.read(expert * storedBytes, stored);
                }
                std::byte* to = m_host.data() + expert * m_layout.sizeBytes;
                std::memset(to, 0, m_layout.sizeBytes);  // what lies between planes is copied too
                packRowPanels(m_layout, stored,
                              {to + m_layout.low.offset, to + m_layout.high.offset,
                               to + m_layout.scale.offset, to + m_layout.super.offset});
            }
        } catch (...) {
            const std::scoped_lock lock(reading);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (uint64_t i = 1; i < std::min<uint64_t>(threads, source.experts); ++i) others.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

WeightView OffloadedExperts::view() const {
    WeightView view = m_layout.view(m_pool.data());
    view.expertLow = view.expertHigh = view.expertScale = view.expertSuper = m_layout.sizeBytes;
    return view;
}

void OffloadedExperts::copy(int expert, int slot, StreamHandle stream) const {
    const uint64_t bytes = m_layout.sizeBytes;
    copyToDevice(m_pool.data() + static_cast<uint64_t>(slot) * bytes,
                 m_host.data() + static_cast<uint64_t>(expert) * bytes, bytes, stream);
}

}  // namespace hearth::cuda
