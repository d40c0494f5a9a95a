#include "session/output_processor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "session/chunked_prefill.h"

namespace hearth {

void OutputProcessor::deliver(const ScheduledPass& pass, StepLogits& logits) {
    size_t row = 0;
    for (Sequence* sequence : pass.members()) {
        advance(*sequence);
        if (sequence->processed < sequence->tokens.size() || sequence->rebuilds()) {
            if (ChunkedPrefill::endsWhereStateIsKept(*sequence)) m_cache.keepState(*sequence);
            continue;
        }
        if (sequence->processed == sequence->promptTokens && sequence->options.reuse) {
            constexpr uint32_t blockPositions = SequenceCache::blockPositions;
            // Whole blocks of the prompt never change again: others may share them from now on.
            m_cache.memory().remember(*sequence, sequence->processed / blockPositions * blockPositions);
            m_cache.memory().keepResidualBlock(*sequence);
            // Nobody is about to go on from what is only looked at.
            if (sequence->options.look.layers == nullptr) m_cache.keepLogits(*sequence, logits.whole(row));
        }
        const size_t rows = 1 + sequence->drafts.size();
        takeTokens(*sequence, logits, row);
        row += rows;
    }
}

/// Counts the rows of a pass as processed.
void OutputProcessor::advance(Sequence& sequence) {
    ChunkedPrefill::keepStart(sequence);
    sequence.processed += std::exchange(sequence.rowsInPass, 0);
    sequence.stateValid = sequence.openValid = true;
    sequence.given.keepDivided(sequence.tokens, sequence.processed);
    m_cache.processed(sequence);
    m_cache.leaveWindows(sequence);
    // Chunks that were lost were told of before.
    if (sequence.rebuilds() || sequence.restarted) return;
    if (sequence.processed <= sequence.promptTokens && sequence.tokens.size() == sequence.promptTokens)
        sequence.client->promptProcessed(sequence.processed, sequence.promptTokens);
}

void OutputProcessor::answerKept(Sequences& sequences) {
    for (Sequence& sequence : sequences) {
        const KeptLogits::Logits kept = std::exchange(sequence.answer, nullptr);
        if (kept == nullptr || sequence.done) continue;
        StepLogits logits(*kept);
        sequence.client->promptProcessed(sequence.processed, sequence.promptTokens);
        takeTokens(sequence, logits, 0);
    }
}

/// Lets the client draw from the sequence's rows, `row` and those of its drafts, for as long as the drafts
/// are what it draws. Each draw sees the same logits, penalties and random numbers as in a pass of its own,
/// so the text is the same to the letter: a stricter rule than accepting with the ratio of two chances
/// (Leviathan et al. 2023), which keeps only the distribution.
void OutputProcessor::takeTokens(Sequence& sequence, StepLogits& logits, size_t row) {
    size_t accepted = 0;
    for (;; ++accepted) {
        const auto token = logits.next(row + accepted, *sequence.client);
        if (!takeToken(sequence, token)) break;
        const bool right = accepted < sequence.drafts.size() && sequence.drafts[accepted] == *token;
        if (!right || sequence.client->stopped()) break;
        // The keys and values of the token are there already.
        ++sequence.processed;
    }
    if (sequence.drafts.empty()) return;
    m_cache.settleRowStates(sequence, accepted);
    m_drafts.settle(sequence, accepted);
    sequence.client->draftsChecked(sequence.draftSource, sequence.drafts.size(), accepted);
    sequence.drafts.clear();
    m_cache.dropRejected(sequence);
    m_cache.leaveWindows(sequence);
}

/// Cuts a sequence that has no position left, if it may be cut, and goes on with a token behind what is left.
bool OutputProcessor::slide(Sequence& sequence, TokenId next) {
    std::vector<ContextShift>& cuts = sequence.options.cuts;
    if (!sequence.options.places) return false;
    const size_t gone = droppedTokens(cuts), tokens = sequence.tokens.size() + gone;
    auto cut = nextShift(*sequence.options.places, cuts, tokens, tokens, m_limits.positions);
    if (!cut) return false;
    const size_t dropped = cut->dropTo - cut->keep - gone;
    const bool moves = canMove(*cut, sequence.tokens.size(), m_limits);
    if (!moves) cut->at = cut->dropTo;
    cuts.push_back(*cut);
    sequence.client->cut(*cut);
    if (sequence.drafter) sequence.drafter->take(next);
    sequence.draftSequence.reset();
    if (moves) {
        sequence.slide(cut->keep, dropped, next);
        return true;
    }
    m_cache.leave(sequence);
    sequence.admitted = false;
    sequence.restart(cut->keep, dropped, next);
    return true;
}

/// Goes on with what the client answered. False: the sequence is done.
bool OutputProcessor::takeToken(Sequence& sequence, std::optional<TokenId> token) {
    if (token && sequence.tokens.size() >= std::min<size_t>(m_contextLength, sequence.mostPositions)) {
        if (slide(sequence, *token)) return true;
        sequence.client->full();
        token.reset();
    }
    if (!token) {
        sequence.done = true;
        return false;
    }
    sequence.tokens.push_back(*token);
    if (sequence.drafter) sequence.drafter->take(*token);
    return true;
}

}  // namespace hearth
