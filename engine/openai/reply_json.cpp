#include "openai/reply_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "hash/content_hash.h"

namespace hearth::openai {

namespace {

/// Value for probabilities that are too small for a float.
constexpr double leastLogprob = -100;

double logprobOf(float probability) {
    return probability > 0 ? std::max(std::log(double{probability}), leastLogprob) : leastLogprob;
}

Json bytesOf(const std::string& text) {
    Json bytes = Json::array();
    for (const char byte : text) bytes.push_back(static_cast<unsigned char>(byte));
    return bytes;
}

Json chatLogprob(const Tokenizer& tokenizer, TokenId token, float probability) {
    const std::string text = tokenizer.pieceBytes(token, true);
    return {{"token", text}, {"logprob", logprobOf(probability)}, {"bytes", bytesOf(text)}};
}

std::vector<TokenCandidate> bestOf(const GeneratedToken& token, int alternatives) {
    std::vector<TokenCandidate> best = token.candidates;
    if (best.size() > static_cast<size_t>(alternatives)) best.resize(static_cast<size_t>(alternatives));
    return best;
}

/// Nine letters and digits for a place.
std::string callId(const std::string& place) {
    static constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
    constexpr int length = 9;
    uint64_t hash = contentHash(std::as_bytes(std::span(place))).low;
    std::string id;
    for (int i = 0; i < length; ++i, hash /= digits.size()) id += digits[hash % digits.size()];
    return id;
}

/// True if the token is part of the text.
bool isText(const Tokenizer& tokenizer, const GeneratedToken& token) {
    return token.token >= 0 && !tokenizer.isEndOfGeneration(token.token);
}

}  // namespace

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json routeJson(const RouteOutcome& route) {
    Json json{{"answered_by", routeTargetName(route.target)}, {"reason", routeReasonName(route.reason)}};
    if (route.triedTokens == 0) return json;
    json["first_tokens"] = route.triedTokens;
    json["mean_log_probability"] = route.meanLogProbability;
    return json;
}

Json usageOf(std::span<const GenerationMetrics> replies, size_t ofPrompt) {
    int prompt = 0, cached = 0, generated = 0;
    for (size_t i = 0; i < replies.size(); ++i) {
        generated += replies[i].generatedTokens;
        // The first one to a prompt says what was there before; the others find what the first has left.
        if (i != 0 && (ofPrompt == 0 || i % ofPrompt != 0)) continue;
        prompt += replies[i].promptTokens;
        cached += replies[i].reusedTokens;
    }
    Json usage{{"prompt_tokens", prompt},
               {"completion_tokens", generated},
               {"total_tokens", prompt + generated},
               {"prompt_tokens_details", {{"cached_tokens", cached}}}};
    if (std::ranges::any_of(replies, &GenerationMetrics::keptReply)) usage["cached_reply"] = true;
    return usage;
}

std::string finishReasonOf(FinishReason reason, bool hasCalls, bool oldCalls) {
    if (reason != FinishReason::EndOfText && reason != FinishReason::StopString) return "length";
    if (hasCalls) return oldCalls ? "function_call" : "tool_calls";
    return "stop";
}

Json callOf(const ToolCallDelta& call, const std::string& answerId, int choice) {
    const std::string place = answerId + "/" + std::to_string(choice) + "/" + std::to_string(call.index);
    return {{"id", call.id.empty() ? callId(place) : call.id},
            {"type", "function"},
            {"function", {{"name", call.name}, {"arguments", call.arguments}}}};
}

Json chatLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives) {
    Json content = Json::array();
    for (const GeneratedToken& token : tokens) {
        if (!isText(tokenizer, token)) continue;
        Json entry = chatLogprob(tokenizer, token.token, token.probability);
        Json& best = entry["top_logprobs"] = Json::array();
        for (const TokenCandidate& one : bestOf(token, alternatives))
            best.push_back(chatLogprob(tokenizer, one.token, one.plainProbability));
        content.push_back(std::move(entry));
    }
    return {{"content", std::move(content)}, {"refusal", nullptr}};
}

Json textLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives,
                  size_t offset) {
    Json texts = Json::array(), logprobs = Json::array(), best = Json::array(), offsets = Json::array();
    for (const GeneratedToken& token : tokens) {
        if (!isText(tokenizer, token)) continue;
        const std::string text = tokenizer.pieceBytes(token.token, true);
        texts.push_back(text);
        logprobs.push_back(logprobOf(token.probability));
        offsets.push_back(offset);
        offset += text.size();
        Json& one = best.emplace_back(Json::object());
        for (const TokenCandidate& candidate : bestOf(token, alternatives))
            one[tokenizer.pieceBytes(candidate.token, true)] = logprobOf(candidate.plainProbability);
    }
    return {{"tokens", std::move(texts)},
            {"token_logprobs", std::move(logprobs)},
            {"top_logprobs", std::move(best)},
            {"text_offset", std::move(offsets)}};
}

Json echoLogprobs(const Tokenizer& tokenizer, std::span<const GeneratedToken> tokens, int alternatives,
                  const std::string& echo) {
    Json texts = Json::array(), logprobs = Json::array(), best = Json::array(), offsets = Json::array();
    size_t offset = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string piece = tokenizer.pieceBytes(tokens[i].token, true);
        texts.push_back(piece);
        offsets.push_back(offset);
        // A token or space that the vocabulary adds before a text is not part of it.
        const std::string_view rest = std::string_view(echo).substr(offset);
        if (rest.starts_with(piece))
            offset += piece.size();
        else if (piece.starts_with(' ') && rest.starts_with(std::string_view(piece).substr(1)))
            offset += piece.size() - 1;
        logprobs.push_back(i == 0 ? Json() : Json(logprobOf(tokens[i].probability)));
        Json one = i == 0 ? Json() : Json::object();
        for (const TokenCandidate& candidate : bestOf(tokens[i], alternatives))
            one[tokenizer.pieceBytes(candidate.token, true)] = logprobOf(candidate.plainProbability);
        best.push_back(std::move(one));
    }
    return {{"tokens", std::move(texts)},
            {"token_logprobs", std::move(logprobs)},
            {"top_logprobs", std::move(best)},
            {"text_offset", std::move(offsets)}};
}

void appendLogprobs(Json& to, const Json& more) {
    for (const char* list : {"tokens", "token_logprobs", "top_logprobs", "text_offset"})
        for (const Json& entry : more.at(list)) to[list].push_back(entry);
}

Json errorJson(const std::string& message, const std::string& type, const std::string& field,
               const std::string& code) {
    const auto orNull = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
    return {
        {"error", {{"message", message}, {"type", type}, {"param", orNull(field)}, {"code", orNull(code)}}}};
}

}  // namespace hearth::openai
