#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth {

/// Settings for choosing the next token. The defaults are the app's.
struct SamplingParams {
    float temperature = 0.8F;       ///< 0 to 2; 0 is greedy
    int topK = 40;                  ///< 0 to vocabulary size; 0 is off
    float topP = 0.95F;             ///< 0 to 1; 1 is off (nucleus sampling, Holtzman et al. 2020)
    float minP = 0.05F;             ///< 0 to 1; 0 is off (Nguyen et al. 2024)
    float repeatPenalty = 1.0F;     ///< 0.5 to 2; 1 is off (CTRL, Keskar et al. 2019)
    float presencePenalty = 0.0F;   ///< -2 to 2; 0 is off
    float frequencyPenalty = 0.0F;  ///< -2 to 2; 0 is off
    int penaltyLastN = 64;          ///< number of last tokens that the penalties look at; 0 is off, -1 is all
    std::optional<uint64_t> seed;   ///< unset: a random one, reported in the result
    int maxTokens = -1;             ///< -1: until the context is full
    std::vector<std::string> stop;  ///< strings that end the reply and are not part of it
    /// Added to the logits of these tokens before anything else, each -100 to 100.
    std::vector<std::pair<TokenId, float>> logitBias = {};

    /// Throws Error(BadInput) with one sentence that names the first parameter out of its range.
    void check() const;
};

/// One candidate of the next-token distribution.
struct TokenCandidate {
    TokenId token = -1;
    float probability = 0;        ///< under the settings; 0 when cut
    float plainProbability = 0;   ///< softmax of the model's own logits
    const char* cutBy = nullptr;  ///< "top-k", "top-p", "min-p" or nullptr
};

/// Chooses tokens. The same seed, parameters and logits give the same tokens on every machine of one
/// architecture. For one reply and one thread.
class Sampler {
public:
    Sampler(const SamplingParams& params, int32_t vocabSize);
    ~Sampler();
    Sampler(Sampler&&) noexcept;
    Sampler& operator=(Sampler&&) noexcept;

    /// The seed in use (the random one when the parameters gave none).
    uint64_t seed() const noexcept;
    /// Tells the penalties about tokens that are already there (the prompt, or accepted tokens).
    void accept(TokenId token);
    /// Chooses from logits of shape (vocabSize). Does not accept. NaN logits count as -inf; all -inf throws
    /// Error(BadInput).
    TokenId sample(std::span<const float> logits);
    /// The candidates before and after the settings, best first, at most `count`; for the chart and the
    /// inspector.
    std::vector<TokenCandidate> distribution(std::span<const float> logits, int count) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace hearth
