#include "backend/cuda/expert_cache.h"

#include <algorithm>

namespace hearth::cuda {

ExpertCache::ExpertCache(int experts, int slotCount)
    : m_slotOf(static_cast<size_t>(experts), -1),
      m_expertIn(static_cast<size_t>(slotCount), -1),
      m_lastUse(static_cast<size_t>(slotCount)) {
}

int ExpertCache::leastRecentlyUsed() const {
    return static_cast<int>(std::ranges::min_element(m_lastUse) - m_lastUse.begin());
}

void ExpertCache::forget() noexcept {
    std::ranges::fill(m_slotOf, -1);
    std::ranges::fill(m_expertIn, -1);
    std::ranges::fill(m_lastUse, 0);
}

std::vector<ExpertCache::Pass> ExpertCache::serve(std::span<const int> needed) {
    std::vector<Pass> passes;
    std::vector<int> missing;
    std::vector<int> usedIn(m_expertIn.size(), -1);  // by slot: the last pass that reads it
    Pass there;
    for (const int expert : needed) {
        const int slot = slotOf(expert);
        if (slot < 0) {
            missing.push_back(expert);
            continue;
        }
        use(slot);
        usedIn[static_cast<size_t>(slot)] = 0;
        there.places.push_back({expert, slot});
    }
    if (!there.places.empty()) passes.push_back(std::move(there));
    const size_t most = std::max<size_t>(m_expertIn.size() / 2, 1);
    for (const int expert : missing) {
        const int slot = leastRecentlyUsed();
        if (passes.empty() || !passes.back().copies || passes.back().places.size() == most)
            passes.push_back({.places = {}, .copies = true});
        const int number = static_cast<int>(passes.size()) - 1;
        Pass& pass = passes.back();
        int& before = m_expertIn[static_cast<size_t>(slot)];
        if (before >= 0) m_slotOf[static_cast<size_t>(before)] = -1;
        before = expert;
        m_slotOf[static_cast<size_t>(expert)] = slot;
        use(slot);
        pass.after = std::max(pass.after, usedIn[static_cast<size_t>(slot)]);
        usedIn[static_cast<size_t>(slot)] = number;
        pass.places.push_back({expert, slot});
    }
    return passes;
}

}  // namespace hearth::cuda
