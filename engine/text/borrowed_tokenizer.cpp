#include "text/borrowed_tokenizer.h"

#include <algorithm>
#include <utility>

#include "hearth/error.h"
#include "text/vocabulary.h"

namespace hearth::text {

namespace {

/// Access to the protected members of any tokenizer.
class Inside : public Tokenizer {
public:
    static const Vocabulary& vocabularyOf(const Tokenizer& tokenizer) {
        return (tokenizer.*(&Inside::vocabulary))();
    }
    static void encode(const Tokenizer& tokenizer, std::string_view run, bool atStart,
                       std::vector<TokenId>& out) {
        (tokenizer.*(&Inside::encodeRun))(run, atStart, out);
    }
};

class BorrowedTokenizer final : public Tokenizer {
public:
    BorrowedTokenizer(std::unique_ptr<const Vocabulary> vocabulary, RunEncoder encode)
        : Tokenizer(std::move(vocabulary)), m_encode(std::move(encode)) {}

protected:
    void encodeRun(std::string_view run, bool atStart, std::vector<TokenId>& out) const override {
        const std::vector<TokenId> tokens = m_encode(run, atStart);
        for (const TokenId token : tokens)
            if (token < 0 || token >= vocabSize())
                throw Error(ErrorCode::BadFile, "A text became tokens that the vocabulary does not have.");
        out.insert(out.end(), tokens.begin(), tokens.end());
    }

private:
    RunEncoder m_encode;
};

PackedStrings packed(const StringPool& pool) {
    PackedStrings all;
    all.lengths.reserve(pool.size());
    for (size_t i = 0; i < pool.size(); ++i) {
        all.text += pool[i];
        all.lengths.push_back(static_cast<uint32_t>(pool[i].size()));
    }
    return all;
}

void refuse() {
    throw Error(ErrorCode::BadFile, "The copy of a vocabulary contradicts itself.");
}

StringPool unpacked(const PackedStrings& all, size_t count) {
    if (all.lengths.size() != count) refuse();
    StringPool pool;
    pool.reserve(count, all.text.size());
    std::string_view rest = all.text;
    for (const uint32_t length : all.lengths) {
        if (length > rest.size()) refuse();
        pool.add(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    if (!rest.empty()) refuse();
    return pool;
}

void checkTokens(const VocabularyCopy& copy) {
    const auto size = static_cast<TokenId>(copy.kinds.size());
    const SpecialTokens& named = copy.special;
    for (const TokenId token : {named.bos, named.eos, named.eot, named.eom, named.unk, named.sep, named.pad,
                                named.mask, named.fimPrefix, named.fimSuffix, named.fimMiddle})
        if (token < -1 || token >= size) refuse();
    if (named.addBos && named.bos < 0) refuse();
    for (const auto* parts : {&copy.frame.single, &copy.frame.pair})
        for (const TokenFrame::Part& part : *parts)
            if (part.token < TokenFrame::kSecond || part.token >= size) refuse();
}

}  // namespace

VocabularyCopy copyOf(const Tokenizer& tokenizer) {
    const Vocabulary& all = Inside::vocabularyOf(tokenizer);
    VocabularyCopy copy{.ruleName = all.ruleName,
                        .entries = packed(all.entries),
                        .bytes = packed(all.bytes),
                        .kinds = {},
                        .flags = {},
                        .textFlags = 0,
                        .special = all.special,
                        .frame = all.frame};
    const auto bit = [](bool is, int flag) { return static_cast<uint8_t>(is ? flag : 0); };
    for (size_t i = 0; i < all.kinds.size(); ++i) {
        copy.kinds.push_back(static_cast<uint8_t>(all.kinds[i]));
        copy.flags.push_back(bit(all.endOfGeneration[i], VocabularyCopy::EndsReply) |
                             bit(all.promptMarkup[i], VocabularyCopy::Markup) |
                             bit(all.stripLeft[i], VocabularyCopy::StripsLeft) |
                             bit(all.stripRight[i], VocabularyCopy::StripsRight));
    }
    copy.textFlags = bit(all.addSpacePrefix, VocabularyCopy::SpacePrefix) |
                     bit(all.spacePrefixOnce, VocabularyCopy::SpacePrefixOnce) |
                     bit(all.composes, VocabularyCopy::Composes) |
                     bit(all.cleanSpaces, VocabularyCopy::CleansSpaces);
    return copy;
}

RunEncoder runEncoderOf(const Tokenizer& tokenizer) {
    return [&tokenizer](std::string_view run, bool atStart) {
        std::vector<TokenId> tokens;
        Inside::encode(tokenizer, run, atStart, tokens);
        return tokens;
    };
}

std::unique_ptr<const Tokenizer> borrowedTokenizer(const VocabularyCopy& copy, RunEncoder encode) {
    const size_t count = copy.kinds.size();
    if (copy.flags.size() != count || count > INT32_MAX) refuse();
    checkTokens(copy);
    auto all = std::make_unique<Vocabulary>();
    all->ruleName = copy.ruleName;
    all->entries = unpacked(copy.entries, count);
    all->bytes = unpacked(copy.bytes, count);
    const auto has = [](uint8_t flags, int flag) { return (flags & flag) != 0; };
    for (size_t i = 0; i < count; ++i) {
        if (copy.kinds[i] > static_cast<uint8_t>(TokenKind::Byte)) refuse();
        all->kinds.push_back(static_cast<TokenKind>(copy.kinds[i]));
        all->endOfGeneration.push_back(has(copy.flags[i], VocabularyCopy::EndsReply));
        all->promptMarkup.push_back(has(copy.flags[i], VocabularyCopy::Markup));
        all->stripLeft.push_back(has(copy.flags[i], VocabularyCopy::StripsLeft));
        all->stripRight.push_back(has(copy.flags[i], VocabularyCopy::StripsRight));
    }
    all->special = copy.special;
    all->frame = copy.frame;
    all->addSpacePrefix = has(copy.textFlags, VocabularyCopy::SpacePrefix);
    all->spacePrefixOnce = has(copy.textFlags, VocabularyCopy::SpacePrefixOnce);
    all->composes = has(copy.textFlags, VocabularyCopy::Composes);
    all->cleanSpaces = has(copy.textFlags, VocabularyCopy::CleansSpaces);
    return std::make_unique<BorrowedTokenizer>(std::move(all), std::move(encode));
}

}  // namespace hearth::text
