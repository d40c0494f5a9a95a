#include "text/sentencepiece_tokenizer.h"

#include <sentencepiece_processor.h>

#include <array>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "text/sentencepiece_model.h"
#include "text/unicode.h"
#include "text/vocabulary.h"

namespace hearth::text {
namespace {

class SentencePieceTokenizer final : public Tokenizer {
public:
    explicit SentencePieceTokenizer(std::unique_ptr<const Vocabulary> owned) : Tokenizer(std::move(owned)) {
        m_byteToken.fill(-1);
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            if (!vocabulary().is(token, TokenKind::Byte)) continue;
            const int byte = Vocabulary::byteOf(vocabulary().entries[static_cast<size_t>(token)]);
            if (byte >= 0) m_byteToken[static_cast<size_t>(byte)] = token;
        }
        const auto status = m_processor.LoadFromSerializedProto(sentencePieceModel(vocabulary()));
        if (!status.ok()) {
            throw Error(ErrorCode::BadFile, std::string("The vocabulary of this file is damaged: ") +
                                                readableText(status.error_message()) +
                                                "; download the file again.");
        }
    }

protected:
    void encodeRun(std::string_view run, bool atStart, std::vector<TokenId>& out) const override {
        // Those who add it only once do not double one that is there.
        const bool there = vocabulary().spacePrefixOnce &&
                           (run.starts_with(' ') || run.starts_with("\xE2\x96\x81"));  // U+2581
        std::string valid(atStart && vocabulary().addSpacePrefix && !there ? " " : "");
        std::vector<int> ids;
        const auto flush = [&] {
            if (valid.empty()) return;
            const auto status = m_processor.Encode(valid, &ids);
            if (!status.ok()) {
                throw Error(ErrorCode::BadInput,
                            std::string("This text cannot be tokenised: ") + status.error_message());
            }
            for (const int id : ids) {
                const bool known = id >= 0 && id < vocabulary().size();
                if (known) out.push_back(id);
                if (!known && vocabulary().special.unk >= 0) out.push_back(vocabulary().special.unk);
            }
            valid.clear();
        };
        // The library would turn bytes that are not UTF-8 into U+FFFD.
        for (size_t i = 0; i < run.size();) {
            const DecodedChar c = decodeUtf8(run, i);
            if (c.valid) {
                valid.append(run.substr(i, c.bytes));
            } else {
                flush();
                const TokenId byte = m_byteToken[static_cast<unsigned char>(run[i])];
                const TokenId token = byte >= 0 ? byte : vocabulary().special.unk;
                if (token >= 0) out.push_back(token);
            }
            i += c.bytes;
        }
        flush();
    }

private:
    sentencepiece::SentencePieceProcessor m_processor;
    std::array<TokenId, 256> m_byteToken{};
};

}  // namespace

std::unique_ptr<Tokenizer> makeSentencePieceTokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<SentencePieceTokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
