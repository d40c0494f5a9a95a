#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/best_logits.h"
#include "model/forward_pass.h"

namespace hearth {

class SequenceClient;

/// The logits of one forward pass for the clients that wait for them: the few best of each row if that is
/// enough and the backend can select them, otherwise whole rows.
class StepLogits {
public:
    /// The client that waits for a row. `ahead`: drafted tokens that the row assumes to be accepted, see
    /// SequenceClient::query(); they outlive this.
    struct Row {
        SequenceClient* client = nullptr;
        std::span<const TokenId> ahead;
    };
    /// Reads back the logits that the clients need. The logits of the pass must stay unchanged while this
    /// exists.
    StepLogits(ForwardPass& model, uint32_t vocabulary, const std::vector<Row>& rows);
    /// Logits of one row, from somewhere else.
    explicit StepLogits(std::vector<float> row);
    /// All logits of a row, read back if necessary.
    std::span<const float> whole(size_t row);
    /// The answer of a row's client. It does not depend on other rows.
    std::optional<TokenId> next(size_t row, SequenceClient& client);

private:
    bool readBest(const std::vector<Row>& rows);

    ForwardPass* m_model;  ///< nullptr: m_whole is all there is
    size_t m_vocabulary, m_rows;
    std::vector<BestLogits> m_best;  ///< empty: m_whole
    std::vector<float> m_whole;      ///< read back when it is needed
};

}  // namespace hearth
