#include "text/special_names.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hearth/gguf.h"
#include "text/pre_tokenizer.h"
#include "text/vocabulary.h"

namespace hearth::text {
namespace {

using Names = std::span<const std::string_view>;

// In order of preference: the first that the vocabulary has is the one.
constexpr std::string_view kEndOfTurn[] = {
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>",         "<|endoftext|>",     "<|end_of_text|>",
    "<EOT>",      "_<EOT>",     "[EOT]",   "<｜end▁of▁sentence｜>", "<end_of_utterance>"};
constexpr std::string_view kEndOfMessage[] = {"<|eom_id|>"};
constexpr std::string_view kFimPrefix[] = {"<|fim_prefix|>",  "<fim-prefix>", "<fim_prefix>",
                                           "<｜fim▁begin｜>", "<PRE>",        "▁<PRE>",
                                           "<|code_prefix|>", "<|prefix|>"};
constexpr std::string_view kFimSuffix[] = {"<|fim_suffix|>",  "<fim-suffix>", "<fim_suffix>",
                                           "<｜fim▁hole｜>",  "<SUF>",        "▁<SUF>",
                                           "<|code_suffix|>", "<|suffix|>"};
constexpr std::string_view kFimMiddle[] = {"<|fim_middle|>",  "<fim-middle>", "<fim_middle>",
                                           "<｜fim▁end｜>",   "<MID>",        "▁<MID>",
                                           "<|code_middle|>", "<|middle|>"};
constexpr std::string_view kFimPad[] = {"<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"};
constexpr std::string_view kFimRepository[] = {"<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>",
                                               "<reponame>"};
constexpr std::string_view kFimFile[] = {"<|file_sep|>"};
constexpr std::string_view kEndOfGeneration[] = {"<|eot_id|>",
                                                 "<|im_end|>",
                                                 "<|end|>",
                                                 "<|return|>",
                                                 "<|call|>",
                                                 "<|flush|>",
                                                 "<|calls|>",
                                                 "<end_of_turn>",
                                                 "<|endoftext|>",
                                                 "</s>",
                                                 "<|eom_id|>",
                                                 "<EOT>",
                                                 "_<EOT>",
                                                 "[EOT]",
                                                 "[EOS]",
                                                 "<|end_of_text|>",
                                                 "<end_of_utterance>",
                                                 "<eos>",
                                                 "<turn|>",
                                                 "<|tool_response>",
                                                 "<｜end▁of▁sentence｜>",
                                                 "[e~["};

class Finder {
public:
    Finder(const GgufFile& file, Vocabulary& vocabulary) : m_file(file), m_vocabulary(vocabulary) {}

    /// The id under tokenizer.ggml.KEY, or `fallback`; -1 where that is outside the vocabulary (converters
    /// write such ids for tokens that the model does not have).
    TokenId id(std::string_view key, TokenId fallback) const {
        const std::optional<int64_t> value = m_file.getInt("tokenizer.ggml." + std::string(key));
        const int64_t found = value.value_or(fallback);
        return found >= 0 && found < m_vocabulary.size() ? static_cast<TokenId>(found) : -1;
    }

    /// The first of the spellings that the vocabulary has. Its kind becomes Control: some converters forget
    /// it.
    TokenId named(Names names) const {
        for (const std::string_view name : names) {
            const TokenId token = usable(name);
            if (token >= 0) return token;
        }
        return -1;
    }

    void markEndOfGeneration() const {
        for (const std::string_view name : kEndOfGeneration) mark(usable(name));
    }
    void mark(TokenId token) const {
        if (token >= 0) m_vocabulary.endOfGeneration[static_cast<size_t>(token)] = true;
    }
    void unmark(TokenId token) const {
        if (token >= 0) m_vocabulary.endOfGeneration[static_cast<size_t>(token)] = false;
    }
    bool ends(std::string_view name) const {
        const TokenId token = m_vocabulary.find(name);
        return token >= 0 && m_vocabulary.endOfGeneration[static_cast<size_t>(token)];
    }

private:
    TokenId usable(std::string_view name) const {
        const TokenId token = m_vocabulary.find(name);
        if (token < 0) return -1;
        TokenKind& kind = m_vocabulary.kinds[static_cast<size_t>(token)];
        // As an ordinary entry these are HTML or markdown, not the end of a reply.
        const bool ambiguous = name == "</s>" || name == "[PAD]" || name == "<PAD>";
        if (kind == TokenKind::Normal && ambiguous) return -1;
        kind = TokenKind::Control;
        return token;
    }

    const GgufFile& m_file;
    Vocabulary& m_vocabulary;
};

struct Defaults {
    TokenId bos = -1, eos = -1, unk = -1, sep = -1, pad = -1, mask = -1;
    bool addBos = false, addEos = false, addSep = false;
};

Defaults defaultsOf(const Vocabulary& vocabulary) {
    switch (vocabulary.model) {
        case VocabularyModel::SentencePiece:
            return {.bos = 1, .eos = 2, .unk = 0, .addBos = true};
        case VocabularyModel::WordPiece:
            return {
                .bos = 101, .unk = 100, .sep = 102, .pad = 0, .mask = 103, .addBos = true, .addSep = true};
        case VocabularyModel::Unigram:
            return {.eos = 1, .unk = 2, .pad = 0, .addEos = true};
        case VocabularyModel::Plamo2:
            return {.bos = 1, .eos = 2, .unk = 0, .pad = 3};
        case VocabularyModel::Rwkv:
            return {};
        case VocabularyModel::ByteBpe:
        case VocabularyModel::RawBpe:
        case VocabularyModel::DnaBpe:
            break;
    }
    return {.addBos = vocabulary.preTokenizer != nullptr && vocabulary.preTokenizer->addBos};
}

}  // namespace

void findSpecialTokens(const GgufFile& file, Vocabulary& vocabulary) {
    const Finder find(file, vocabulary);
    const Defaults defaults = defaultsOf(vocabulary);
    SpecialTokens& special = vocabulary.special;
    special.bos = find.id("bos_token_id", defaults.bos);
    if (vocabulary.model == VocabularyModel::WordPiece && !file.find("tokenizer.ggml.bos_token_id")) {
        special.bos = find.id("cls_token_id", defaults.bos);
    }
    special.eos = find.id("eos_token_id", defaults.eos);
    special.eot = find.id("eot_token_id", -1);
    special.eom = find.id("eom_token_id", -1);
    special.unk = find.id("unknown_token_id", defaults.unk);
    special.sep = find.id("seperator_token_id", defaults.sep);  // the format's own spelling
    special.pad = find.id("padding_token_id", defaults.pad);
    special.mask = find.id("mask_token_id", defaults.mask);
    const auto fim = [&](std::string_view key, std::string_view oldKey, Names names) {
        const TokenId fromOldKey = oldKey.empty() ? -1 : find.id(oldKey, -1);
        const TokenId token = find.id(key, fromOldKey);
        return token >= 0 ? token : find.named(names);
    };
    special.fimPrefix = fim("fim_pre_token_id", "prefix_token_id", kFimPrefix);
    special.fimSuffix = fim("fim_suf_token_id", "suffix_token_id", kFimSuffix);
    special.fimMiddle = fim("fim_mid_token_id", "middle_token_id", kFimMiddle);
    if (special.eot < 0) special.eot = find.named(kEndOfTurn);
    if (special.eom < 0) special.eom = find.named(kEndOfMessage);

    vocabulary.endOfGeneration.assign(static_cast<size_t>(vocabulary.size()), false);
    find.markEndOfGeneration();
    find.mark(fim("fim_pad_token_id", "", kFimPad));
    find.mark(fim("fim_rep_token_id", "", kFimRepository));
    find.mark(fim("fim_sep_token_id", "", kFimFile));
    find.mark(special.eos);
    find.mark(special.eot);
    find.mark(special.eom);
    // If replies have channels, <|end|> ends one message of a reply and not the reply.
    const bool calls = find.ends("<|call|>") || find.ends("<|calls|>");
    if (calls && (find.ends("<|return|>") || find.ends("<|flush|>"))) find.unmark(vocabulary.find("<|end|>"));
    if (find.ends("<|tool_response>") || find.ends("<|plamo:eos|>")) find.unmark(vocabulary.find("</s>"));

    const auto flag = [&](std::string_view key, bool fallback) {
        return file.getBool("tokenizer.ggml." + std::string(key)).value_or(fallback);
    };
    special.addBos = special.bos >= 0 && flag("add_bos_token", defaults.addBos);
    special.addEos = special.eos >= 0 && flag("add_eos_token", defaults.addEos);
    special.addSep = special.sep >= 0 && flag("add_sep_token", defaults.addSep);
    // Gemma 4 files say false by mistake; the model needs it.
    if (vocabulary.preTokenizer != nullptr && vocabulary.preTokenizer->wholeNewlines)
        special.addBos = special.bos >= 0;
}

}  // namespace hearth::text
