#include "support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/gguf.h"

namespace hearth::test {

namespace {
constexpr uint32_t stateSlots = 16;
}  // namespace

TinyModel::TinyModel(const std::filesystem::path& file, std::unique_ptr<Backend> backend, KvTypes kv,
                     uint32_t contextLength, uint32_t blocks)
    : m_backend(std::move(backend)) {
    const GgufFile gguf = GgufFile::open(file);
    m_model = Model::load(gguf, *m_backend, contextLength, {.rows = 512, .logitRows = 512});
    m_kv = m_model->makePagedKvCache(kv, blocks);
    m_kv->commitAll();
    m_states = m_model->makeStateStore(stateSlots);
}

BatchSequence TinyModel::makeSequence(size_t positions) {
    BatchSequence sequence;
    if (m_states != nullptr) {
        sequence.stateSlot = static_cast<int32_t>(m_nextState++ % stateSlots);
        m_states->reset(sequence.stateSlot);
    }
    sequence.residualBlock =
        static_cast<int32_t>(m_nextOpen++ % PagedKvCache::residualBlocksFor(m_kv->blocks[0]));
    const size_t count = (positions + PagedKvCache::blockPositions - 1) / PagedKvCache::blockPositions;
    std::vector<int32_t> table;
    for (size_t i = 0; i < count; ++i) {
        // 7 and the number of blocks (a power of two) have no common divisor: every block comes once.
        table.push_back(static_cast<int32_t>(m_nextBlock++ * 7 % m_kv->blocks[0]));
    }
    sequence.blockTables.assign(m_model->kvWindows().size(), table);
    return sequence;
}

std::vector<float> TinyModel::logits(std::span<const TokenId> tokens, size_t chunk) {
    Batch batch;
    batch.sequences.push_back(makeSequence(tokens.size()));
    batch.kind = chunk == 1 ? RowKind::Decode : RowKind::Prefill;
    std::vector<float> all;
    for (size_t first = 0; first < tokens.size(); first += chunk) {
        batch.rows.clear();
        for (size_t i = first; i < std::min(first + chunk, tokens.size()); ++i) {
            batch.rows.push_back(
                {.sequence = 0, .slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true});
        }
        const std::vector<float> part = m_model->forward(batch, *m_kv, m_states.get());
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

double largestDifference(std::span<const float> a, std::span<const float> b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(double{a[i]} - double{b[i]});
        if (!(difference <= largest))
            largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    }
    return largest;
}

}  // namespace hearth::test
