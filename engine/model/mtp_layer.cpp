#include "model/mtp_layer.h"

#include "model/slices.h"

namespace hearth {

void MtpLayer::begin(const Batch& batch, std::span<const float> before) {
    const uint64_t width = m_pass.config.embedding;
    const Slice hidden = all(m_pass.buffers.hidden), branch = all(m_pass.buffers.branch);
    const Slice first = part(m_pass.buffers.guessIn, 0, width),
                second = part(m_pass.buffers.guessIn, width, width);
    m_pass.backend.beginBatch(batch);
    m_pass.backend.embed(*m_pass.weights.embeddings, m_pass.config.embeddingScale, branch);
    m_given.place(batch, 0, branch, false);
    m_pass.backend.norm({.in = branch,
                         .norm = m_pass.norm(m_pass.weights.mtpEmbeddingNorm),
                         .out = m_pass.config.guessesFromStateFirst ? second : first});
    m_pass.backend.upload(hidden, batch.rows.size(), before);
    m_pass.backend.norm({.in = hidden,
                         .norm = m_pass.norm(m_pass.weights.mtpStateNorm),
                         .out = m_pass.config.guessesFromStateFirst ? first : second});
    LinearArgs project;
    project.in = all(m_pass.buffers.guessIn);
    project.parts = {m_pass.weights.mtpProjection.part()};
    project.out = hidden;
    m_pass.backend.linear(project);
}

std::vector<float> MtpLayer::finish(size_t rows) {
    const ModelWeights& weights = m_pass.weights;
    const NormWeights& last =
        weights.mtpOutputNorm.weight != nullptr ? weights.mtpOutputNorm : weights.outputNorm;
    m_pass.linearHead(last);
    return normalized(last, rows);
}

std::vector<float> MtpLayer::states(size_t rows) {
    return normalized(m_pass.weights.outputNorm, rows);
}

std::vector<float> MtpLayer::normalized(const NormWeights& last, size_t rows) {
    const Slice branch = all(m_pass.buffers.branch);
    std::vector<float> values(rows * m_pass.config.embedding);
    m_pass.backend.norm({.in = all(m_pass.buffers.hidden), .norm = m_pass.norm(last), .out = branch});
    m_pass.backend.download(branch, rows, values);
    return values;
}

}  // namespace hearth
