#include "session/loaded_probe.h"

#include <algorithm>
#include <string>
#include <utility>

#include "placement/kv_blocks.h"
#include "session/session_errors.h"

namespace hearth {

void LoadedProbe::readAttention(AttentionQuestion question, AttentionListener& listener) {
    const auto unknown = [most = m_parts.model.config().vocabSize](TokenId token) {
        return token < 0 || std::cmp_greater_equal(token, most);
    };
    if (std::ranges::any_of(question.tokens, unknown)) throw Error(errors::otherVocabulary);
    m_parts.cache.makeReady();
    m_readings.add(std::move(question), listener, m_parts.scheduler);
}

void LoadedProbe::readLogits(const LogitQuestion& question, const LogitListener& each, std::stop_token stop) {
    const std::span<const TokenId> tokens = question.tokens;
    if (tokens.empty())
        throw Error(ErrorCode::BadInput, "There are no tokens to compute logits for; give at least one.");
    if (tokens.size() > m_contextLength) {
        throw Error(ErrorCode::BadInput,
                    "There are " + std::to_string(tokens.size()) + " tokens and the context has only " +
                        std::to_string(m_contextLength) +
                        " positions; give fewer or load the model with a longer context.");
    }
    Model& model = m_parts.model;
    const auto blocks =
        static_cast<uint32_t>((tokens.size() + KvStore::blockPositions - 1) / KvStore::blockPositions);
    const size_t rows = question.lastOnly ? model.limits().rows : model.limits().logitRows;
    // Nobody goes on from here: in layers with a window, blocks that it has left are used again.
    std::vector<uint32_t> needed;
    for (const uint32_t window : model.kvWindows())
        needed.push_back(window == 0 ? blocks
                                     : std::min(blocks, windowBlocks(window, static_cast<uint32_t>(rows))));
    const auto kv =
        model.makeKvStore(question.kvTypes.value_or(m_parts.scheduler.kv().types), GroupBlocks(needed));
    kv->commitAll();
    const auto states = model.makeStateStore(1);
    if (states != nullptr) m_parts.backend.resetState(*states, 0);
    Batch batch;
    batch.sequences.resize(1);
    batch.sequences[0].stateSlot = 0;
    for (const uint32_t count : needed) {
        std::vector<int32_t>& table = batch.sequences[0].blockTables.emplace_back();
        for (uint32_t i = 0; i < blocks; ++i) table.push_back(static_cast<int32_t>(i % count));
    }
    for (size_t first = 0; first < tokens.size(); first += rows) {
        batch.rows.clear();
        for (size_t i = first; i < std::min(first + rows, tokens.size()); ++i) {
            batch.rows.push_back({.sequence = 0,
                                  .position = static_cast<int32_t>(i),
                                  .token = tokens[i],
                                  .wantLogits = !question.lastOnly || i + 1 == tokens.size()});
        }
        const std::vector<float> part = model.forward(batch, *kv, states.get(), stop);
        if (!part.empty()) each(question.lastOnly ? tokens.size() - 1 : first, part);
    }
}

}  // namespace hearth
