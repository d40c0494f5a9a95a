#include "speculation/draft_model.h"

#include <algorithm>
#include <chrono>

#include "hearth/error.h"
#include "placement/memory_plan.h"

namespace hearth {

uint32_t DraftModel::blocksFor(uint32_t contextLength) noexcept {
    // As in planCache(): a branch inside a block copies it while the old one is still held.
    return (contextLength + PagedKvCache::blockPositions - 1) / PagedKvCache::blockPositions + 1;
}

uint64_t DraftModel::cacheBytes(const ModelConfig& config, KvTypes kvType, uint32_t contextLength) {
    return kvBytes(config, kvType, blocksFor(contextLength));
}

DraftModel::DraftModel(Model& model, KvTypes kvType, uint32_t contextLength, uint32_t vocabulary)
    : m_model(model),
      m_contextLength(contextLength),
      m_vocabulary(std::min(vocabulary, model.config().vocabSize)),
      m_kv(model.makePagedKvCache(kvType, blocksFor(contextLength))),
      m_groups(model.kvWindows().size()),
      m_pool(blocksFor(contextLength), [this](uint32_t count) { return commit(count); }),
      m_tree({{&m_pool, 0}}, PagedKvCache::blockPositions) {
}

/// All groups of layers share a table.
bool DraftModel::commit(uint32_t count) {
    for (uint32_t group = 0; group < m_groups; ++group)
        if (!m_kv->commit(group, count)) return false;
    return true;
}

DraftSequence::~DraftSequence() {
    const std::array tables{m_table};
    if (m_known > 0) m_draft.m_tree.insert(std::span(m_tokens).first(m_known), tables);
    for (const int32_t block : m_table) m_draft.m_pool.release(block);
}

/// Takes over what is cached of a new sequence's tokens, of which the last is always computed.
void DraftSequence::begin(std::span<const TokenId> tokens) {
    m_begun = true;
    PrefixMatch found = m_draft.m_tree.match(tokens.first(tokens.size() - 1));
    m_table = std::move(found.blocks.front());
    size_t cached = found.tokens - found.partialPositions;
    if (found.partialPositions > 0) {
        if (reserve(found.tokens)) {
            for (uint32_t group = 0; group < m_draft.m_groups; ++group)
                m_draft.m_kv->copyBlock(group, found.partialBlocks.front(), m_table.back(),
                                        found.partialPositions);
            cached = found.tokens;
        }
        m_draft.m_pool.release(found.partialBlocks.front());
    }
    m_tokens.assign(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(cached));
    m_known = cached;
}

/// Gives up what lies behind the first so many tokens. The blocks that stay are written again only behind
/// what others may share: tokens that are no guesses are never cut.
void DraftSequence::cutBack(size_t tokens) {
    m_tokens.resize(tokens);
    m_known = std::min(m_known, tokens);
    while (!m_table.empty() && (m_table.size() - 1) * PagedKvCache::blockPositions >= tokens) {
        m_draft.m_pool.release(m_table.back());
        m_table.pop_back();
    }
}

bool DraftSequence::reserve(size_t positions) {
    while (m_table.size() * PagedKvCache::blockPositions < positions) {
        int32_t block = m_draft.m_pool.take();
        while (block < 0 && m_draft.m_tree.evictOne()) block = m_draft.m_pool.take();
        if (block < 0) return false;
        m_table.push_back(block);
    }
    return true;
}

/// Computes the tokens behind those that are cached; false when that cannot be.
bool DraftSequence::compute(std::span<const TokenId> tokens, const std::stop_token& stop) {
    const auto known = [this](TokenId token) {
        return static_cast<uint32_t>(token) < m_draft.m_model.config().vocabSize;
    };
    // Tokens at the end of the larger vocabulary: there is nothing to continue.
    if (!std::all_of(tokens.begin(), tokens.end(), known)) return false;
    const size_t end = m_tokens.size() + tokens.size();
    if (end > m_draft.m_contextLength || !reserve(end)) return false;
    Batch batch;
    // The way in which drafts are computed changes no text: a few rows use the fastest one.
    batch.kind = tokens.size() <= Backend::fewRows ? RowKind::Decode : RowKind::Prefill;
    batch.sequences.push_back(
        {.blockTables = std::vector<std::vector<int32_t>>(m_draft.m_groups, m_table), .stateSlot = -1});
    for (size_t i = 0; i < tokens.size(); ++i) {
        batch.rows.push_back({.sequence = 0,
                              .slot = static_cast<int32_t>(m_tokens.size() + i),
                              .token = tokens[i],
                              .wantLogits = i + 1 == tokens.size()});
    }
    try {
        m_draft.m_model.compute(batch, *m_draft.m_kv, nullptr, stop);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) throw;
        return false;
    }
    m_tokens.insert(m_tokens.end(), tokens.begin(), tokens.end());
    return true;
}

TokenDrafter::DraftedToken DraftSequence::best() {
    const DraftedToken guess = bestGuess(m_draft.m_model.pass(), m_draft.m_vocabulary);
    m_guessed = guess.token;
    return guess;
}

std::optional<TokenDrafter::DraftedToken> DraftSequence::follow(std::span<const TokenId> tokens,
                                                                const std::stop_token& stop) {
    m_followed = 0;
    m_guessed = -1;
    if (tokens.empty() || tokens.size() > m_draft.m_contextLength) return std::nullopt;
    if (!m_begun) begin(tokens);
    const std::span<const TokenId> before = tokens.first(tokens.size() - 1);
    const auto differs = std::mismatch(m_tokens.begin(), m_tokens.end(), before.begin(), before.end());
    cutBack(static_cast<size_t>(differs.first - m_tokens.begin()));
    const size_t missing = tokens.size() - m_tokens.size();
    const size_t rows = std::min<size_t>(missing, m_draft.m_model.limits().rows);
    m_known = m_tokens.size();
    if (!compute(tokens.subspan(m_tokens.size(), rows), stop)) return std::nullopt;
    m_known = m_tokens.size();
    m_followed = rows;
    if (rows < missing) return std::nullopt;
    return best();
}

std::optional<TokenDrafter::DraftedToken> DraftSequence::resume(const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    if (m_guessed < 0 || !compute(std::array{m_guessed}, stop)) return std::nullopt;
    const DraftedToken guess = best();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    m_draft.m_guessTime.note(seconds);
    return guess;
}

}  // namespace hearth
