#include "hearth/tokenizer.h"

#include <algorithm>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "text/bpe_tokenizer.h"
#include "text/clean_spaces.h"
#include "text/plamo2_tokenizer.h"
#include "text/rwkv_tokenizer.h"
#include "text/sentencepiece_tokenizer.h"
#include "text/special_matcher.h"
#include "text/unigram_tokenizer.h"
#include "text/vocabulary.h"
#include "text/wordpiece_tokenizer.h"
#include "unicode/composition.h"
#include "unicode/utf8.h"

namespace hearth {

using text::SpecialMatcher;
using text::Vocabulary;
using text::VocabularyModel;

std::unique_ptr<Tokenizer> Tokenizer::fromGguf(const GgufFile& file) {
    auto vocabulary = std::make_unique<const Vocabulary>(Vocabulary::load(file));
    switch (vocabulary->model) {
        case VocabularyModel::ByteBpe:
        case VocabularyModel::RawBpe:
        case VocabularyModel::DnaBpe:
            return text::makeBpeTokenizer(file, std::move(vocabulary));
        case VocabularyModel::SentencePiece:
            return text::makeSentencePieceTokenizer(std::move(vocabulary));
        case VocabularyModel::WordPiece:
            return text::makeWordPieceTokenizer(std::move(vocabulary));
        case VocabularyModel::Unigram:
            return text::makeUnigramTokenizer(file, std::move(vocabulary));
        case VocabularyModel::Rwkv:
            return text::makeRwkvTokenizer(std::move(vocabulary));
        case VocabularyModel::Plamo2:
            return text::makePlamo2Tokenizer(std::move(vocabulary));
    }
    throw Error(ErrorCode::Unsupported,
                "Hearth does not know the tokenizer of this file; a newer version may.");
}

Tokenizer::Tokenizer(std::unique_ptr<const Vocabulary> vocabulary)
    : m_vocabulary(std::move(vocabulary)), m_special(std::make_unique<const SpecialMatcher>(*m_vocabulary)) {
}

Tokenizer::~Tokenizer() = default;

void Tokenizer::encodeAll(std::string_view joined, const TrustedRanges& trusted, bool forPrompt,
                          std::vector<TokenId>& out, bool atStart) const {
    const auto markup =
        forPrompt ? SpecialMatcher::UntrustedMarkup::Plain : SpecialMatcher::UntrustedMarkup::Recognised;
    out.reserve(out.size() + joined.size() / 4 + 8);
    size_t from = 0;
    const auto encodeUpTo = [&](size_t end, bool stripEnd, bool stripStart) {
        if (end <= from) return;
        const auto [begin, behind] = trimmedRange(joined.substr(from, end - from), stripStart, stripEnd);
        const std::string_view run = joined.substr(from + begin, behind - begin);
        if (run.empty()) return;
        encodeRun(m_vocabulary->composes ? std::string_view(composed(run)) : run, atStart, out);
        atStart = false;
    };
    bool stripStart = false;
    for (const SpecialMatcher::Match& match : m_special->find(joined, trusted, markup)) {
        const auto token = static_cast<size_t>(match.token);
        encodeUpTo(match.begin, m_vocabulary->stripLeft[token], stripStart);
        out.push_back(match.token);
        atStart = !m_vocabulary->spacePrefixOnce;
        from = match.end;
        stripStart = m_vocabulary->stripRight[token];
    }
    encodeUpTo(joined.size(), false, stripStart);
}

std::vector<TokenId> Tokenizer::encode(std::string_view text, EncodeOptions options) const {
    TrustedRanges trusted;
    if (options.parseSpecial && !text.empty()) trusted.emplace_back(0, text.size());
    std::vector<TokenId> out;
    encodeAll(text, trusted, false, out);
    return options.addSpecial ? text::framed(m_vocabulary->frame.single, out).tokens : out;
}

FramedTokens Tokenizer::frame(std::string_view text, size_t mostTokens) const {
    const auto& parts = m_vocabulary->frame.single;
    std::vector<TokenId> tokens = encode(text);
    const size_t around = text::frameTokens(parts);
    const size_t whole = tokens.size();
    tokens.resize(std::min(whole, mostTokens - std::min(mostTokens, around)));
    FramedTokens out = text::framed(parts, tokens);
    out.truncated = tokens.size() < whole;
    return out;
}

FramedTokens Tokenizer::framePair(std::string_view first, std::string_view second, size_t mostTokens) const {
    const auto& parts = m_vocabulary->frame.pair;
    std::vector<TokenId> a = encode(first), b = encode(second);
    const size_t around = text::frameTokens(parts);
    const auto [keptA, keptB] =
        text::keptOfTwo(a.size(), b.size(), mostTokens - std::min(mostTokens, around));
    const bool truncated = keptA < a.size() || keptB < b.size();
    a.resize(keptA);
    b.resize(keptB);
    FramedTokens out = text::framed(parts, a, b);
    out.truncated = truncated;
    return out;
}

std::vector<TokenId> Tokenizer::encode(const PromptPieces& pieces) const {
    const SpecialTokens& special = m_vocabulary->special;
    std::vector<TokenId> out;
    if (special.addBos) out.push_back(special.bos);
    std::string joined;
    TrustedRanges trusted;
    bool atStart = true;
    const auto encodeJoined = [&] {
        if (!joined.empty()) encodeAll(joined, trusted, true, out, atStart);
        joined.clear();
        trusted.clear();
    };
    for (const PromptPiece& piece : pieces) {
        if (!piece.tokens.empty()) {
            encodeJoined();
            out.insert(out.end(), piece.tokens.begin(), piece.tokens.end());
            atStart = false;
            continue;
        }
        const size_t begin = joined.size();
        joined += piece.text;
        if (!piece.trusted || piece.text.empty()) continue;
        if (!trusted.empty() && trusted.back().second == begin) {
            trusted.back().second = joined.size();
        } else {
            trusted.emplace_back(begin, joined.size());
        }
    }
    encodeJoined();
    if (special.addBos && out.size() > 1 && out[1] == special.bos) out.erase(out.begin());
    return out;
}

void Tokenizer::checkToken(TokenId token) const {
    if (token >= 0 && token < m_vocabulary->size()) return;
    throw Error(ErrorCode::BadInput, "There is no token " + std::to_string(token) + "; this vocabulary has " +
                                         std::to_string(m_vocabulary->size()) + ", counted from 0.");
}

std::string Tokenizer::pieceBytes(TokenId token, bool renderSpecial) const {
    checkToken(token);
    const TokenKind kind = m_vocabulary->kinds[static_cast<size_t>(token)];
    if (!renderSpecial && (kind == TokenKind::Control || kind == TokenKind::Unknown)) return {};
    return std::string(m_vocabulary->bytes[static_cast<size_t>(token)]);
}

std::string Tokenizer::decode(std::span<const TokenId> tokens, bool renderSpecial, Spaces spaces) const {
    std::string out;
    bool mayStrip = m_vocabulary->addSpacePrefix;
    for (const TokenId token : tokens) {
        std::string piece = pieceBytes(token, renderSpecial);
        if (mayStrip && piece.starts_with(' ')) piece.erase(0, 1);
        // A BOS that was added in front does not keep the space of the text behind it from being added.
        mayStrip = mayStrip && token == m_vocabulary->special.bos;
        out += piece;
    }
    return m_vocabulary->cleanSpaces && spaces == Spaces::AsReference ? text::cleanSpaces(out) : out;
}

int32_t Tokenizer::vocabSize() const noexcept {
    return m_vocabulary->size();
}

std::string_view Tokenizer::entry(TokenId token) const {
    checkToken(token);
    return m_vocabulary->entries[static_cast<size_t>(token)];
}

TokenKind Tokenizer::kind(TokenId token) const {
    checkToken(token);
    return m_vocabulary->kinds[static_cast<size_t>(token)];
}

const SpecialTokens& Tokenizer::special() const noexcept {
    return m_vocabulary->special;
}

bool Tokenizer::isEndOfGeneration(TokenId token) const noexcept {
    return token >= 0 && token < m_vocabulary->size() &&
           m_vocabulary->endOfGeneration[static_cast<size_t>(token)];
}

std::string_view Tokenizer::ruleName() const noexcept {
    return m_vocabulary->ruleName;
}

}  // namespace hearth
