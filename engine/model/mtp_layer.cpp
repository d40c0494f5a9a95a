// The layer behind the others, which guesses further tokens (multi-token prediction).
#include <algorithm>

#include "hearth/error.h"
#include "model/forward_pass.h"
#include "model/slices.h"

namespace hearth {

std::vector<float> ForwardPass::states(size_t rows) {
    std::vector<float> values(rows * m_config.embedding);
    m_backend.norm({.in = all(m_hidden), .norm = norm(m_weights.outputNorm), .out = all(m_branch)});
    m_backend.download(all(m_branch), rows, values);
    return values;
}

std::vector<float> ForwardPass::guess(const Batch& batch, std::span<const float> before, PagedKvCache& kv) {
    checkRows(batch);
    const auto wanting = static_cast<size_t>(std::count_if(
        batch.rows.begin(), batch.rows.end(), [](const BatchRow& row) { return row.wantLogits; }));
    checkBatch(batch, wanting);
    m_logitRows = wanting;
    m_together = false;
    m_narrows = false;
    const size_t rows = batch.rows.size();
    const uint64_t width = m_config.embedding;
    const Slice hidden = all(m_hidden), branch = all(m_branch);
    const Slice first = part(m_guessIn, 0, width), second = part(m_guessIn, width, width);

    m_backend.beginBatch(batch);
    m_backend.embed(*m_weights.embeddings, m_config.embeddingScale, branch);
    placeGiven(batch, 0, branch, false);
    m_backend.norm({.in = branch,
                    .norm = norm(m_weights.mtpEmbeddingNorm),
                    .out = m_config.guessesFromStateFirst ? second : first});
    m_backend.upload(hidden, rows, before);
    m_backend.norm({.in = hidden,
                    .norm = norm(m_weights.mtpStateNorm),
                    .out = m_config.guessesFromStateFirst ? first : second});
    LinearArgs project;
    project.in = all(m_guessIn);
    project.parts = {m_weights.mtpProjection.part()};
    project.out = hidden;
    m_backend.linear(project);
    layer(m_config.layerCount, kv, [] {});
    if (wanting == 0) return {};

    const NormWeights& last =
        m_weights.mtpOutputNorm.weight != nullptr ? m_weights.mtpOutputNorm : m_weights.outputNorm;
    LinearArgs head;
    head.in = hidden;
    head.norm = norm(last);
    head.parts = {m_weights.head.part()};
    head.scale = m_config.logitScale;
    head.softCap = m_config.logitSoftCap;
    head.rows = RowSet::LogitRows;
    head.out = all(m_logits);
    m_backend.linear(head);
    std::vector<float> after(rows * width);
    m_backend.norm({.in = hidden, .norm = norm(last), .out = branch});
    m_backend.download(branch, rows, after);
    return after;
}

}  // namespace hearth
