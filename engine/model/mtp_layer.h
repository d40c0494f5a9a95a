#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "model/given_rows.h"
#include "model/pass_context.h"

namespace hearth {

/// Input and output of the layer after the others, which drafts further tokens (multi-token prediction,
/// DeepSeek-V3 2024, section 2.2). For ModelConfig::guesses.
class MtpLayer {
public:
    MtpLayer(PassContext& pass, GivenRows& given) : m_pass(pass), m_given(given) {}

    /// Output of the last norm for the first rows of the pass.
    std::vector<float> states(size_t rows);
    /// Makes the layer's input of each row's token and the state before it.
    void begin(const Batch& batch, std::span<const float> before);
    /// Logits of the rows that want some. Returns the output of the head's norm for all rows.
    std::vector<float> finish(size_t rows);

private:
    /// The first rows of the residual stream, normalised.
    std::vector<float> normalized(const NormWeights& last, size_t rows);

    PassContext& m_pass;
    GivenRows& m_given;
};

}  // namespace hearth
