#include "speculation/mtp_drafter.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace hearth {

namespace {
/// The last rows of a sequence in a pass whose states can be those that guesses begin with: a draft of it may
/// be wrong from the first token on.
constexpr size_t mostKept = Backend::fewRows;
}  // namespace

std::span<const float> MtpSequence::stateBehind(int32_t slot) const {
    const size_t width = m_guesses.m_model.config().embedding, rows = m_states.size() / width;
    if (slot < m_firstSlot || std::cmp_greater_equal(slot - m_firstSlot, rows)) return {};
    return std::span(m_states).subspan(static_cast<size_t>(slot - m_firstSlot) * width, width);
}

TokenDrafter::DraftedToken MtpSequence::guess(TokenId token, std::span<const float> before) {
    Batch batch;
    batch.kind = RowKind::Decode;
    batch.sequences.push_back(m_place);
    batch.rows.push_back(
        {.sequence = 0, .slot = m_slot, .token = token, .wantLogits = true, .offset = m_offset});
    ForwardPass& pass = m_guesses.m_model.decodePass();
    m_before = pass.guess(batch, before, m_guesses.m_kv);
    ++m_slot;
    const DraftedToken guess = bestGuess(pass, m_guesses.m_model.config().vocabSize);
    m_guessed = guess.token;
    return guess;
}

std::optional<TokenDrafter::DraftedToken> MtpSequence::follow(std::span<const TokenId> tokens,
                                                              const std::stop_token& stop) {
    m_guessed = -1;
    if (tokens.empty() || stop.stop_requested()) return std::nullopt;
    m_slot = static_cast<int32_t>(tokens.size()) - 1;
    const std::span<const float> before = stateBehind(m_slot - 1);
    if (before.empty()) return std::nullopt;
    return guess(tokens.back(), before);
}

std::optional<TokenDrafter::DraftedToken> MtpSequence::resume(const std::stop_token& stop) {
    if (m_guessed < 0 || stop.stop_requested()) return std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    const std::vector<float> before = std::move(m_before);
    const DraftedToken next = guess(m_guessed, before);
    m_guesses.m_guessTime.note(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return next;
}

void followPass(MtpDrafter& guesses, ForwardPass& pass, const Batch& batch,
                std::span<MtpSequence* const> sequences) {
    const size_t width = guesses.m_model.config().embedding, count = batch.rows.size();
    const std::vector<float> states = pass.states(count);
    const auto state = [&](size_t row) { return std::span(states).subspan(row * width, width); };
    std::vector<float> before(count * width);
    Batch rows = batch;
    for (size_t i = 0; i < count; ++i) {
        rows.rows[i].wantLogits = false;
        const BatchRow& row = batch.rows[i];
        const bool continues =
            i > 0 && batch.rows[i - 1].sequence == row.sequence && batch.rows[i - 1].slot + 1 == row.slot;
        const std::span<const float> in =
            continues ? state(i - 1) : sequences[row.sequence]->stateBehind(row.slot - 1);
        std::copy(in.begin(), in.end(), before.begin() + static_cast<ptrdiff_t>(i * width));
    }
    (void)pass.guess(rows, before, guesses.m_kv);
    for (size_t end = count; end > 0;) {
        MtpSequence& sequence = *sequences[batch.rows[end - 1].sequence];
        size_t first = end - 1;
        while (first > 0 && end - first < mostKept &&
               batch.rows[first - 1].sequence == batch.rows[first].sequence)
            --first;
        sequence.m_firstSlot = batch.rows[first].slot;
        sequence.m_states.assign(state(first).begin(), state(end - 1).end());
        while (first > 0 && batch.rows[first - 1].sequence == batch.rows[first].sequence) --first;
        end = first;
    }
}

}  // namespace hearth
