#include "text/sentencepiece_tokenizer.h"

#include <sentencepiece_processor.h>
#include "text/text_errors.h"

#include <algorithm>
#include <array>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "text/piece_joints.h"
#include "text/sentencepiece_model.h"
#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

constexpr size_t kLeastMargin = 1024;
constexpr size_t kMostMargin = 16 * 1024;  // an entry that is longer than this is nothing that text contains

class SentencePieceTokenizer final : public Tokenizer {
public:
    explicit SentencePieceTokenizer(std::unique_ptr<const Vocabulary> owned)
        : Tokenizer(std::move(owned)),
          m_joints(vocabulary()),
          m_byteFallback(fallsBackToBytes(vocabulary())),
          m_margin(std::clamp(8 * m_joints.longestEntry(), kLeastMargin, kMostMargin)) {
        m_byteToken.fill(-1);
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            if (!vocabulary().is(token, TokenKind::Byte)) continue;
            const int byte = Vocabulary::byteOf(vocabulary().entries[static_cast<size_t>(token)]);
            if (byte >= 0) m_byteToken[static_cast<size_t>(byte)] = token;
        }
        const auto status = m_processor.LoadFromSerializedProto(sentencePieceModel(vocabulary()));
        if (!status.ok()) {
            throw Error(errors::damagedVocabulary, {readableText(status.error_message())});
        }
        const TokenId unknown = m_processor.unk_id();
        m_unknown = unknown < vocabulary().size() ? unknown : vocabulary().special.unk;
    }

protected:
    void encodeRun(std::string_view run, bool atStart, std::vector<TokenId>& out) const override {
        // Those who add it only once do not double one that is there.
        const bool there =
            vocabulary().spacePrefixOnce && (run.starts_with(' ') || run.starts_with(kSpaceMark));
        std::string valid(atStart && vocabulary().addSpacePrefix && !there ? " " : "");
        // The library would turn bytes that are not UTF-8 into U+FFFD.
        for (size_t i = 0; i < run.size();) {
            const DecodedChar c = decodeUtf8(run, i);
            if (c.valid) {
                valid.append(run.substr(i, c.bytes));
            } else {
                encodeValid(valid, out);
                valid.clear();
                const TokenId byte = m_byteToken[static_cast<unsigned char>(run[i])];
                const TokenId token = byte >= 0 ? byte : vocabulary().special.unk;
                if (token >= 0) out.push_back(token);
            }
            i += c.bytes;
        }
        encodeValid(valid, out);
    }

private:
    /// A part of a text that the library is given at once.
    struct Window {
        size_t end = 0;   ///< byte of the text after the last one
        size_t keep = 0;  ///< tokens that end behind this byte may depend on what follows the window
    };

    void encodeValid(std::string_view text, std::vector<TokenId>& out) const;
    Window windowAt(std::string_view text, size_t begin) const;
    size_t encodeWindow(std::string_view text, size_t keep, bool& afterUnknown,
                        std::vector<TokenId>& out) const;
    void addUnknown(std::string_view character, bool& afterUnknown, std::vector<TokenId>& out) const;

    sentencepiece::SentencePieceProcessor m_processor;
    std::array<TokenId, 256> m_byteToken{};
    TokenId m_unknown = -1;
    PieceJoints m_joints;
    bool m_byteFallback;
    size_t m_margin;  ///< bytes before the end of a window whose tokens are taken from the next one
};

/// The library's memory grows with some 200 bytes a byte of text, and its time with the square of a run of
/// unknown characters, so it is given one window after the other. The result is that of the whole text: a
/// window ends where no entry spans its end, or else, its tokens near the end are thrown away and the next
/// window begins behind a token that was kept. No merge crosses such a place, and so neither side can change
/// the other.
void SentencePieceTokenizer::encodeValid(std::string_view text, std::vector<TokenId>& out) const {
    bool afterUnknown = false;
    for (size_t at = 0; at < text.size();) {
        const DecodedChar c = decodeUtf8(text, at);
        if (!m_joints.occurs(c.codePoint)) {
            addUnknown(text.substr(at, c.bytes), afterUnknown, out);
            at += c.bytes;
            continue;
        }
        const Window window = windowAt(text, at);
        at += encodeWindow(text.substr(at, window.end - at), window.keep - at, afterUnknown, out);
    }
}

/// The window that begins at byte `begin`, in front of a character that occurs in an entry.
SentencePieceTokenizer::Window SentencePieceTokenizer::windowAt(std::string_view text, size_t begin) const {
    const size_t limit = begin + 4 * m_margin;
    size_t end = begin;
    size_t split = begin;
    size_t keep = begin;
    char32_t previous = 0;
    while (end < text.size()) {
        const DecodedChar c = decodeUtf8(text, end);
        if (!m_joints.occurs(c.codePoint)) return {end, end};
        if (end > begin && !m_joints.mayJoin(previous, c.codePoint)) split = end;
        if (end <= limit - m_margin) keep = end;
        if (end >= limit) return split > begin ? Window{split, split} : Window{end, keep};
        previous = c.codePoint;
        end += c.bytes;
    }
    return {end, end};
}

/// Adds the tokens of `text` that end at byte `keep` or before and returns how many bytes they stand for. A
/// run of unknown characters becomes one token, also across windows.
size_t SentencePieceTokenizer::encodeWindow(std::string_view text, size_t keep, bool& afterUnknown,
                                            std::vector<TokenId>& out) const {
    sentencepiece::ImmutableSentencePieceText result;
    const auto status = m_processor.Encode(text, result.mutable_proto());
    if (!status.ok()) {
        throw Error(ErrorCode::BadInput,
                    std::string("This text cannot be tokenised: ") + status.error_message());
    }
    size_t consumed = 0;
    size_t kept = out.size();
    for (const auto& piece : result.pieces()) {
        const auto id = static_cast<TokenId>(piece.id());
        const bool unknown = !m_byteFallback && m_processor.IsUnknown(id);
        if (piece.end() > keep && (!unknown || piece.begin() >= keep) && consumed > 0) break;
        if (!unknown || !afterUnknown) {
            const TokenId token = unknown ? m_unknown : id;
            if (token >= 0) out.push_back(token);
        }
        afterUnknown = unknown;
        // Of a character in byte tokens only the last one has an end behind its begin.
        if (piece.end() == consumed) continue;
        consumed = unknown ? std::min<size_t>(piece.end(), keep) : piece.end();
        kept = out.size();
        if (consumed >= keep) break;
    }
    out.resize(kept);
    return consumed;
}

void SentencePieceTokenizer::addUnknown(std::string_view character, bool& afterUnknown,
                                        std::vector<TokenId>& out) const {
    if (m_byteFallback) {
        for (const char byte : character) out.push_back(m_byteToken[static_cast<unsigned char>(byte)]);
        return;
    }
    if (!afterUnknown && m_unknown >= 0) out.push_back(m_unknown);
    afterUnknown = true;
}

}  // namespace

std::unique_ptr<Tokenizer> makeSentencePieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<SentencePieceTokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
