#include "hearth/sampling.h"
#include "sampling/token_chooser.h"

namespace hearth {

struct Sampler::Impl {
    TokenChooser chooser;
};

Sampler::Sampler(const SamplingParams& params, int32_t vocabSize)
    : m_impl(new Impl{TokenChooser(params, vocabSize)}) {
}
Sampler::~Sampler() = default;
Sampler::Sampler(Sampler&&) noexcept = default;
Sampler& Sampler::operator=(Sampler&&) noexcept = default;

uint64_t Sampler::seed() const noexcept {
    return m_impl->chooser.seed();
}
void Sampler::accept(TokenId token) {
    m_impl->chooser.accept(token);
}
TokenId Sampler::sample(std::span<const float> logits) {
    return m_impl->chooser.sample(logits);
}
std::vector<TokenCandidate> Sampler::distribution(std::span<const float> logits, int count) const {
    return m_impl->chooser.distribution(logits, count);
}

}  // namespace hearth
