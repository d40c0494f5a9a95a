#include "text/wordpiece_tokenizer.h"

#include "text/byte_trie.h"
#include "text/vocabulary.h"
#include "unicode/char_class.h"
#include "unicode/composition.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

using namespace char_class;

constexpr std::string_view kWordMark = "\xE2\x96\x81";  // U+2581 before the first piece of a word

// The ranges that BERT's own tokeniser splits character by character.
bool isChinese(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

class WordPieceTokenizer final : public Tokenizer {
public:
    explicit WordPieceTokenizer(std::unique_ptr<const Vocabulary> owned) : Tokenizer(std::move(owned)) {
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            const auto i = static_cast<size_t>(token);
            const bool special =
                vocabulary().is(token, TokenKind::Control) || vocabulary().is(token, TokenKind::Unknown);
            if (!special) m_entries.add(vocabulary().entries[i], token);
        }
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        std::string word;
        const auto finish = [&] {
            if (!word.empty()) encodeWord(word, out);
            word.clear();
        };
        for (size_t i = 0; i < run.size();) {
            const DecodedChar decoded = decodeUtf8(run, i);
            i += decoded.bytes;
            // Of a decomposition only the base is kept, also of Hangul, where it is the first consonant: that
            // is what the tokens in circulation were made with.
            char32_t c = vocabulary().stripAccents ? decompositionBase(decoded.codePoint) : decoded.codePoint;
            const Mask classes = classOf(c);
            if ((classes & kSpace) != 0) {
                finish();
                continue;
            }
            if (c == 0 || c == 0xFFFD || (classes & kControl) != 0) continue;
            if (vocabulary().stripAccents && (classes & kMark) != 0) continue;
            if (vocabulary().lowercase) c = toLower(c);
            const bool alone =
                (classes & kPunctuation) != 0 || (c < 0x7F && (classes & kSymbol) != 0) || isChinese(c);
            if (alone) finish();
            appendUtf8(word, c);
            if (alone) finish();
        }
        finish();
    }

private:
    void encodeWord(const std::string& word, std::vector<TokenId>& out) const {
        const std::string marked = std::string(kWordMark) + word;
        std::string_view rest = marked;
        const size_t before = out.size();
        while (!rest.empty()) {
            size_t length = 0;
            TokenId longest = -1;
            m_entries.prefixes(rest, [&](size_t bytes, TokenId token) {
                length = bytes;
                longest = token;
            });
            if (longest < 0) {
                // One part without an entry makes the whole word unknown.
                out.resize(before);
                break;
            }
            out.push_back(longest);
            rest.remove_prefix(length);
        }
        if (out.size() == before && vocabulary().special.unk >= 0) out.push_back(vocabulary().special.unk);
    }

    ByteTrie m_entries;
};

}  // namespace

std::unique_ptr<Tokenizer> makeWordPieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<WordPieceTokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
