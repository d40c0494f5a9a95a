#include "prefix_store/response_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

namespace hearth {

namespace {

/// Changes when what stands in a question or a reply does.
constexpr TokenId questionFormat = 1;
/// By their place in kept replies; nullptr: the candidate was not cut.
constexpr std::array<const char*, 4> cutReasons{nullptr, "top-k", "top-p", "min-p"};

/// Puts values behind each other.
class QuestionWriter {
public:
    void number(int64_t value) {
        m_words.push_back(static_cast<TokenId>(static_cast<uint32_t>(value)));
        m_words.push_back(static_cast<TokenId>(static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32U)));
    }
    void number(float value) { m_words.push_back(std::bit_cast<TokenId>(value)); }
    void text(std::string_view value) {
        number(static_cast<int64_t>(value.size()));
        for (const char byte : value) m_words.push_back(static_cast<unsigned char>(byte));
    }
    void tokens(std::span<const TokenId> values) {
        number(static_cast<int64_t>(values.size()));
        m_words.insert(m_words.end(), values.begin(), values.end());
    }
    /// Adds the spans. They come last, so that questions without spans keep their earlier form.
    void spans(const PromptView& prompt) { appendSpanNumbers(prompt, m_words); }
    ReplyQuestion take() { return std::move(m_words); }

private:
    ReplyQuestion m_words{questionFormat};
};

/// Every parameter has to be named here, so that a parameter that is added later cannot be forgotten. The
/// seed has no effect at temperature 0, which is the only temperature here.
void writeSampling(QuestionWriter& out, const SamplingParams& params) {
    const auto& [temperature, topK, topP, minP, repeat, presence, frequency, lastN, seed, maxTokens, stop,
                 bias] = params;
    (void)temperature, (void)seed;
    for (const int value : {topK, lastN, maxTokens}) out.number(int64_t{value});
    for (const float value : {topP, minP, repeat, presence, frequency}) out.number(value);
    out.number(static_cast<int64_t>(stop.size()));
    for (const std::string& text : stop) out.text(text);
    out.number(static_cast<int64_t>(bias.size()));
    for (const auto& [token, value] : bias) {
        out.number(int64_t{token});
        out.number(value);
    }
}

template <typename T>
void put(std::vector<std::byte>& out, T value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// Takes values from the front; false once there are too few bytes.
class ReplyBytes {
public:
    explicit ReplyBytes(std::span<const std::byte> bytes) : m_left(bytes) {}

    template <typename T>
    bool take(T& value) {
        if (m_left.size() < sizeof(T)) return false;
        std::memcpy(&value, m_left.data(), sizeof(T));
        m_left = m_left.subspan(sizeof(T));
        return true;
    }
    bool atEnd() const noexcept { return m_left.empty(); }
    size_t left() const noexcept { return m_left.size(); }

private:
    std::span<const std::byte> m_left;
};

std::vector<std::byte> encodeReply(const CachedResponse& reply) {
    std::vector<std::byte> out;
    put(out, static_cast<uint32_t>(reply.reason));
    for (const GeneratedToken& token : reply.tokens) {
        put(out, token.token);
        put(out, token.probability);
        put(out, static_cast<uint32_t>(token.candidates.size()));
        for (const TokenCandidate& candidate : token.candidates) {
            const std::string_view cutBy = candidate.cutBy == nullptr ? "" : candidate.cutBy;
            uint8_t reason = 0;
            for (uint8_t i = 1; i < cutReasons.size(); ++i)
                if (cutBy == cutReasons[i]) reason = i;
            put(out, candidate.token);
            put(out, candidate.probability);
            put(out, candidate.plainProbability);
            put(out, reason);
        }
    }
    return out;
}

bool takeCandidate(ReplyBytes& in, TokenCandidate& candidate) {
    uint8_t reason = 0;
    const bool whole = in.take(candidate.token) && in.take(candidate.probability) &&
                       in.take(candidate.plainProbability) && in.take(reason) && reason < cutReasons.size();
    if (whole) candidate.cutBy = cutReasons[reason];
    return whole;
}

std::optional<CachedResponse> decodeReply(std::span<const std::byte> bytes) {
    ReplyBytes in(bytes);
    uint32_t reason = 0;
    if (!in.take(reason)) return std::nullopt;
    const auto known = finishReasonOf(static_cast<long long>(reason));
    if (!known) return std::nullopt;
    CachedResponse reply{.tokens = {}, .reason = *known};
    while (!in.atEnd()) {
        GeneratedToken token;
        uint32_t candidates = 0;
        if (!in.take(token.token) || !in.take(token.probability) || !in.take(candidates)) return std::nullopt;
        if (candidates > in.left()) return std::nullopt;
        token.candidates.resize(candidates);
        for (TokenCandidate& candidate : token.candidates)
            if (!takeCandidate(in, candidate)) return std::nullopt;
        reply.tokens.push_back(std::move(token));
    }
    return reply;
}

BlockName nameOf(const ReplyQuestion& question) {
    return {contentHash(std::as_bytes(std::span(question))), 0, BlockName::Kind::Reply};
}

}  // namespace

std::optional<ReplyQuestion> replyQuestion(const GenerationRequest& request, const Prompt& prompt) {
    // All fields are named, so that one that is added later is not forgotten.
    const auto& [messages, rawText, rawTokens, continueLast, templateVariables, sampling, grammar,
                 speculation, overflow, cuts, ready, spentMs, rawReply, candidates, ignoreEndOfText, tenant,
                 useCache, replyReuse, route] = request;
    // They are in the prompt, or change nothing of a reply that ended by itself.
    (void)messages, (void)speculation, (void)overflow, (void)cuts, (void)ready, (void)spentMs, (void)tenant;
    (void)route;
    if (replyReuse == ReplyReuse::Off || !useCache || ignoreEndOfText) return std::nullopt;
    if (sampling.temperature > 0 || sampling.maxTokens == 0) return std::nullopt;
    QuestionWriter out;
    out.tokens(prompt.tokens);
    out.number(static_cast<int64_t>(prompt.cuts.size()));
    for (const ContextShift& cut : prompt.cuts)
        for (const size_t place : {cut.at, cut.keep, cut.dropTo}) out.number(static_cast<int64_t>(place));
    writeSampling(out, sampling);
    out.number(static_cast<int64_t>(grammar.kind));
    out.text(grammar.source);
    // The way the reply is read, because stop strings are searched only in its text.
    out.number(int64_t{rawReply || rawText || !rawTokens.empty()});
    out.number(int64_t{continueLast});
    out.text(templateVariables);
    out.number(int64_t{candidates});
    out.spans(prompt.view());
    return out.take();
}

std::optional<CachedResponse> ResponseCache::find(const ReplyQuestion& question, const std::string& tenant) {
    const auto known = std::ranges::find(m_recent, question, &Entry::question);
    std::optional<CachedResponse> reply;
    if (known != m_recent.end()) {
        known->tenants.insert(tenant);
        m_recent.splice(m_recent.begin(), m_recent, known);
        reply = decodeReply(m_recent.front().reply);
    } else if (m_store != nullptr) {
        auto record = m_store->get(
            {.name = nameOf(question), .parent = {}, .tokens = std::span(question), .groups = {}});
        if (record) reply = decodeReply(record->reply);
        if (reply) remember({.question = question, .reply = std::move(record->reply), .tenants = {tenant}});
    }
    if (reply && m_store != nullptr)
        m_store->use({nameOf(question)}, {.time = BlockStore::now(), .tenant = tenant});
    return reply;
}

void ResponseCache::keep(const ReplyQuestion& question, const CachedResponse& reply,
                         const std::string& tenant) {
    std::set<std::string> tenants{tenant};
    const auto known = std::ranges::find(m_recent, question, &Entry::question);
    if (known != m_recent.end()) tenants.merge(known->tenants);
    forget(question);
    std::vector<std::byte> bytes = encodeReply(reply);
    if (bytes.size() > mostReplyBytes) {
        // Nor is the earlier one the reply any more.
        if (m_store != nullptr) m_store->remove(nameOf(question));
        return;
    }
    if (m_store != nullptr) {
        BlockRecord record{.name = nameOf(question),
                           .parent = {},
                           .tokens = question,
                           .groups = {},
                           .state = {},
                           .logits = {},
                           .reply = bytes};
        m_store->replace(std::move(record), {.time = BlockStore::now(), .tenant = tenant});
    }
    remember({.question = question, .reply = std::move(bytes), .tenants = std::move(tenants)});
}

void ResponseCache::keepTenants(std::span<const std::string> tenants) {
    std::erase_if(m_recent, [&](const Entry& entry) {
        const bool used = std::ranges::any_of(entry.tenants, [&](const std::string& tenant) {
            return std::ranges::find(tenants, tenant) != tenants.end();
        });
        if (!used) m_bytes -= entry.bytes();
        return !used;
    });
}

void ResponseCache::remember(Entry entry) {
    m_bytes += entry.bytes();
    m_recent.push_front(std::move(entry));
    while (m_bytes > mostBytes) {
        m_bytes -= m_recent.back().bytes();
        m_recent.pop_back();
    }
}

void ResponseCache::forget(const ReplyQuestion& question) {
    std::erase_if(m_recent, [&](const Entry& entry) {
        if (entry.question != question) return false;
        m_bytes -= entry.bytes();
        return true;
    });
}

}  // namespace hearth
