#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hearth/prompt_tokens.h"

namespace hearth {

/// Numbers of the slots of a StateStore: some belong to running sequences, the others hold checkpoints, the
/// states that recurrent layers had after known tokens. Unlike keys and values, a state cannot be cut back to
/// a shorter prefix, so a sequence can only resume from where a checkpoint was taken. Which ones stay follows
/// what they save: the tokens between a checkpoint and the next shorter one of the same tokens are what has
/// to be computed again without it (GreedyDual, Young 1994, with those tokens as the cost). Calls come from
/// one thread at a time.
class StateSlots {
public:
    explicit StateSlots(uint32_t count);

    /// A slot for the caller; the checkpoint that saves least for how long ago it was used is evicted. -1:
    /// all belong to others.
    int32_t take();
    /// Gives a slot back. Negative numbers are ignored.
    void release(int32_t slot);
    /// The caller's slot becomes the checkpoint of these tokens; one that is there already stays instead.
    void keep(PromptView tokens, int32_t slot);

    struct Checkpoint {
        size_t tokens = 0;
        int32_t slot = -1;  ///< -1: none
    };
    /// The longest checkpoint that `tokens` begin with. Changes nothing.
    Checkpoint find(PromptView tokens) const;
    /// The same, marked as used now.
    Checkpoint use(PromptView tokens);
    /// Forgets the checkpoints behind tokens that are not wanted.
    void keepOnly(const std::function<bool(PromptView)>& isWanted);
    /// Forgets every checkpoint.
    void clear();

    /// A checkpoint; the tokens last until the next call that changes something.
    struct Kept {
        PromptView tokens;
        int32_t slot = -1;
    };
    /// All of them, the most recently used first.
    std::vector<Kept> kept() const;

    size_t freeSlots() const noexcept { return m_free.size(); }
    size_t checkpoints() const noexcept { return m_checkpoints.size(); }

private:
    struct Entry {
        PromptTokens tokens;
        int32_t slot = -1;
        uint64_t lastUse = 0;
        uint64_t level = 0;  ///< m_level when it was used last
    };
    void markUsed(Entry& entry) noexcept { entry.lastUse = ++m_clock, entry.level = m_level; }
    uint64_t worthOf(const Entry& entry) const;

    std::vector<int32_t> m_free;
    std::vector<Entry> m_checkpoints;
    uint64_t m_clock = 0;
    uint64_t m_level = 0;  ///< worth of the last one that was evicted, which others have to exceed
};

}  // namespace hearth
