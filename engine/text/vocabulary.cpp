#include "text/vocabulary.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"
#include "text/byte_alphabet.h"
#include "text/pre_tokenizer.h"
#include "text/pre_tokenizer_table.h"
#include "text/special_names.h"
#include "text/text_errors.h"

namespace hearth::text {
namespace {

constexpr std::string_view kDnaMark = "\xEE\x80\x80";  // U+E000, at the end of six-letter words

[[noreturn]] void damaged(const std::string& what) {
    throw Error(errors::damagedVocabulary, {what});
}

VocabularyModel modelOf(const std::string& name) {
    if (name == "gpt2") return VocabularyModel::ByteBpe;
    if (name == "gemma4" || name == "whitespace") return VocabularyModel::RawBpe;
    if (name == "hybriddna") return VocabularyModel::DnaBpe;
    if (name == "llama") return VocabularyModel::SentencePiece;
    if (name == "bert") return VocabularyModel::WordPiece;
    if (name == "t5") return VocabularyModel::Unigram;
    if (name == "rwkv") return VocabularyModel::Rwkv;
    if (name == "plamo2") return VocabularyModel::Plamo2;
    if (name == "none" || name == "no_vocab") {
        throw Error(errors::noVocabulary);
    }
    throw Error(errors::unknownTokenizer, {readableText(name, 60)});
}

std::string_view nameOf(VocabularyModel model) {
    switch (model) {
        case VocabularyModel::SentencePiece:
            return "SentencePiece";
        case VocabularyModel::WordPiece:
            return "WordPiece";
        case VocabularyModel::Unigram:
            return "Unigram";
        case VocabularyModel::Rwkv:
            return "RWKV";
        case VocabularyModel::Plamo2:
            return "PLaMo 2";
        case VocabularyModel::ByteBpe:
        case VocabularyModel::RawBpe:
        case VocabularyModel::DnaBpe:
            break;
    }
    return "BPE";
}

const PreTokenizer* preTokenizerOf(const GgufFile& file, const std::string& modelName) {
    // A file without the key is older than the key; the rule of that time is the best guess there is.
    std::string name = file.getString("tokenizer.ggml.pre").value_or("default");
    if (modelName == "gemma4") name = "gemma4";
    if (name.empty()) name = "default";
    if (const PreTokenizer* rule = findPreTokenizer(name)) return rule;
    throw Error(errors::unknownPreTokenizer, {readableText(name, 60)});
}

TokenKind kindOf(int64_t type) {
    return type >= 0 && type <= 6 ? static_cast<TokenKind>(type) : TokenKind::Undefined;
}

std::string withSpaces(std::string_view entry) {
    std::string out;
    for (size_t i = 0; i < entry.size();) {
        const size_t mark = entry.find(kSpaceMark, i);
        out.append(entry.substr(i, mark - i));
        if (mark == std::string_view::npos) break;
        out.push_back(' ');
        i = mark + kSpaceMark.size();
    }
    return out;
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// RWKV entries are written like string literals: \n, \t, \r, \xNN, \\.
std::string unescaped(std::string_view entry) {
    std::string out;
    for (size_t i = 0; i < entry.size(); ++i) {
        if (entry[i] != '\\' || i + 1 == entry.size()) {
            out.push_back(entry[i]);
            continue;
        }
        const char c = entry[++i];
        if (c == 'x' && i + 2 < entry.size() && hexDigit(entry[i + 1]) >= 0 && hexDigit(entry[i + 2]) >= 0) {
            out.push_back(static_cast<char>(hexDigit(entry[i + 1]) * 16 + hexDigit(entry[i + 2])));
            i += 2;
        } else {
            out.push_back(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
        }
    }
    return out;
}

/// The bytes of an entry, by its kind and the vocabulary's spelling.
std::string bytesOf(const Vocabulary& vocabulary, TokenId token) {
    const std::string_view entry = vocabulary.entries[static_cast<size_t>(token)];
    switch (vocabulary.kinds[static_cast<size_t>(token)]) {
        case TokenKind::Control:
        case TokenKind::Unknown:
        case TokenKind::UserDefined:
            return std::string(entry);
        case TokenKind::Unused:
            return {};
        case TokenKind::Byte:
            return {static_cast<char>(Vocabulary::byteOf(entry))};
        case TokenKind::Undefined:
        case TokenKind::Normal:
            break;
    }
    switch (vocabulary.model) {
        case VocabularyModel::ByteBpe:
            return vocabulary.preTokenizer->rawText ? withSpaces(entry) : decodeByteSpelling(entry);
        case VocabularyModel::DnaBpe:
            return decodeByteSpelling(
                entry.ends_with(kDnaMark) ? entry.substr(0, entry.size() - kDnaMark.size()) : entry);
        case VocabularyModel::Rwkv:
            return unescaped(entry);
        case VocabularyModel::Plamo2:
            return std::string(entry);
        case VocabularyModel::RawBpe:
        case VocabularyModel::SentencePiece:
        case VocabularyModel::WordPiece:
        case VocabularyModel::Unigram:
            break;
    }
    return withSpaces(entry);
}

void readEntries(const GgufFile& file, Vocabulary& out) {
    const GgufValue::Strings* tokens = file.getStrings("tokenizer.ggml.tokens");
    if (tokens == nullptr || tokens->empty()) damaged("it has no entries");
    if (tokens->size() > static_cast<size_t>(std::numeric_limits<TokenId>::max()))
        damaged("it has too many entries");
    size_t bytes = 0;
    for (const std::string& token : *tokens) bytes += token.size();
    out.entries.reserve(tokens->size(), bytes);
    out.entryIndex.reserve(tokens->size());
    for (const std::string& token : *tokens) {
        out.entries.add(token);
        if (!token.empty()) out.entryIndex.add(out.entries, static_cast<uint32_t>(out.entries.size() - 1));
    }
    out.kinds.assign(tokens->size(), TokenKind::Normal);
    if (const GgufValue::Integers* types = file.getIntegers("tokenizer.ggml.token_type")) {
        if (types->size() < tokens->size()) damaged("it has fewer token types than entries");
        for (size_t i = 0; i < tokens->size(); ++i) out.kinds[i] = kindOf((*types)[i]);
    }
    for (size_t i = 0; i < tokens->size(); ++i) {
        if (out.kinds[i] == TokenKind::Byte && Vocabulary::byteOf(out.entries[i]) < 0) {
            damaged("its byte entry " + std::to_string(i) + " names no byte");
        }
    }
}

void readScores(const GgufFile& file, Vocabulary& out) {
    out.scores.assign(static_cast<size_t>(out.size()), 0.0F);
    const GgufValue* value = file.find("tokenizer.ggml.scores");
    if (value == nullptr) return;
    const auto copy = [&](const auto& scores) {
        if (scores.size() < out.scores.size()) damaged("it has fewer scores than entries");
        std::transform(scores.begin(), scores.begin() + out.size(), out.scores.begin(),
                       [](auto score) { return static_cast<float>(score); });
    };
    if (const auto* integers = std::get_if<GgufValue::Integers>(&value->storage())) {
        copy(*integers);
    } else if (const GgufValue::Floats* floats = file.getFloats("tokenizer.ggml.scores")) {
        copy(*floats);
    }
    for (const float score : out.scores) {
        if (score != score) damaged("one of its scores is not a number");
    }
}

/// Entries that take the white space beside them along. Folders name them; GGUF has no key for it, so there
/// it goes by names.
void findStripping(const GgufFile& file, Vocabulary& out) {
    out.stripLeft.assign(static_cast<size_t>(out.size()), false);
    out.stripRight.assign(static_cast<size_t>(out.size()), false);
    std::string name = file.getString("general.name").value_or("");
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string pre = file.getString("tokenizer.ggml.pre").value_or("");
    const std::string architecture = file.getString("general.architecture").value_or("");
    const auto has = [](const std::string& where, std::string_view what) {
        return where.find(what) != std::string::npos;
    };
    const auto set = [&](std::vector<bool>& flags, std::string_view entry, bool value) {
        const TokenId token = out.find(entry);
        if (token >= 0) flags[static_cast<size_t>(token)] = value;
    };
    const auto setNamed = [&](std::vector<bool>& flags, std::string_view key) {
        const GgufValue::Integers* ids = file.getIntegers(key);
        if (ids == nullptr) return;
        for (const int64_t id : *ids) {
            if (id >= 0 && id < out.size()) flags[static_cast<size_t>(id)] = true;
        }
    };
    setNamed(out.stripLeft, "tokenizer.ggml.strip_left");
    setNamed(out.stripRight, "tokenizer.ggml.strip_right");
    if (has(pre, "jina-v2-de") || has(pre, "jina-v2-es") || has(pre, "jina-v2-code") ||
        has(architecture, "nomic-bert-moe") || has(architecture, "jina-bert-v3")) {
        set(out.stripLeft, "<mask>", true);
    } else if (has(name, "phi-3") || has(name, "phi3")) {
        for (TokenId token = 0; token < out.size(); ++token) {
            const TokenKind kind = out.kinds[static_cast<size_t>(token)];
            out.stripRight[static_cast<size_t>(token)] =
                kind == TokenKind::Control || kind == TokenKind::Unknown || kind == TokenKind::UserDefined;
        }
        set(out.stripRight, "</s>", true);
        for (const std::string_view entry : {"<unk>", "<s>", "<|endoftext|>"})
            set(out.stripRight, entry, false);
    } else if (has(name, "modern-bert")) {
        set(out.stripLeft, "[MASK]", true);
    }
}

void findPromptMarkup(const GgufFile& file, Vocabulary& out) {
    out.promptMarkup.assign(static_cast<size_t>(out.size()), false);
    const std::string chatTemplate = file.getString("tokenizer.chat_template").value_or("");
    for (TokenId token = 0; token < out.size(); ++token) {
        if (!out.is(token, TokenKind::UserDefined)) continue;
        const std::string_view entry = out.entries[static_cast<size_t>(token)];
        const bool bracketed = entry.size() > 2 && ((entry.front() == '<' && entry.back() == '>') ||
                                                    (entry.front() == '[' && entry.back() == ']'));
        const bool barred = entry.starts_with("<|") || entry.ends_with("|>") || entry.starts_with("<｜");
        out.promptMarkup[static_cast<size_t>(token)] =
            barred || (bracketed && chatTemplate.find(entry) != std::string::npos);
    }
}

uint32_t readLongestWord(const GgufFile& file) {
    const uint64_t most = file.getUint("tokenizer.ggml.longest_word").value_or(0);
    return static_cast<uint32_t>(std::min<uint64_t>(most, std::numeric_limits<uint32_t>::max()));
}

}  // namespace

Vocabulary Vocabulary::load(const GgufFile& file) {
    const std::optional<std::string> name = file.getString("tokenizer.ggml.model");
    if (!name) damaged("the name of its kind is missing");
    Vocabulary out;
    out.model = modelOf(*name);
    out.ruleName = nameOf(out.model);
    if (out.model == VocabularyModel::ByteBpe || out.model == VocabularyModel::RawBpe ||
        out.model == VocabularyModel::DnaBpe) {
        out.preTokenizer = preTokenizerOf(file, *name);
        out.ruleName = out.preTokenizer->name;
    }
    readEntries(file, out);
    readScores(file, out);
    findSpecialTokens(file, out);
    out.frame = TokenFrame::load(file, out.special, out.size());
    findStripping(file, out);
    findPromptMarkup(file, out);

    const auto flag = [&](std::string_view key, bool fallback) {
        return file.getBool("tokenizer.ggml." + std::string(key)).value_or(fallback);
    };
    out.addSpacePrefix = flag("add_space_prefix", out.model == VocabularyModel::SentencePiece);
    out.spacePrefixOnce = flag("space_prefix_once", false);
    out.composes = flag("normalizer.nfc", false);
    out.removeExtraSpaces = flag("remove_extra_whitespaces", false);
    out.cleanSpaces =
        out.preTokenizer != nullptr ? out.preTokenizer->cleanSpaces : out.model == VocabularyModel::WordPiece;
    out.bert.lowercases = flag("normalizer.lowercase", *name != "whitespace");
    out.bert.stripsAccents = flag("normalizer.strip_accents", out.bert.lowercases);
    out.bert.cleans = flag("normalizer.clean_text", true);
    out.bert.spacesHan = flag("normalizer.space_ideographs", true);
    out.longestWord = readLongestWord(file);
    for (TokenId token = 0; token < out.size(); ++token) out.bytes.add(bytesOf(out, token));
    return out;
}

TokenId Vocabulary::find(std::string_view spelling) const noexcept {
    const uint32_t found = entryIndex.find(entries, spelling);
    return found == StringIndex::kNone ? -1 : static_cast<TokenId>(found);
}

int Vocabulary::byteOf(std::string_view entry) noexcept {
    if (entry.size() != 6 || !entry.starts_with("<0x") || entry[5] != '>') return -1;
    const int high = hexDigit(entry[3]);
    const int low = hexDigit(entry[4]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

}  // namespace hearth::text
