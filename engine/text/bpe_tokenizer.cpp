#include "text/bpe_tokenizer.h"

#include <algorithm>
#include <array>
#include <bit>
#include "text/text_errors.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "text/bpe_merges.h"
#include "text/byte_alphabet.h"
#include "text/dna_words.h"
#include "text/pre_tokenizer.h"
#include "text/vocabulary.h"
#include "unicode/char_class.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

/// Words of one text that were split already: where their tokens are in the output. Direct mapped, so that
/// its size is bounded and a lookup is one comparison.
class WordMemory {
public:
    struct Slot {
        std::string_view word;
        size_t firstToken = 0;
        uint32_t tokens = 0;
    };
    explicit WordMemory(size_t textBytes)
        : m_slots(std::clamp<size_t>(std::bit_ceil(textBytes / 4 + 1), 16, 1U << 14U)) {}
    Slot& slotOf(std::string_view word) {
        return m_slots[std::hash<std::string_view>{}(word) & (m_slots.size() - 1)];
    }

private:
    std::vector<Slot> m_slots;
};

class BpeTokenizer final : public Tokenizer {
public:
    BpeTokenizer(const GgufFile& file, std::unique_ptr<const Vocabulary> owned)
        : Tokenizer(std::move(owned)),
          m_rule(*vocabulary().preTokenizer),
          m_raw(m_rule.rawText),
          m_dropSpaces(file.getString("tokenizer.ggml.model") == "whitespace") {
        const Vocabulary& words = vocabulary();
        for (unsigned byte = 0; byte < 256; ++byte) readByte(words, static_cast<unsigned char>(byte));
        for (TokenId token = 0; token < words.size(); ++token) {
            const int byte = words.is(token, TokenKind::Byte)
                                 ? Vocabulary::byteOf(words.entries[static_cast<size_t>(token)])
                                 : -1;
            if (m_raw && byte >= 0) m_byteToken[static_cast<size_t>(byte)] = token;
        }
        if (m_rule.ignoreMerges || m_rule.wholeNewlines) indexWholeWords(words);
        readMerges(file, words);
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        if (vocabulary().model == VocabularyModel::DnaBpe) {
            splitDnaWords(
                vocabulary(), run, [&](std::string_view plain) { encodeText(plain, out); }, out);
        } else {
            encodeText(run, out);
        }
    }

private:
    void encodeText(std::string_view run, std::vector<TokenId>& out) const {
        std::string changed;
        if (m_rule.spaceMarks) {
            changed = marked(run);
            run = changed;
        } else if (m_dropSpaces && vocabulary().bert.lowercases) {
            changed = lowered(run);
            run = changed;
        }
        const CharText chars(run);
        WordMemory memory(run.size());
        std::vector<Symbol> symbols;
        size_t first = 0;
        for (const size_t last : m_rule.split(chars)) {
            const bool space = (chars.classes[first] & char_class::kSpace) != 0;
            const size_t begin = chars.offsets[first];
            const std::string_view word = run.substr(begin, chars.offsets[last] - begin);
            first = last;
            if (m_dropSpaces && space) continue;
            WordMemory::Slot& known = memory.slotOf(word);
            if (known.word == word) {
                const size_t from = known.firstToken;
                for (size_t i = 0; i < known.tokens; ++i) out.push_back(TokenId{out[from + i]});
                continue;
            }
            const size_t firstToken = out.size();
            encodeWord(word, symbols, out);
            known = {word, firstToken, static_cast<uint32_t>(out.size() - firstToken)};
        }
    }

    void encodeWord(std::string_view word, std::vector<Symbol>& symbols, std::vector<TokenId>& out) const {
        const bool whole = m_rule.ignoreMerges ||
                           (m_rule.wholeNewlines && word.find_first_not_of('\n') == std::string_view::npos);
        if (whole) {
            const uint32_t found =
                m_wholeWords.find(vocabulary().bytes, m_raw ? std::string_view(unmarked(word)) : word);
            if (found != StringIndex::kNone) {
                out.push_back(static_cast<TokenId>(found));
                return;
            }
        }
        symbols.clear();
        if (m_raw) {
            for (size_t i = 0; i < word.size();) {
                const DecodedChar c = decodeUtf8(word, i);
                symbols.push_back(c.valid ? symbolOf(word.substr(i, c.bytes)) : kNoSymbol);
                i += c.bytes;
            }
        } else {
            for (const char byte : word) symbols.push_back(m_byteSymbol[static_cast<unsigned char>(byte)]);
        }
        m_merges.apply(symbols);
        emit(word, symbols, out);
    }

    void emit(std::string_view word, const std::vector<Symbol>& symbols, std::vector<TokenId>& out) const {
        const auto vocabularySize = static_cast<Symbol>(vocabulary().size());
        size_t at = 0;
        for (const Symbol symbol : symbols) {
            if (symbol == kNoSymbol) {
                const size_t bytes = m_raw ? decodeUtf8(word, at).bytes : 1;
                emitBytes(word.substr(at, bytes), out);
                at += bytes;
                continue;
            }
            const size_t bytes = m_symbolBytes[symbol];
            if (symbol < vocabularySize) {
                out.push_back(static_cast<TokenId>(symbol));
            } else {
                emitBytes(word.substr(at, bytes), out);
            }
            at += bytes;
        }
    }
    void emitBytes(std::string_view bytes, std::vector<TokenId>& out) const {
        for (const char byte : bytes) {
            const TokenId token = m_byteToken[static_cast<unsigned char>(byte)];
            if (token >= 0) {
                out.push_back(token);
            } else if (m_raw && vocabulary().special.unk >= 0) {
                // Vocabularies of bytes that lack one drop it, as llama.cpp does.
                out.push_back(vocabulary().special.unk);
            }
        }
    }

    static std::string marked(std::string_view text) {
        std::string out;
        out.reserve(text.size() + text.size() / 2);
        for (const char c : text) c == ' ' ? out.append(kSpaceMark) : out.append(1, c);
        return out;
    }
    static std::string unmarked(std::string_view text) {
        std::string out(text);
        for (size_t i = out.find(kSpaceMark); i != std::string::npos; i = out.find(kSpaceMark, i + 1)) {
            out.replace(i, kSpaceMark.size(), " ");
        }
        return out;
    }
    static std::string lowered(std::string_view text) {
        std::string out;
        for (size_t i = 0; i < text.size();) {
            const DecodedChar c = decodeUtf8(text, i);
            c.valid ? appendUtf8(out, toLower(c.codePoint))
                    : static_cast<void>(out.append(text.substr(i, 1)));
            i += c.bytes;
        }
        return out;
    }

    void readByte(const Vocabulary& words, unsigned char byte) {
        const TokenId token =
            m_raw ? -1
                  : words.find(encodeByteSpelling(std::string_view(reinterpret_cast<const char*>(&byte), 1)));
        m_byteToken[byte] = token;
        m_byteSymbol[byte] = token >= 0 ? static_cast<Symbol>(token) : kNoSymbol;
    }

    void indexWholeWords(const Vocabulary& words) {
        m_wholeWords.reserve(static_cast<size_t>(words.size()));
        for (TokenId token = 0; token < words.size(); ++token) {
            const auto i = static_cast<size_t>(token);
            const bool plain = words.kinds[i] == TokenKind::Normal || words.kinds[i] == TokenKind::Undefined;
            if (plain && !words.bytes[i].empty()) m_wholeWords.add(words.bytes, static_cast<uint32_t>(i));
        }
    }

    /// The symbol spelled so: an entry that plain text may become, or an intermediate string of the merges.
    Symbol symbolOf(std::string_view spelling) const {
        const TokenId token = vocabulary().find(spelling);
        if (token >= 0 && !isSpecial(token)) return static_cast<Symbol>(token);
        const uint32_t extra = m_extraIndex.find(m_extra, spelling);
        return extra == StringIndex::kNone ? kNoSymbol : extra + static_cast<Symbol>(vocabulary().size());
    }
    bool isSpecial(TokenId token) const {
        return vocabulary().is(token, TokenKind::Control) || vocabulary().is(token, TokenKind::Unknown);
    }
    Symbol symbolFor(std::string_view spelling) {
        const Symbol known = symbolOf(spelling);
        if (known != kNoSymbol) return known;
        m_extra.add(spelling);
        m_extraIndex.add(m_extra, static_cast<uint32_t>(m_extra.size() - 1));
        m_symbolBytes.push_back(
            static_cast<uint32_t>(m_raw ? spelling.size() : decodeByteSpelling(spelling).size()));
        return static_cast<Symbol>(m_extra.size() - 1) + static_cast<Symbol>(vocabulary().size());
    }

    void readMerges(const GgufFile& file, const Vocabulary& words) {
        for (TokenId token = 0; token < words.size(); ++token) {
            const std::string_view entry = words.entries[static_cast<size_t>(token)];
            m_symbolBytes.push_back(
                static_cast<uint32_t>(m_raw ? entry.size() : decodeByteSpelling(entry).size()));
        }
        const GgufValue::Strings* merges = file.getStrings("tokenizer.ggml.merges");
        if (merges == nullptr) {
            if (m_rule.name == "kimi-k2") return;  // some of its files have none
            throw Error(
                ErrorCode::BadFile,
                "The vocabulary of this file is damaged: its merges are missing; download the file again.");
        }
        m_merges.reserve(merges->size());
        std::string joined;
        for (size_t i = 0; i < merges->size(); ++i) {
            const std::string_view merge = (*merges)[i];
            const size_t space = merge.find(' ', 1);
            if (space == std::string_view::npos || space + 1 == merge.size()) {
                throw Error(errors::damagedVocabulary,
                            {"its merge " + std::to_string(i) + " is not two entries"});
            }
            joined.assign(merge.substr(0, space)).append(merge.substr(space + 1));
            const Symbol left = symbolFor(merge.substr(0, space));
            const Symbol right = symbolFor(merge.substr(space + 1));
            m_merges.add(left, right, {static_cast<uint32_t>(i), symbolFor(joined)});
        }
        // Bytes whose character is no entry may still be a part of merges.
        for (unsigned byte = 0; byte < 256 && !m_raw; ++byte) {
            if (m_byteSymbol[byte] != kNoSymbol) continue;
            const auto value = static_cast<char>(byte);
            m_byteSymbol[byte] = symbolOf(encodeByteSpelling(std::string_view(&value, 1)));
        }
    }

    const PreTokenizer& m_rule;
    bool m_raw;         ///< symbols are UTF-8 characters and not bytes
    bool m_dropSpaces;  ///< white space only separates
    MergeTable m_merges;
    StringPool m_extra;  ///< spellings of the symbols above the vocabulary
    StringIndex m_extraIndex;
    StringIndex m_wholeWords;             ///< over the bytes of the plain entries
    std::vector<uint32_t> m_symbolBytes;  ///< how many bytes of text a symbol stands for
    std::array<Symbol, 256> m_byteSymbol{};
    std::array<TokenId, 256> m_byteToken{};
};

}  // namespace

std::unique_ptr<Tokenizer> makeBpeTokenizer(const GgufFile& file,
                                            std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<BpeTokenizer>(file, std::move(vocabulary));
}

}  // namespace hearth::text
