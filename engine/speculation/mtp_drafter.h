#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "model/model.h"
#include "speculation/acceptance_policy.h"
#include "speculation/token_drafter.h"

namespace hearth {

/// The layer for multi-token prediction (DeepSeek-V3 2024, section 2.2; ModelConfig::guesses), and the
/// acceptance rate of its drafts. Its keys and values are in the blocks of the model's own cache: place p has
/// those of token p and the state before it. So they are shared, moved and released with the blocks. The
/// model and the cache outlive it. One thread at a time.
class MtpDrafter {
public:
    MtpDrafter(Model& model, PagedKvCache& kv) : m_model(model), m_kv(kv) {}

    /// Duration of another draft, in seconds; 0: not known yet.
    double guessSeconds() const noexcept { return m_guessTime.seconds(); }
    AcceptancePolicy& worth() noexcept { return m_worth; }

private:
    friend class MtpSequence;
    friend void followPass(MtpDrafter&, ForwardPass&, const Batch&, std::span<class MtpSequence* const>);
    Model& m_model;
    PagedKvCache& m_kv;
    DraftTime m_guessTime;
    AcceptancePolicy m_worth;
};

/// A sequence of the model for multi-token prediction: the states after its last rows. They are not kept with
/// the cache: after a cached prefix, the first row is read with a state of zeros, and drafts begin with the
/// second row.
class MtpSequence final : public TokenDrafter {
public:
    explicit MtpSequence(MtpDrafter& guesses) : m_guesses(guesses) {}

    /// Sets the place of the sequence's keys and values; drafts are written there after its rows, and the
    /// next pass overwrites them. To be called before follow() whenever the place may have changed. `offset`:
    /// BatchRow::offset of these rows.
    void lieIn(BatchSequence place, RowPositions offset = {}) {
        m_place = std::move(place);
        m_offset = offset;
    }
    /// `tokens` has one token more than was processed.
    std::optional<DraftedToken> follow(std::span<const TokenId> tokens, const std::stop_token& stop) override;
    std::optional<DraftedToken> resume(const std::stop_token& stop) override;
    /// The sequence's own rows are not counted.
    size_t followed() const noexcept override { return 0; }

private:
    friend void followPass(MtpDrafter&, ForwardPass&, const Batch&, std::span<MtpSequence* const>);
    std::span<const float> stateBehind(int32_t slot) const;
    DraftedToken guess(TokenId token, std::span<const float> before);

    MtpDrafter& m_guesses;
    BatchSequence m_place;
    RowPositions m_offset;
    int32_t m_firstSlot = 0;      ///< of m_states
    std::vector<float> m_states;  ///< after some rows, shape (rows, embedding)
    int32_t m_slot = 0;           ///< of the row that drafts next
    TokenId m_guessed = -1;       ///< its token; -1: none
    std::vector<float> m_before;  ///< the state before it
};

/// Called after a pass of the model over a batch: fills the cache of the layer for multi-token prediction for
/// the same rows. `sequences`: as those of the batch; none of them null. Leaves the logits of the pass
/// unchanged.
void followPass(MtpDrafter& guesses, ForwardPass& pass, const Batch& batch,
                std::span<MtpSequence* const> sequences);

}  // namespace hearth
