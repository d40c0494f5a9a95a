// Drafts of a sequence: how many a step checks, and what becomes of them.
#include <algorithm>

#include "session/scheduler.h"

namespace hearth {

/// Drafts for a sequence that decodes, in a step that has so many rows and makes so many tokens without them.
void Scheduler::findDrafts(Sequence& sequence, size_t rows, double tokens, size_t most) {
    // The first token is waited for, and comes alone.
    if (sequence.tokens.size() == sequence.promptTokens) return;
    most = std::min(most, m_contextLength - std::min<size_t>(m_contextLength, sequence.tokens.size()));
    // Nor does it wait for the prompt to be looked through.
    if (!sequence.drafter) sequence.drafter.emplace(sequence.tokens);
    Drafter& drafter = *sequence.drafter;
    // As long as can be, for what is not checked is compared too.
    drafter.propose(Backend::fewRows - 1);
    const size_t count = sequence.options.draftsEachStep
                             ? std::min({*sequence.options.draftsEachStep, most, drafter.draft().size()})
                             : draftsWorthChecking(drafter, m_rowCosts, rows, tokens, most);
    sequence.drafts.assign(drafter.draft().begin(), drafter.draft().begin() + static_cast<ptrdiff_t>(count));
}

/// Lets the client draw from the sequence's rows, `row` and those of its drafts, for as long as the drafts
/// are what it draws. Each draw sees the same logits, penalties and random numbers as in a step of its own,
/// so the text is the same to the letter: a stricter rule than accepting with the ratio of two chances
/// (Leviathan et al. 2023), which keeps only the distribution.
void Scheduler::takeTokens(Sequence& sequence, StepLogits& logits, size_t row) {
    size_t accepted = 0;
    for (;; ++accepted) {
        const auto token = logits.next(row + accepted, *sequence.client);
        if (!token) {
            sequence.done = true;
            break;
        }
        if (sequence.tokens.size() >= m_contextLength) {
            sequence.client->full();
            sequence.done = true;
            break;
        }
        sequence.tokens.push_back(*token);
        if (sequence.drafter) sequence.drafter->take(*token);
        const bool right = accepted < sequence.drafts.size() && sequence.drafts[accepted] == *token;
        if (!right || sequence.client->stopped()) break;
        // The keys and values of the token are there already.
        ++sequence.processed;
    }
    if (sequence.options.recomputeEachToken && !sequence.done) {
        releaseBlocks(sequence);
        sequence.stateValid = false;
    }
    if (sequence.drafts.empty()) return;
    sequence.client->draftsChecked(sequence.drafts.size(), accepted);
    dropRejected(sequence);
    leaveWindows(sequence);
}

/// Gives up the blocks behind what counts. What rejected drafts wrote into the last one that stays is written
/// over; nobody else holds that block, for only whole ones are shared while a sequence runs.
void Scheduler::dropRejected(Sequence& sequence) {
    for (size_t group = 0; group < sequence.tables.size(); ++group) {
        std::vector<int32_t>& table = sequence.tables[group];
        while (!table.empty() && (table.size() - 1) * KvStore::blockPositions >= sequence.processed) {
            m_pools[group].release(table.back());
            table.pop_back();
        }
    }
}

}  // namespace hearth
