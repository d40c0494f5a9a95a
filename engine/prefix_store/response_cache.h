#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hearth/finish_reason.h"
#include "hearth/generation_request.h"
#include "hearth/reply_delta.h"
#include "hearth/tokenizer.h"
#include "prefix_store/block_store.h"

namespace hearth {

/// All that a reply at temperature 0 depends on besides the model, as one text of numbers: the tokens of the
/// prompt, what was cut of it, and the settings. Requests with the same one have the same reply.
using ReplyQuestion = std::vector<TokenId>;

/// nullopt: the request has no reply that may be kept: at another temperature, for measurements, without a
/// token.
std::optional<ReplyQuestion> replyQuestion(const GenerationRequest& request, const Prompt& prompt);

/// A reply that ended by itself.
struct CachedResponse {
    std::vector<GeneratedToken> tokens;  ///< everything generated, the end token included
    FinishReason reason = FinishReason::EndOfText;
};

/// Replies to questions that were asked, for when they are asked again: the last ones in memory and, where
/// there is a store, all of them beside the blocks of the cache, with their tenants and within its limits.
/// One thread at a time.
class ResponseCache {
public:
    /// `store`: nullptr for memory alone; outlives this, or the next call of keepOn().
    void keepOn(BlockStore* store) noexcept { m_store = store; }
    /// The reply to exactly this question, from now on used by the tenant as well.
    std::optional<CachedResponse> find(const ReplyQuestion& question, const std::string& tenant);
    /// Keeps a reply in place of an earlier one to the same question. Those that are long are left out, and
    /// so is the earlier one then.
    void keep(const ReplyQuestion& question, const CachedResponse& reply, const std::string& tenant);
    /// Forgets in memory what none of these tenants used; on disk the store does it.
    void keepTenants(std::span<const std::string> tenants);
    /// Forgets in memory.
    void clear() noexcept { m_recent.clear(), m_bytes = 0; }

    static constexpr uint64_t mostBytes = uint64_t{16} << 20U;  ///< in memory

private:
    struct Entry {
        ReplyQuestion question;
        std::vector<std::byte> reply;
        std::set<std::string> tenants;
        uint64_t bytes() const noexcept { return question.size() * sizeof(TokenId) + reply.size(); }
    };
    void remember(Entry entry);
    void forget(const ReplyQuestion& question);

    BlockStore* m_store = nullptr;
    std::list<Entry> m_recent;  ///< the last used first
    uint64_t m_bytes = 0;
};

}  // namespace hearth
