#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cache/prefix_key.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// Numbers of the residual blocks of a PagedKvCache: some belong to running sequences, the others are kept
/// for known tokens that end inside a block. Each saves less than a block, so the least recently used is
/// evicted first. Calls come from one thread at a time.
class ResidualBlockSlots {
public:
    explicit ResidualBlockSlots(uint32_t count);

    /// An residual block for the caller; the least recently used one that was kept is given up. -1: all
    /// belong to others.
    int32_t take();
    /// Gives one back. Negative numbers are ignored.
    void release(int32_t slot);
    /// Keeps the caller's slot for these tokens of this origin. An entry that exists already stays instead.
    void keep(PromptView tokens, int32_t slot, const SequenceOrigin& origin);

    struct Kept {
        size_t tokens = 0;
        int32_t slot = -1;  ///< -1: none
    };
    /// The entry of this origin whose tokens are the longest prefix of `tokens`. Changes nothing.
    Kept find(PromptView tokens, const SequenceOrigin& origin) const;
    /// The same, marked as used now.
    Kept use(PromptView tokens, const SequenceOrigin& origin);
    /// Forgets all that were kept.
    void clear();

    /// True if take() has a slot to give.
    bool hasAny() const noexcept { return !m_free.empty() || !m_kept.empty(); }

private:
    struct Entry {
        PromptTokens tokens;
        SequenceOrigin origin;
        int32_t slot = -1;
        uint64_t lastUse = 0;
    };
    std::vector<int32_t> m_free;
    std::vector<Entry> m_kept;
    uint64_t m_clock = 0;
};

}  // namespace hearth
