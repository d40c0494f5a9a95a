#include "session/step_logits.h"

#include "session/sequence.h"

namespace hearth {

StepLogits::StepLogits(ForwardPass& model, uint32_t vocabulary, const std::vector<Row>& rows)
    : m_model(&model), m_vocabulary(vocabulary), m_rows(rows.size()) {
    if (!rows.empty() && !readBest(rows)) m_best.clear();
}

StepLogits::StepLogits(std::vector<float> row)
    : m_model(nullptr), m_vocabulary(row.size()), m_rows(1), m_whole(std::move(row)) {
}

std::span<const float> StepLogits::whole(size_t row) {
    if (m_whole.empty()) m_whole = m_model->logits(m_rows);
    return std::span(m_whole).subspan(row * m_vocabulary, m_vocabulary);
}

bool StepLogits::readBest(const std::vector<Row>& rows) {
    std::vector<BestLogitsQuery> queries;
    for (const Row& row : rows) {
        auto query = row.client->query(m_vocabulary, row.ahead);
        if (!query) return false;
        queries.push_back(std::move(*query));
    }
    m_best.resize(rows.size());
    return m_model->bestLogits(queries, m_best);
}

std::optional<TokenId> StepLogits::next(size_t row, SequenceClient& client) {
    if (!m_best.empty() && client.isEnough(m_best[row])) return client.nextFromBest(m_best[row]);
    return client.next(whole(row));
}

}  // namespace hearth
