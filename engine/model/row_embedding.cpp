#include "model/row_embedding.h"

#include <algorithm>
#include <string>

#include "hearth/error.h"
#include "model/slices.h"

namespace hearth {

void RowEmbedding::check(const Batch& batch) const {
    for (const BatchRow& row : batch.rows) {
        if (row.token < 0 || static_cast<uint32_t>(row.token) >= m_pass.config.vocabSize) {
            throw Error(ErrorCode::BadInput,
                        "The token " + std::to_string(row.token) + " is not in the model's vocabulary of " +
                            std::to_string(m_pass.config.vocabSize) + "; give ids below that.");
        }
        if (!row.given.empty()) m_given.check(row);
        if (m_pass.config.learnedPositions != 0 &&
            static_cast<uint32_t>(row.positions().time) >= m_pass.config.learnedPositions) {
            throw Error(ErrorCode::BadInput, "The model has " +
                                                 std::to_string(m_pass.config.learnedPositions) +
                                                 " positions and no more; give it a shorter text.");
        }
    }
}

void RowEmbedding::embedNumbers(const Batch& batch, const Weight& table,
                                const std::function<uint32_t(const BatchRow&)>& number, const Slice& out) {
    Batch numbers = batch;
    for (BatchRow& row : numbers.rows) row.token = static_cast<TokenId>(number(row));
    m_pass.backend.beginBatch(numbers);
    m_pass.backend.embed(table, 1.0F, out);
}

void RowEmbedding::embed(const Batch& batch) {
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch);
    const bool adds = m_pass.weights.positions != nullptr || m_pass.weights.tokenTypes != nullptr;
    const auto add = [&] {
        m_pass.backend.norm({.in = branch, .norm = {}, .accumulate = true, .out = hidden});
    };
    if (m_pass.weights.positions != nullptr)
        embedNumbers(
            batch, *m_pass.weights.positions,
            [](const BatchRow& row) { return static_cast<uint32_t>(row.positions().time); }, hidden);
    if (m_pass.weights.tokenTypes != nullptr) {
        const uint32_t last = m_pass.config.tokenTypes - 1;
        embedNumbers(
            batch, *m_pass.weights.tokenTypes, [&](const BatchRow& row) { return std::min(row.type, last); },
            m_pass.weights.positions != nullptr ? branch : hidden);
        if (m_pass.weights.positions != nullptr) add();
    }
    m_pass.backend.beginBatch(batch);
    m_pass.backend.embed(*m_pass.weights.embeddings, m_pass.config.embeddingScale, adds ? branch : hidden);
    m_given.place(batch, 0, adds ? branch : hidden, false);
    if (adds) add();
    if (m_pass.weights.embeddingNorm.weight != nullptr) m_pass.normalizeSum(m_pass.weights.embeddingNorm);
    if (m_pass.config.normalizesEmbeddings)
        m_pass.backend.norm({.in = hidden,
                             .norm = {.kind = NormKind::Rms, .epsilon = m_pass.config.normEpsilon},
                             .out = hidden});
}

}  // namespace hearth
