#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "model/model.h"

namespace hearth::test {

/// A model on a backend with a cache of its own, for tests of the forward pass.
class TinyModel {
public:
    /// `blocks` of the cache; tables are handed out in a scrambled order, so that nothing relies on
    /// neighbours.
    TinyModel(const std::filesystem::path& file, std::unique_ptr<Backend> backend, KvTypes kv,
              uint32_t contextLength = 512, uint32_t blocks = 64);

    /// Logits at every position, shape (tokens, vocabulary); `chunk` rows a forward pass, single ones as
    /// those of a reply.
    std::vector<float> logits(std::span<const TokenId> tokens, size_t chunk = 512);
    /// A sequence of `positions` positions in blocks that no other sequence uses.
    BatchSequence makeSequence(size_t positions);

    Model& model() noexcept { return *m_model; }
    Backend& backend() noexcept { return *m_backend; }
    PagedKvCache& kv() noexcept { return *m_kv; }
    StateStore* states() noexcept { return m_states.get(); }
    size_t vocabSize() const noexcept { return m_model->config().vocabSize; }

private:
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;
    std::unique_ptr<PagedKvCache> m_kv;
    std::unique_ptr<StateStore> m_states;
    uint32_t m_nextBlock = 0, m_nextState = 0, m_nextOpen = 0;
};

/// Largest absolute difference; infinity when the sizes differ or a value is NaN.
double largestDifference(std::span<const float> a, std::span<const float> b);

}  // namespace hearth::test
