#pragma once

#include <cstddef>

#include "session/disk_cache.h"
#include "session/sequence.h"
#include "session/sequence_memory.h"

namespace hearth {

/// Finds the cached part of a sequence's tokens and gives it to the sequence. The memory outlives it.
class PrefixReuse {
public:
    static constexpr uint32_t blockPositions = SequenceMemory::blockPositions;

    explicit PrefixReuse(SequenceMemory& memory) : m_memory(memory) {}

    /// See SequenceCache::reusePrefix(). `disk`: nullptr: no disk cache.
    void reuse(Sequence& sequence, DiskCache* disk);
    /// Number of tokens of a prompt that are cached in memory now.
    size_t cachedTokens(PromptView prompt, const SequenceOrigin& origin) const;

private:
    /// Reuses the cached tokens of a sequence's stage from memory and disk. False: some of those that would
    /// have to be moved are missing.
    bool reuseStage(Sequence& sequence, DiskCache* disk);
    /// The same of what is in memory.
    bool reuseCached(Sequence& sequence);
    /// Gives a sequence that took over cached blocks a residual block, with what was kept of its unfinished
    /// one.
    void openReused(Sequence& sequence);
    /// Shares cached blocks of the first `tokens` tokens; true if all of them are cached.
    bool reuseBlocks(Sequence& sequence, size_t tokens);
    /// Number of the cached tokens that a sequence may resume from: of a prompt with known parts, only whole
    /// parts.
    static size_t reusableTokens(const Sequence& sequence, size_t cached);
    /// Number of these cached tokens from which a sequence can continue: whole blocks, and the part of a
    /// block for which a residual block was kept.
    size_t continuable(PromptView tokens, const SequenceOrigin& origin) const;
    /// Number of these tokens from which a sequence with recurrent layers can continue: those of the longest
    /// checkpoint that is also continuable.
    size_t withState(PromptView tokens) const;
    /// Number of the first tokens of a sequence that it can resume from.
    size_t resumable(const Sequence& sequence, PromptView tokens) const;

    SequenceMemory& m_memory;
};

}  // namespace hearth
