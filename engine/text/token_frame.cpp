#include "text/token_frame.h"

#include <algorithm>
#include <string>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "text/text_errors.h"

namespace hearth::text {
namespace {

using Part = TokenFrame::Part;

constexpr size_t kMostParts = 64;
constexpr int64_t kMostTypes = 256;

std::vector<Part> readFrame(const GgufFile& file, const std::string& key, int32_t vocabSize, TokenId last) {
    const GgufValue::Integers* tokens = file.getIntegers(key);
    if (tokens == nullptr) return {};
    const GgufValue::Integers* types = file.getIntegers(key + "_types");
    std::vector<Part> out;
    bool fits = tokens->size() <= kMostParts && (types == nullptr || types->size() == tokens->size());
    for (size_t i = 0; fits && i < tokens->size(); ++i) {
        const int64_t token = (*tokens)[i], type = types == nullptr ? 0 : (*types)[i];
        fits = token >= last && token < vocabSize && type >= 0 && type < kMostTypes;
        out.push_back({static_cast<TokenId>(token), static_cast<int32_t>(type)});
    }
    const auto holds = [&](TokenId text) {
        return std::count_if(out.begin(), out.end(), [&](const Part& part) { return part.token == text; }) ==
               1;
    };
    if (!fits || !holds(TokenFrame::kFirst) || (last == TokenFrame::kSecond && !holds(last)))
        throw Error(errors::damagedVocabulary, {"what stands around a text cannot be"});
    return out;
}

TokenFrame frameByFlags(const SpecialTokens& special) {
    TokenFrame out;
    const auto add = [](std::vector<Part>& parts, bool wanted, TokenId token, int32_t type) {
        if (wanted && token >= 0) parts.push_back({token, type});
    };
    add(out.single, special.addBos, special.bos, 0);
    out.single.push_back({TokenFrame::kFirst, 0});
    add(out.single, special.addSep, special.sep, 0);
    add(out.single, special.addEos, special.eos, 0);
    out.pair = out.single;
    // BERT tells the texts apart by types; RoBERTa and XLM-R have none, and two separators between them.
    const bool types = special.addSep;
    if (!types && special.addBos && special.addEos) {
        out.pair.push_back({special.sep >= 0 ? special.sep : special.eos, 0});
    }
    const int32_t second = types ? 1 : 0;
    out.pair.push_back({TokenFrame::kSecond, second});
    add(out.pair, special.addSep, special.sep, second);
    add(out.pair, special.addEos, special.eos, second);
    return out;
}

}  // namespace

TokenFrame TokenFrame::load(const GgufFile& file, const SpecialTokens& special, int32_t vocabSize) {
    TokenFrame out = frameByFlags(special);
    if (auto single = readFrame(file, "tokenizer.ggml.frame", vocabSize, kFirst); !single.empty())
        out.single = std::move(single);
    if (auto pair = readFrame(file, "tokenizer.ggml.frame_pair", vocabSize, kSecond); !pair.empty())
        out.pair = std::move(pair);
    return out;
}

FramedTokens framed(std::span<const Part> frame, std::span<const TokenId> first,
                    std::span<const TokenId> second) {
    FramedTokens out;
    for (const Part& part : frame) {
        const std::span<const TokenId> tokens = part.token == TokenFrame::kFirst ? first
                                                : part.token == TokenFrame::kSecond
                                                    ? second
                                                    : std::span(&part.token, 1);
        out.tokens.insert(out.tokens.end(), tokens.begin(), tokens.end());
        out.types.resize(out.tokens.size(), part.type);
    }
    return out;
}

size_t frameTokens(std::span<const Part> frame) noexcept {
    return static_cast<size_t>(
        std::count_if(frame.begin(), frame.end(), [](const Part& part) { return part.token >= 0; }));
}

std::pair<size_t, size_t> keptOfTwo(size_t first, size_t second, size_t most) noexcept {
    if (first <= most && second <= most - first) return {first, second};
    const size_t half = most / 2;
    size_t shorter = std::min(first, second), longer = 0;
    if (shorter <= half) {
        longer = most - shorter;
    } else {
        shorter = half;
        longer = most - half;
    }
    return first > second ? std::pair(longer, shorter) : std::pair(shorter, longer);
}

}  // namespace hearth::text
