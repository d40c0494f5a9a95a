#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "sampling/best_logits.h"

namespace hearth {

class SequenceClient;

/// The logits of one forward pass on their way to those who wait for them: the few best of each row where
/// that is enough and the backend can pick them out, whole rows else.
class StepLogits {
public:
    /// Reads back what the clients need; client i waits for row i.
    StepLogits(Model& model, const std::vector<SequenceClient*>& clients);
    /// What client i answers.
    std::optional<TokenId> next(size_t row, SequenceClient& client) const;

private:
    bool readBest(Model& model, const std::vector<SequenceClient*>& clients);

    size_t m_vocabulary;
    std::vector<BestLogits> m_best;  ///< empty: m_whole
    std::vector<float> m_whole;
};

}  // namespace hearth
