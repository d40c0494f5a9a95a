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
    /// What follows these tokens, which go on from those of the calls before, wrong guesses apart. nullopt:
    /// the model is not there yet, cannot say, or `stop` was requested.
    virtual std::optional<DraftedToken> follow(std::span<const TokenId> tokens,
                                               const std::stop_token& stop) = 0;
    /// What follows the last guess. nullopt as above.
    virtual std::optional<DraftedToken> resume(const std::stop_token& stop) = 0;
    /// How many rows the last follow() computed.
    virtual size_t followed() const noexcept = 0;
};

/// The best token of the first row of the last pass, among the first so many.
TokenDrafter::DraftedToken bestGuess(ForwardPass& pass, uint32_t vocabulary);

/// What a guess takes, in seconds; 0: not known yet.
class DraftTime {
public:
    double seconds() const noexcept { return m_seconds; }
    /// A guess took so long. What holds it up is no part of its cost.
    void note(double seconds) noexcept;

private:
    double m_seconds = 0;
};

}  // namespace hearth
