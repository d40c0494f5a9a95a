#include "backend/cpu/state_store.h"

#include <algorithm>
#include <utility>

namespace hearth::cpu {

CpuStateStore::CpuStateStore(std::vector<uint64_t> floats, uint32_t slots) {
    layers.reserve(floats.size());
    for (const uint64_t count : floats) layers.emplace_back(count * slots * sizeof(float));
    floatsPerLayer = std::move(floats);
    slotCount = slots;
}

void CpuStateStore::copy(int32_t from, int32_t to) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) std::copy_n(state(i, from), floatsPerLayer[i], state(i, to));
}

void CpuStateStore::reset(int32_t slot) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) std::fill_n(state(i, slot), floatsPerLayer[i], 0.0F);
}

void CpuStateStore::save(int32_t slot, std::span<std::byte> out) const noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        const auto from = std::as_bytes(std::span(state(i, slot), floatsPerLayer[i]));
        std::copy(from.begin(), from.end(), out.begin());
        out = out.subspan(from.size());
    }
}

void CpuStateStore::load(int32_t slot, std::span<const std::byte> in) noexcept {
    for (uint32_t i = 0; i < layers.size(); ++i) {
        const auto to = std::as_writable_bytes(std::span(state(i, slot), floatsPerLayer[i]));
        std::copy_n(in.begin(), to.size(), to.begin());
        in = in.subspan(to.size());
    }
}

}  // namespace hearth::cpu
