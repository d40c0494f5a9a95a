#include "grammar/token_texts.h"

#include "unicode/utf8.h"

namespace hearth::grammar {

bool isPlainText(std::string_view text) noexcept {
    int characters = 0;
    for (size_t i = 0; i < text.size(); ++characters) {
        const DecodedChar decoded = decodeUtf8(text, i);
        const char32_t point = decoded.codePoint;
        if (!decoded.valid || point < 0x20 || point == 0x7F || point == '"' || point == '\\') return false;
        i += decoded.bytes;
    }
    return characters > 0 && characters <= TokenTexts::mostPlainCharacters;
}

bool isMark(const Tokenizer& tokenizer, TokenId token) {
    const TokenKind kind = tokenizer.kind(token);
    if (kind != TokenKind::UserDefined) return kind == TokenKind::Control;
    // A mark of a part of a prompt or of a reply ("<think>") does not spell text.
    const std::string text = tokenizer.pieceBytes(token);
    return text.size() > 2 && text.front() == '<' && text.back() == '>';
}

std::string withMarkSigns(const Tokenizer& tokenizer, std::string text) {
    size_t at = 0;
    for (const TokenId token : tokenizer.encode(text, {.parseSpecial = true})) {
        if (!isMark(tokenizer, token)) continue;
        const std::string mark = tokenizer.pieceBytes(token, true);
        const size_t found = mark.empty() ? std::string::npos : text.find(mark, at);
        if (found == std::string::npos) continue;
        text.insert(found, 1, markSign);
        at = found + 1 + mark.size();
    }
    return text;
}

TokenTexts::Texts TokenTexts::textsOf(const Tokenizer& tokenizer) {
    Texts out;
    for (TokenId token = 0; token < tokenizer.vocabSize(); ++token) {
        const TokenKind kind = tokenizer.kind(token);
        std::string text;
        if (kind == TokenKind::Normal || kind == TokenKind::Byte || kind == TokenKind::UserDefined)
            text = tokenizer.pieceBytes(token);
        else if (kind == TokenKind::Control)
            text = tokenizer.pieceBytes(token, true);
        if (tokenizer.isEndOfGeneration(token)) text.clear();
        if (!text.empty() && isMark(tokenizer, token)) text.insert(0, 1, markSign);
        out.emplace_back(std::move(text), token);
    }
    return out;
}

TokenTexts::TokenTexts(const Tokenizer& tokenizer)
    : m_vocabSize(tokenizer.vocabSize()),
      m_texts(textsOf(tokenizer)),
      m_all(m_texts),
      m_plain(onlyPlain(true)),
      m_notPlain(onlyPlain(false)),
      m_plainBits((static_cast<size_t>(m_vocabSize) + 63) / 64) {
    for (const auto& [text, token] : m_texts) {
        const auto bit = static_cast<size_t>(token);
        if (isPlainText(text)) m_plainBits[bit / 64] |= uint64_t{1} << (bit % 64);
        if (tokenizer.isEndOfGeneration(token)) m_ends.push_back(token);
    }
}

TokenTexts::Texts TokenTexts::onlyPlain(bool plain) const {
    Texts out;
    for (const auto& entry : m_texts)
        if (isPlainText(entry.first) == plain) out.push_back(entry);
    return out;
}

std::string_view TokenTexts::textOf(TokenId token) const noexcept {
    if (token < 0 || token >= m_vocabSize) return {};
    return m_texts[static_cast<size_t>(token)].first;
}

}  // namespace hearth::grammar
