#include "text/unigram_tokenizer.h"

#include <algorithm>
#include <limits>

#include "hearth/gguf.h"
#include "text/byte_trie.h"
#include "text/char_map.h"
#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

// How much less likely than the rarest entry an unknown character is: the value of the SentencePiece trainer.
constexpr double kUnknownPenalty = 10.0;

CharMap readCharMap(const GgufFile& file) {
    const GgufValue::Integers* blob = file.getIntegers("tokenizer.ggml.precompiled_charsmap");
    if (blob == nullptr || blob->empty()) return {};
    std::vector<unsigned char> bytes;
    bytes.reserve(blob->size());
    for (const int64_t value : *blob) bytes.push_back(static_cast<unsigned char>(value));
    return CharMap(std::move(bytes));
}

class UnigramTokenizer final : public Tokenizer {
public:
    UnigramTokenizer(const GgufFile& file, std::unique_ptr<const Vocabulary> owned)
        : Tokenizer(std::move(owned)), m_charMap(readCharMap(file)) {
        float lowest = std::numeric_limits<float>::max();
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            const auto i = static_cast<size_t>(token);
            const TokenKind kind = vocabulary().kinds[i];
            if (kind == TokenKind::Normal) lowest = std::min(lowest, vocabulary().scores[i]);
            if (kind == TokenKind::Normal || kind == TokenKind::Unused)
                m_entries.add(vocabulary().entries[i], token);
        }
        m_unknownScore = static_cast<double>(lowest) - kUnknownPenalty;
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        const std::string text = normalised(run);
        const std::vector<Step> best = bestPath(text);
        const size_t first = out.size();
        bool unknownBefore = false;
        for (size_t end = text.size(); end > 0; end = best[end].from) {
            const bool unknown = best[end].token < 0;
            const TokenId token = unknown ? vocabulary().special.unk : best[end].token;
            if (token >= 0 && !(unknown && unknownBefore)) out.push_back(token);
            unknownBefore = unknown;
        }
        std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
    }

private:
    /// The best way to reach a place in the text: the entry before it (-1: unknown character) and where that
    /// begins.
    struct Step {
        double score = -std::numeric_limits<double>::infinity();
        size_t from = 0;
        TokenId token = -1;
    };

    std::vector<Step> bestPath(const std::string& text) const {
        std::vector<Step> best(text.size() + 1);
        best[0].score = 0;
        for (size_t i = 0; i < text.size();) {
            const size_t charBytes = decodeUtf8(text, i).bytes;
            bool single = false;
            const auto reach = [&](size_t end, double score, TokenId token) {
                if (best[i].score + score > best[end].score) best[end] = {best[i].score + score, i, token};
            };
            m_entries.prefixes(std::string_view(text).substr(i), [&](size_t bytes, TokenId token) {
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
    ByteTrie m_entries;
    double m_unknownScore = 0;
};

}  // namespace

std::unique_ptr<Tokenizer> makeUnigramTokenizer(const GgufFile& file,
                                                std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<UnigramTokenizer>(file, std::move(vocabulary));
}

}  // namespace hearth::text
