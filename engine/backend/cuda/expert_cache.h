#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::cuda {

/// The experts of a layer that are in its slots on the GPU: the most recently used ones. It only counts; the
/// caller copies what it returns. A step that needs more experts than there are slots is done in passes.
class ExpertCache {
public:
    struct Place {
        int expert, slot;
        bool operator==(const Place&) const = default;
    };
    /// Some of a step's experts that are there at one time, at least one.
    struct Pass {
        std::vector<Place> places;
        bool copies = false;  ///< all of them are to be copied before; else all are there
        /// The last pass of this step that reads from slots which the copies overwrite; -1: none does.
        int after = -1;
        bool operator==(const Pass&) const = default;
    };

    /// Both at least 1; nothing is there at first.
    ExpertCache(int experts, int slotCount);

    /// Has the experts of one step there, pass by pass. `needed`: from 0 to experts - 1, none twice. First
    /// comes what is there already, so that it is computed while the others are copied, and so that a prompt,
    /// which needs all, finds those of the step before (with the least recently used ones first, a loop over
    /// all of them would find none). Each then takes the place of the one that was used least recently.
    /// Passes that copy take half of the slots at most, so that the next ones are copied meanwhile.
    std::vector<Pass> serve(std::span<const int> needed);

    /// Nothing is there any more: copies that were asked for did not come about.
    void forget() noexcept;

    /// The slot of an expert, or -1.
    int slotOf(int expert) const { return m_slotOf[static_cast<size_t>(expert)]; }
    /// The slots of all experts, by expert.
    const std::vector<int>& slotTable() const noexcept { return m_slotOf; }

private:
    void use(int slot) { m_lastUse[static_cast<size_t>(slot)] = ++m_clock; }
    int leastRecentlyUsed() const;

    std::vector<int> m_slotOf;        ///< by expert
    std::vector<int> m_expertIn;      ///< by slot; -1: none yet
    std::vector<uint64_t> m_lastUse;  ///< by slot; 0: never
    uint64_t m_clock = 0;
};

}  // namespace hearth::cuda
