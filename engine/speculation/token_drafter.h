#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>

#include "hearth/tokenizer.h"
#include "model/forward_pass.h"

namespace hearth {

/// Guesses for one sequence, token by token, by asking a model; one thread.
class TokenDrafter {
public:
    virtual ~TokenDrafter() = default;

    struct DraftedToken {
        TokenId token = -1;
        float probability = 0;  ///< that the model gives it
    };
    /// Drafts the token after these, which continue those of earlier calls except for rejected drafts.
    /// nullopt: the model has not caught up yet, cannot draft, or `stop` was requested.
    virtual std::optional<DraftedToken> follow(std::span<const TokenId> tokens,
                                               const std::stop_token& stop) = 0;
    /// Drafts the token after the last draft. nullopt as above.
    virtual std::optional<DraftedToken> resume(const std::stop_token& stop) = 0;
    /// Number of rows that the last follow() computed.
    virtual size_t followed() const noexcept = 0;
};

/// The best token of the first row of the last pass, among the first `vocabulary` ones.
TokenDrafter::DraftedToken bestGuess(ForwardPass& pass, uint32_t vocabulary);

/// Duration of a draft, in seconds; 0: not known yet.
class DraftTime {
public:
    double seconds() const noexcept { return m_seconds; }
    /// Records the duration of a draft. Delays by other causes are not part of its cost.
    void note(double seconds) noexcept;

private:
    double m_seconds = 0;
};

}  // namespace hearth
