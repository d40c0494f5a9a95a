#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/best_logits.h"
#include "model/forward_pass.h"

namespace hearth {

class SequenceClient;

/// The logits of one forward pass on their way to those who wait for them: the few best of each row where
/// that is enough and the backend can pick them out, whole rows else.
class StepLogits {
public:
    /// Who waits for a row. `ahead`: drafted tokens that the row takes for granted, see
    /// SequenceClient::query(); they outlive this.
    struct Row {
        SequenceClient* client = nullptr;
        std::span<const TokenId> ahead;
    };
    /// Reads back what the clients need. The logits of the pass stay as they are for as long as this lives.
    StepLogits(ForwardPass& model, uint32_t vocabulary, const std::vector<Row>& rows);
    /// Logits of one row, from somewhere else.
    explicit StepLogits(std::vector<float> row);
    /// All logits of a row, read back if they were not yet.
    std::span<const float> whole(size_t row);
    /// What the client of a row answers. A row's answer depends on nothing in other rows.
    std::optional<TokenId> next(size_t row, SequenceClient& client);

private:
    bool readBest(const std::vector<Row>& rows);

    ForwardPass* m_model;  ///< nullptr: m_whole is all there is
    size_t m_vocabulary, m_rows;
    std::vector<BestLogits> m_best;  ///< empty: m_whole
    std::vector<float> m_whole;      ///< read back when it is needed
};

}  // namespace hearth
