#include "session/prefix_reuse.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hearth {

void PrefixReuse::reuse(Sequence& sequence, DiskCache* disk) {
    for (BlockPool& pool : m_memory.pools()) pool.tryAgain();
    for (size_t stage = sequence.stages.size(); stage-- > 1;) {
        sequence.enter(stage);
        if (reuseStage(sequence, disk)) return;
    }
    if (!sequence.stages.empty()) sequence.enter(0);
    (void)reuseStage(sequence, disk);
}

size_t PrefixReuse::cachedTokens(PromptView prompt, const SequenceOrigin& origin) const {
    if (prompt.empty()) return 0;
    if (m_memory.keptLogits().contains(prompt, origin) &&
        m_memory.tree().matchLength(prompt, origin) == prompt.size() &&
        continuable(prompt, origin) == prompt.size())
        return prompt.size();
    const size_t matched = m_memory.tree().matchLength(prompt.first(prompt.size() - 1), origin);
    const size_t length = continuable(prompt.first(prompt.withoutPartOfUnit(matched)), origin);
    return m_memory.states() == nullptr ? length : withState(prompt.first(length));
}

bool PrefixReuse::reuseStage(Sequence& sequence, DiskCache* disk) {
    sequence.fromDisk = 0;
    const size_t inMemory = disk != nullptr ? cachedTokens(sequence.tokens, sequence.origin) : 0;
    if (disk != nullptr) disk->restore(sequence, [this](size_t group) { return m_memory.takeBlock(group); });
    const bool reused = reuseCached(sequence);
    openReused(sequence);
    if (disk != nullptr) sequence.fromDisk = sequence.processed - std::min(sequence.processed, inMemory);
    return reused;
}

bool PrefixReuse::reuseCached(Sequence& sequence) {
    sequence.tables.assign(m_memory.groups(), {});
    const size_t wanted = sequence.tokens.size() - (sequence.rebuilds() ? 0 : 1);
    const PromptView tokens = sequence.first(wanted);
    if (m_memory.states() == nullptr) {
        const bool fresh = sequence.tokens.size() == sequence.promptTokens && sequence.chunkStarts.empty() &&
                           !sequence.rebuilds() &&
                           continuable(sequence.tokens, sequence.origin) == sequence.tokens.size();
        const KeptLogits::Logits kept =
            fresh ? m_memory.keptLogits().use(sequence.tokens, sequence.origin) : nullptr;
        const size_t cached = resumable(sequence, tokens);
        if (cached < sequence.movedTokens()) return false;
        const bool all = reuseBlocks(sequence, kept != nullptr ? sequence.tokens.size() : cached);
        if (all && kept != nullptr) sequence.answer = kept;
        // Windows may have lost what even a shorter beginning needs.
        const bool divides = PromptView(sequence.tokens).unitDividedAt(sequence.processed).has_value();
        if (!divides && sequence.processed >= sequence.movedTokens()) return true;
        sequence.answer = nullptr;
        m_memory.releaseBlocks(sequence);
        return sequence.movedTokens() == 0;
    }
    const StateSlots::Checkpoint found =
        m_memory.stateSlots().use(tokens.first(withState(tokens.first(resumable(sequence, tokens)))));
    if (found.slot < 0) return true;
    const int32_t slot = m_memory.stateSlots().take();
    if (slot < 0 || !reuseBlocks(sequence, found.tokens)) {
        m_memory.stateSlots().release(slot);
        m_memory.releaseBlocks(sequence);
        return true;
    }
    // The checkpoint itself may have been evicted.
    if (slot != found.slot) m_memory.states()->copy(found.slot, slot);
    sequence.stateSlot = slot;
    sequence.stateValid = true;
    return true;
}

void PrefixReuse::openReused(Sequence& sequence) {
    if (!m_memory.keepsResidualBlocks()) return;
    const size_t part = sequence.processed % blockPositions;
    const ResidualBlockSlots::Kept found =
        part == 0 ? ResidualBlockSlots::Kept{}
                  : m_memory.residualBlocks().use(sequence.first(sequence.processed), sequence.origin);
    if (sequence.residualBlock < 0) sequence.residualBlock = m_memory.residualBlocks().take();
    sequence.openValid = sequence.residualBlock >= 0 && (part == 0 || found.tokens == sequence.processed);
    // The kept block may be the same one that was taken.
    if (sequence.openValid && part != 0 && found.slot != sequence.residualBlock)
        m_memory.kv().copyResidualBlock(found.slot, sequence.residualBlock);
    if (!sequence.openValid && sequence.answer != nullptr) sequence.answer = nullptr;
}

bool PrefixReuse::reuseBlocks(Sequence& sequence, size_t tokens) {
    PrefixMatch found = m_memory.tree().match(sequence.first(tokens), sequence.origin);
    sequence.tables = std::move(found.blocks);
    sequence.processed = found.tokens - found.partialPositions;
    const bool whole = found.partialPositions == 0 || m_memory.reserve(sequence, found.tokens);
    for (uint32_t group = 0; group < found.partialBlocks.size(); ++group) {
        if (whole)
            m_memory.kv().copyBlock(group, found.partialBlocks[group], sequence.tables[group].back(),
                                    found.partialPositions);
        m_memory.pools()[group].release(found.partialBlocks[group]);
    }
    if (whole) {
        sequence.processed = found.tokens;
        return found.tokens == tokens;
    }
    // Windows before the last whole block reach further back than those before the end that was found.
    m_memory.releaseBlocks(sequence);
    (void)reuseBlocks(sequence, blockBorderBefore(sequence.tokens, found.tokens - found.partialPositions));
    return false;
}

size_t PrefixReuse::reusableTokens(const Sequence& sequence, size_t cached) {
    if (cached >= sequence.promptTokens || sequence.chunkStarts.empty()) return cached;
    const auto& starts = sequence.chunkStarts;
    const auto behind = std::upper_bound(starts.begin(), starts.end(), cached);
    return behind == starts.begin() ? cached : *std::prev(behind);
}

size_t PrefixReuse::continuable(PromptView tokens, const SequenceOrigin& origin) const {
    const size_t whole = tokens.size() / blockPositions * blockPositions;
    if (!m_memory.keepsResidualBlocks() || whole == tokens.size()) return tokens.size();
    const size_t kept = m_memory.residualBlocks().find(tokens, origin).tokens;
    return kept > whole ? kept : blockBorderBefore(tokens, whole);
}

size_t PrefixReuse::withState(PromptView tokens) const {
    for (;;) {
        const size_t tokensOfState = m_memory.stateSlots().find(tokens).tokens;
        const size_t length = continuable(tokens.first(tokensOfState), {});
        if (length == tokensOfState) return length;
        tokens = tokens.first(length);
    }
}

size_t PrefixReuse::resumable(const Sequence& sequence, PromptView tokens) const {
    for (;;) {
        const size_t cached = reusableTokens(sequence, m_memory.tree().matchLength(tokens, sequence.origin));
        const size_t whole = tokens.withoutPartOfUnit(cached);
        if (whole == cached) return continuable(tokens.first(cached), sequence.origin);
        tokens = tokens.first(whole);
    }
}

}  // namespace hearth
