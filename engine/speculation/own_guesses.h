#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "model/model.h"
#include "speculation/draft_worth.h"
#include "speculation/guesser.h"

namespace hearth {

/// The layer by which a model guesses further tokens itself (multi-token prediction, DeepSeek-V3 2024,
/// section 2.2; ModelConfig::guesses), and what is known of how its guesses do. Its keys and values lie in
/// the blocks of the model's own cache, at place p those of token p and the state in front of it, so whatever
/// happens to blocks happens to them. What outlives it: the model and the cache. One thread at a time.
class OwnGuesses {
public:
    OwnGuesses(Model& model, KvStore& kv) : m_model(model), m_kv(kv) {}

    /// What a further guess takes, in seconds; 0: not known yet.
    double guessSeconds() const noexcept { return m_guessTime.seconds(); }
    DraftWorth& worth() noexcept { return m_worth; }

private:
    friend class OwnSequence;
    friend void followPass(OwnGuesses&, ForwardPass&, const Batch&, std::span<class OwnSequence* const>);
    Model& m_model;
    KvStore& m_kv;
    GuessTime m_guessTime;
    DraftWorth m_worth;
};

/// A sequence of the model as its own guesses know it: the states behind its last rows. They are not kept
/// with the cache: where a prefix comes from there, the first row behind it is read with a state of zeros,
/// and guesses begin with the second.
class OwnSequence final : public Guesser {
public:
    explicit OwnSequence(OwnGuesses& guesses) : m_guesses(guesses) {}

    /// Where the sequence's keys and values lie; guesses are written there behind its rows, which the next
    /// pass overwrites. To be called before follow() whenever that may have changed.
    /// `offset`: BatchRow::offset of these rows.
    void lieIn(BatchSequence place, RowPositions offset = {}) {
        m_place = std::move(place);
        m_offset = offset;
    }
    /// `tokens` has one token more than was processed.
    std::optional<Guess> follow(std::span<const TokenId> tokens, const std::stop_token& stop) override;
    std::optional<Guess> goOn(const std::stop_token& stop) override;
    /// Rows of the sequence itself are none of its own.
    size_t followed() const noexcept override { return 0; }

private:
    friend void followPass(OwnGuesses&, ForwardPass&, const Batch&, std::span<OwnSequence* const>);
    std::span<const float> stateBehind(int32_t slot) const;
    Guess guess(TokenId token, std::span<const float> before);

    OwnGuesses& m_guesses;
    BatchSequence m_place;
    RowPositions m_offset;
    int32_t m_firstSlot = 0;      ///< of m_states
    std::vector<float> m_states;  ///< behind some rows, shape (rows, embedding)
    int32_t m_slot = 0;           ///< of the row that guesses next
    TokenId m_guessed = -1;       ///< its token; -1: none
    std::vector<float> m_before;  ///< the state in front of it
};

/// After a pass of the model over a batch: fills the cache of the layer that guesses for the same rows.
/// `sequences`: as those of the batch; none of them null. Leaves the logits of the pass as they are.
void followPass(OwnGuesses& guesses, ForwardPass& pass, const Batch& batch,
                std::span<OwnSequence* const> sequences);

}  // namespace hearth
