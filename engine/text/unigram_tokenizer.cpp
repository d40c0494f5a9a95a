#include "text/unigram_tokenizer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "hearth/gguf.h"
#include "text/byte_trie.h"
#include "text/char_map.h"
#include "text/piece_words.h"
#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

// Difference of the log probabilities of the rarest entry and an unknown character: the value of the
// SentencePiece trainer.
constexpr double kUnknownPenalty = 10.0;

CharMap readCharMap(const GgufFile& file) {
    const GgufValue::Integers* blob = file.getIntegers("tokenizer.ggml.precompiled_charsmap");
    if (blob == nullptr || blob->empty()) return {};
    std::vector<unsigned char> bytes;
    bytes.reserve(blob->size());
    for (const int64_t value : *blob) bytes.push_back(static_cast<unsigned char>(value));
    return CharMap(std::move(bytes));
}

/// "tokenizer.ggml.piece_rules" in the tables of a folder; without it a file is GGUF, and SentencePiece's
/// rules are meant.
std::optional<PieceRules> readPieceRules(const GgufFile& file, const Vocabulary& vocabulary) {
    const GgufValue::Strings* names = file.getStrings("tokenizer.ggml.piece_rules");
    if (names == nullptr) return std::nullopt;
    PieceRules rules;
    for (const std::string& name : *names) {
        rules.stripsLeft = rules.stripsLeft || name == "strip_left";
        rules.stripsRight = rules.stripsRight || name == "strip_right";
        rules.splitsAtWhiteSpace = rules.splitsAtWhiteSpace || name == "split_white_space";
        rules.splitsAtMarks = rules.splitsAtMarks || name == "split_marks";
        if (name == "join_spaces") rules.spaces = " ";
        if (name == "mark_spaces") rules.spaces = kSpaceMark;
    }
    using enum PieceRules::Prefix;
    rules.prefix = !vocabulary.addSpacePrefix ? Never : vocabulary.spacePrefixOnce ? First : Always;
    return rules;
}

class UnigramTokenizer final : public Tokenizer {
public:
    UnigramTokenizer(const GgufFile& file, std::unique_ptr<const Vocabulary> owned)
        : Tokenizer(std::move(owned)),
          m_charMap(readCharMap(file)),
          m_rules(readPieceRules(file, vocabulary())) {
        m_byteToken.fill(-1);
        float lowest = std::numeric_limits<float>::max();
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            const auto i = static_cast<size_t>(token);
            const TokenKind kind = vocabulary().kinds[i];
            if (kind == TokenKind::Normal) lowest = std::min(lowest, vocabulary().scores[i]);
            // In the library tokenizers a byte's spelling in a text is the byte.
            const bool spelled = m_rules && kind == TokenKind::Byte;
            if (kind == TokenKind::Normal || kind == TokenKind::Unused || spelled)
                m_entries.add(vocabulary().entries[i], token);
            if (kind == TokenKind::Byte)
                m_byteToken[static_cast<size_t>(Vocabulary::byteOf(vocabulary().entries[i]))] = token;
        }
        m_unknownScore = static_cast<double>(lowest) - kUnknownPenalty;
    }

protected:
    void encodeRun(std::string_view run, bool atStart, std::vector<TokenId>& out) const override {
        if (!m_rules) return encodeWord(normalised(run), out);
        splitPieceWords(run, atStart, *m_rules, m_charMap,
                        [&](std::string_view word) { encodeWord(word, out); });
    }

private:
    /// The best way to reach a place in the text: the entry before it (-1: unknown character) and where that
    /// begins.
    struct Step {
        double score = -std::numeric_limits<double>::infinity();
        size_t from = 0;
        TokenId token = -1;
    };

    void encodeWord(std::string_view text, std::vector<TokenId>& out) const {
        const std::vector<Step> best = bestPath(text);
        std::vector<size_t> ends;
        for (size_t end = text.size(); end > 0; end = best[end].from) ends.push_back(end);
        for (size_t i = ends.size(); i > 0;) {
            const Step& step = best[ends[--i]];
            if (step.token >= 0) {
                out.push_back(step.token);
                continue;
            }
            // Unknown characters in a row are one unknown text.
            while (i > 0 && best[ends[i - 1]].token < 0) --i;
            addUnknown(text.substr(step.from, ends[i] - step.from), out);
        }
    }

    void addUnknown(std::string_view text, std::vector<TokenId>& out) const {
        const auto tokenOf = [&](char byte) { return m_byteToken[static_cast<unsigned char>(byte)]; };
        if (std::all_of(text.begin(), text.end(), [&](char byte) { return tokenOf(byte) >= 0; })) {
            for (const char byte : text) out.push_back(tokenOf(byte));
        } else if (vocabulary().special.unk >= 0) {
            out.push_back(vocabulary().special.unk);
        }
    }

    std::vector<Step> bestPath(std::string_view text) const {
        std::vector<Step> best(text.size() + 1);
        best[0].score = 0;
        for (size_t i = 0; i < text.size();) {
            const size_t charBytes = decodeUtf8(text, i).bytes;
            bool single = false;
            const auto reach = [&](size_t end, double score, TokenId token) {
                if (best[i].score + score > best[end].score) best[end] = {best[i].score + score, i, token};
            };
            m_entries.prefixes(text.substr(i), [&](size_t bytes, TokenId token) {
                single = single || bytes == charBytes;
                reach(i + bytes, static_cast<double>(vocabulary().scores[static_cast<size_t>(token)]), token);
            });
            if (!single) reach(i + charBytes, m_unknownScore, -1);
            i += charBytes;
        }
        return best;
    }

    std::string normalised(std::string_view input) const {
        std::string out;
        bool inWord = false;
        bool prefixed = false;
        const auto put = [&](std::string_view text) {
            for (const char c : text) {
                if (c == ' ') {
                    inWord = false;
                    if (!vocabulary().removeExtraSpaces) out.append(kSpaceMark);
                    continue;
                }
                const bool prefix = vocabulary().addSpacePrefix && !prefixed;
                if (!inWord && (prefix || vocabulary().removeExtraSpaces)) {
                    out.append(kSpaceMark);
                    prefixed = true;
                }
                inWord = true;
                out.push_back(c);
            }
        };
        for (size_t i = 0; i < input.size();) {
            const CharMap::Replacement replacement = m_charMap.longest(input.substr(i));
            if (replacement.consumed > 0) {
                put(replacement.text);
                i += replacement.consumed;
                continue;
            }
            const DecodedChar c = decodeUtf8(input, i);
            put(c.valid ? input.substr(i, c.bytes) : std::string_view("\xEF\xBF\xBD"));
            i += c.bytes;
        }
        return out;
    }

    CharMap m_charMap;
    std::optional<PieceRules> m_rules;
    std::array<TokenId, 256> m_byteToken{};
    ByteTrie m_entries;
    double m_unknownScore = 0;
};

}  // namespace

std::unique_ptr<Tokenizer> makeUnigramTokenizer(const GgufFile& file,
                                                std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<UnigramTokenizer>(file, std::move(vocabulary));
}

}  // namespace hearth::text
