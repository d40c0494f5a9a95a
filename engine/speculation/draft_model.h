#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "backend/backend.h"
#include "cache/block_pool.h"
#include "cache/prefix_cache.h"
#include "model/model.h"
#include "speculation/acceptance_policy.h"
#include "speculation/token_drafter.h"

namespace hearth {

/// A small model that drafts for a larger one of the same vocabulary (speculative decoding, Leviathan et al.
/// 2023): the weights, a cache of their own in which sequences share prefixes, and the acceptance rate of the
/// drafts. One thread at a time; the model outlives it, and it outlives its sequences.
class DraftModel {
public:
    /// `model` has no recurrent layers. `contextLength`: positions a sequence may have. `vocabulary`: tokens
    /// that the larger model knows; others are never guessed.
    DraftModel(Model& model, KvTypes kvType, uint32_t contextLength, uint32_t vocabulary);

    /// Blocks of the cache, and its bytes: one conversation and a branch of it.
    static uint32_t blocksFor(uint32_t contextLength) noexcept;
    static uint64_t cacheBytes(const ModelConfig& config, KvTypes kvType, uint32_t contextLength);
    /// One row wants logits, and prompts are processed in parts of this many rows.
    static constexpr BatchLimits limits{.rows = 128, .logitRows = 1};

    /// Duration of another draft, in seconds; 0: not known yet.
    double guessSeconds() const noexcept { return m_guessTime.seconds(); }
    AcceptancePolicy& worth() noexcept { return m_worth; }
    /// Forgets every cached prefix.
    void clearCache() { m_tree.clear(); }
    const PagedKvCache& kv() const noexcept { return *m_kv; }
    /// Allocates the memory of the whole cache now. Throws Error(OutOfMemory).
    void commitAll() { m_kv->commitAll(); }
    /// Blocks that neither a sequence nor a cached prefix holds.
    uint32_t freeBlocks() const noexcept { return m_pool.freeBlocks(); }

private:
    friend class DraftSequence;
    bool commit(uint32_t blocks);
    Model& m_model;
    uint32_t m_contextLength, m_vocabulary;
    std::unique_ptr<PagedKvCache> m_kv;
    size_t m_groups;  ///< of the cache: all have the same blocks, for a window saves a small model little
    BlockPool m_pool;
    PrefixCache m_tree;
    DraftTime m_guessTime;
    AcceptancePolicy m_worth;
};

/// A sequence of the larger model in the draft model: the same tokens, followed by drafts.
class DraftSequence final : public TokenDrafter {
public:
    explicit DraftSequence(DraftModel& draft) : m_draft(draft) {}
    /// Leaves its computed tokens in the cache for other sequences.
    ~DraftSequence() override;
    DraftSequence(const DraftSequence&) = delete;
    DraftSequence& operator=(const DraftSequence&) = delete;

    /// nullopt where the model is not there yet: it goes at most DraftModel::limits.rows a call; and where
    /// the context or the cache is full.
    std::optional<DraftedToken> follow(std::span<const TokenId> tokens, const std::stop_token& stop) override;
    std::optional<DraftedToken> resume(const std::stop_token& stop) override;
    size_t followed() const noexcept override { return m_followed; }

private:
    void begin(std::span<const TokenId> tokens);
    void cutBack(size_t tokens);
    bool reserve(size_t positions);
    bool compute(std::span<const TokenId> tokens, const std::stop_token& stop);
    DraftedToken best();

    DraftModel& m_draft;
    std::vector<TokenId> m_tokens;  ///< whose keys and values are cached
    size_t m_known = 0;             ///< of these, the ones that are not drafts
    std::vector<int32_t> m_table;
    TokenId m_guessed = -1;  ///< after m_tokens
    size_t m_followed = 0;
    bool m_begun = false;
};

}  // namespace hearth
