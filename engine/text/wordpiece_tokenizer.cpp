#include "text/wordpiece_tokenizer.h"

#include "text/bert_words.h"
#include "text/byte_trie.h"
#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

class WordPieceTokenizer final : public Tokenizer {
public:
    explicit WordPieceTokenizer(std::unique_ptr<const Vocabulary> owned) : Tokenizer(std::move(owned)) {
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            if (vocabulary().is(token, TokenKind::Control) || vocabulary().is(token, TokenKind::Unknown))
                continue;
            // The mark is before the first piece of a word; alone it is a character.
            const std::string_view entry = vocabulary().entries[static_cast<size_t>(token)];
            if (entry.starts_with(kSpaceMark) && entry.size() > kSpaceMark.size()) {
                m_firsts.add(entry.substr(kSpaceMark.size()), token);
            } else {
                m_others.add(entry, token);
            }
        }
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        splitBertWords(run, vocabulary().bert, [&](std::string_view word) { encodeWord(word, out); });
    }

private:
    /// The longest entry from the left; one part without an entry makes the whole word unknown.
    void encodeWord(std::string_view word, std::vector<TokenId>& out) const {
        const size_t before = out.size();
        const size_t longest = vocabulary().longestWord;
        bool known = longest == 0 || word.size() <= longest || countCharacters(word) <= longest;
        const ByteTrie* entries = &m_firsts;
        for (std::string_view rest = word; known && !rest.empty(); entries = &m_others) {
            size_t length = 0;
            TokenId best = -1;
            entries->prefixes(rest, [&](size_t bytes, TokenId token) {
                length = bytes;
                best = token;
            });
            known = best >= 0;
            out.push_back(best);
            rest.remove_prefix(length);
        }
        if (known) return;
        out.resize(before);
        if (vocabulary().special.unk >= 0) out.push_back(vocabulary().special.unk);
    }

    ByteTrie m_firsts, m_others;
};

}  // namespace

std::unique_ptr<Tokenizer> makeWordPieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<WordPieceTokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
