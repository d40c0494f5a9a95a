#include <algorithm>
#include <array>

#include "format/format_errors.h"
#include "format/huggingface/folder_files.h"
#include "format/huggingface/folder_model.h"
#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr size_t mostTokens = size_t{1} << 22U;

bool composesTexts(const Json& tokenizer) {
    const std::vector<Json> steps = stepsOf(partOf(tokenizer, "normalizer"), "normalizers");
    return std::any_of(steps.begin(), steps.end(),
                       [](const Json& step) { return textOf(step, "type") == "NFC"; });
}

/// Refuses steps that are not supported and would silently change texts, and so tokens.
void checkNormalizer(const Json& tokenizer, bool sentencePiece) {
    for (const Json& step : stepsOf(partOf(tokenizer, "normalizer"), "normalizers")) {
        const std::string type = textOf(step, "type");
        if (type == "NFC") continue;
        // Steps of all SentencePiece vocabularies: spaces are visible, and one is put at the front.
        const Json mark("\xE2\x96\x81");
        const bool marksSpaces = type == "Replace" && step.value("content", Json()) == mark &&
                                 step.value("pattern", Json()) == Json{{"String", " "}};
        const bool marksFront = type == "Prepend" && step.value("prepend", Json()) == mark;
        if (sentencePiece && (marksSpaces || marksFront)) continue;
        throw Error(errors::unknownNormalizer, {readableText(type)});
    }
}

std::string patternOf(const Json& step) {
    const auto pattern = step.find("pattern");
    return pattern != step.end() && pattern->is_object() ? pattern->value("Regex", "") : std::string();
}

// The patterns by which popular vocabularies split words, and the names of the same rules in GGUF.
constexpr std::string_view wordTail =
    R"([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view wordTailSingleDigits =
    R"([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view wordTailWithMarks =
    R"([^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view wordTailWithoutBreaks =
    R"([^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view camelMark =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)";
constexpr std::string_view deepSeekMark =
    R"([A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*)";

std::string ruleOf(const Json& tokenizer, const Json& model) {
    const bool ignoresMerges = model.value("ignore_merges", false);
    bool digits = false, bytes = false, byteWords = false;
    for (const Json& step : stepsOf(partOf(tokenizer, "pre_tokenizer"), "pretokenizers")) {
        const std::string type = textOf(step, "type"), pattern = patternOf(step);
        if (type != "Split" && type != "Digits" && type != "ByteLevel")
            throw Error(errors::unknownSplit, {readableText(type)});
        if (type == "Digits") digits = step.value("individual_digits", false);
        if (type == "ByteLevel") bytes = true, byteWords = step.value("use_regex", true);
        if (pattern.empty()) continue;
        if (pattern.ends_with(wordTail)) return ignoresMerges ? "llama-bpe" : "smaug-bpe";
        if (pattern.ends_with(wordTailSingleDigits)) return "qwen2";
        if (pattern.ends_with(wordTailWithMarks)) return "qwen35";
        if (pattern.ends_with(wordTailWithoutBreaks)) return "seed-coder";
        if (pattern.starts_with(R"(\s?[A-Za-z)")) return "deepseek-llm";
        if (pattern == R"(\s?\p{L}+)") return "deepseek-coder";
        if (pattern.find(deepSeekMark) != std::string::npos) return "deepseek-v3";
        if (pattern.starts_with(camelMark))
            return pattern.find("'ll") != std::string::npos ? "gpt-4o" : "tekken";
    }
    if (bytes && byteWords) return digits ? "smollm" : "gpt-2";
    throw Error(
        ErrorCode::Unsupported,
        "its tokenizer.json splits words by a rule that Hearth does not know yet; choose a GGUF file");
}

/// Two halves of a merge, whichever way it is written.
std::pair<std::string, std::string> mergeOf(const Json& merge) {
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return {merge[0].get<std::string>(), merge[1].get<std::string>()};
    if (!merge.is_string()) refuseTokenizer("has a merge that is not a pair");
    const auto text = merge.get<std::string>();
    const size_t space = text.find(' ', 1);
    if (space == std::string::npos) refuseTokenizer("has a merge that is not a pair");
    return {text.substr(0, space), text.substr(space + 1)};
}

TokenEntries entriesOf(const Json& model, bool byteFallback) {
    TokenEntries entries;
    const auto vocabulary = model.find("vocab");
    if (vocabulary == model.end() || !vocabulary->is_object()) refuseTokenizer("has no list of tokens");
    for (const auto& [entry, id] : vocabulary->items()) {
        if (!id.is_number_unsigned()) refuseTokenizer("has a token without an id");
        const bool byte = byteFallback && isByteEntry(entry);
        const bool unknown = model.contains("unk_token") && model["unk_token"] == entry;
        entries.put(id.get<uint64_t>(), entry, byte ? byteKind : unknown ? unknownKind : normalKind);
    }
    return entries;
}

/// The list of tokens beside the model, with what they take along of the white space around them.
void addTokens(const Json& tokenizer, TokenEntries& entries, MetadataTable& table) {
    GgufValue::Integers left, right;
    if (const Json& added = partOf(tokenizer, "added_tokens"); added.is_array()) {
        for (const Json& token : added) {
            if (!partOf(token, "id").is_number_unsigned()) continue;
            const auto id = token["id"].get<uint64_t>();
            const bool keepsKind = id < entries.kinds.size() &&
                                   (entries.kinds[id] == unknownKind || entries.kinds[id] == byteKind);
            const int64_t kind = flagOf(token, "special", false) ? controlKind : userKind;
            entries.put(id, textOf(token, "content"), keepsKind ? entries.kinds[id] : kind);
            if (flagOf(token, "lstrip", false)) left.push_back(static_cast<int64_t>(id));
            if (flagOf(token, "rstrip", false)) right.push_back(static_cast<int64_t>(id));
        }
    }
    if (!left.empty()) table.set("tokenizer.ggml.strip_left", std::move(left));
    if (!right.empty()) table.set("tokenizer.ggml.strip_right", std::move(right));
    // Ids that nobody has still need texts that differ.
    for (size_t id = 0; id < entries.tokens.size(); ++id) {
        if (entries.tokens[id].empty()) entries.tokens[id] = "[PAD" + std::to_string(id) + "]";
    }
}

/// True if the tokenizer itself puts the token at the front of a text.
bool addsAtFront(const Json& postProcessor, const std::string& token) {
    if (!postProcessor.is_object()) return false;
    if (postProcessor.value("type", "") == "Sequence") {
        const auto list = postProcessor.find("processors");
        return list != postProcessor.end() && list->is_array() &&
               std::any_of(list->begin(), list->end(), [&](const Json& p) { return addsAtFront(p, token); });
    }
    const auto single = postProcessor.find("single");
    if (single == postProcessor.end() || !single->is_array() || single->empty()) return false;
    const auto special = (*single)[0].find("SpecialToken");
    return special != (*single)[0].end() && special->is_object() && special->value("id", "") == token;
}

/// The text of a special token in tokenizer_config.json: plain or as an object.
std::string specialText(const Json& settings, const char* key) {
    const auto found = settings.find(key);
    if (found == settings.end()) return {};
    if (found->is_string()) return found->get<std::string>();
    return found->is_object() ? found->value("content", "") : std::string();
}

void addSpecials(const Json& tokenizer, const Json& settings, const Json& config, const TokenEntries& entries,
                 MetadataTable& table) {
    struct Special {
        const char *setting, *config, *key;
    };
    constexpr std::array specials = {
        Special{"bos_token", "bos_token_id", "bos_token_id"},
        Special{"eos_token", "eos_token_id", "eos_token_id"},
        Special{"unk_token", "unk_token_id", "unknown_token_id"},
        Special{"pad_token", "pad_token_id", "padding_token_id"},
        Special{"cls_token", "cls_token_id", "cls_token_id"},
        Special{"sep_token", "sep_token_id", "seperator_token_id"},
        Special{"mask_token", "mask_token_id", "mask_token_id"},
    };
    for (const Special& special : specials) {
        const std::string text = specialText(settings, special.setting);
        const auto at = std::find(entries.tokens.begin(), entries.tokens.end(), text);
        const auto fallback = config.find(special.config);
        if (!text.empty() && at != entries.tokens.end()) {
            table.set(std::string("tokenizer.ggml.") + special.key,
                      static_cast<uint64_t>(at - entries.tokens.begin()));
        } else if (fallback != config.end()) {
            const Json& id = fallback->is_array() && !fallback->empty() ? (*fallback)[0] : *fallback;
            if (id.is_number_unsigned() && id.get<uint64_t>() < entries.tokens.size())
                table.set(std::string("tokenizer.ggml.") + special.key, id.get<uint64_t>());
        }
    }
    const std::string bos = specialText(settings, "bos_token");
    const bool front = !bos.empty() && addsAtFront(partOf(tokenizer, "post_processor"), bos);
    const auto stated = settings.find("add_bos_token");
    table.set("tokenizer.ggml.add_bos_token",
              front || (stated != settings.end() && stated->is_boolean() && stated->get<bool>()));
}

void addTemplate(const std::filesystem::path& folder, const Json& settings, MetadataTable& table) {
    if (auto text = folderTextIfThere(folder / "chat_template.jinja")) {
        table.set("tokenizer.chat_template", std::move(*text));
        return;
    }
    const auto found = settings.find("chat_template");
    if (found == settings.end()) return;
    if (found->is_string()) table.set("tokenizer.chat_template", found->get<std::string>());
    if (!found->is_array()) return;
    for (const Json& entry : *found) {
        if (entry.is_object() && entry.value("name", "") == "default")
            table.set("tokenizer.chat_template", entry.value("template", ""));
    }
}

/// Byte-level BPE, and BPE over pieces as SentencePiece has it.
void addBpe(const Json& tokenizer, const Json& model, const TokenEntries& entries, bool sentencePiece,
            MetadataTable& table) {
    checkNormalizer(tokenizer, sentencePiece);
    const auto merges = model.find("merges");
    if (merges == model.end() || !merges->is_array()) refuseTokenizer("has no merges");
    if (sentencePiece) {
        // Pieces that are made earlier score higher: the order of the merges.
        NameIndex places;
        for (size_t i = 0; i < merges->size(); ++i) {
            const auto [left, right] = mergeOf((*merges)[i]);
            places.try_emplace(left + right, i + 1);
        }
        GgufValue::Floats scores(entries.tokens.size());
        for (size_t id = 0; id < scores.size(); ++id) {
            const auto place = places.find(entries.tokens[id]);
            scores[id] = place == places.end() ? 0.0F : -static_cast<float>(place->second);
        }
        table.set("tokenizer.ggml.model", std::string("llama"));
        table.set("tokenizer.ggml.scores", std::move(scores));
        const std::string normalizer = partOf(tokenizer, "normalizer").dump();
        const std::string splitter = partOf(tokenizer, "pre_tokenizer").dump();
        const bool prefix = normalizer.find("\"Prepend\"") != std::string::npos ||
                            splitter.find("\"first\"") != std::string::npos ||
                            splitter.find("\"always\"") != std::string::npos;
        table.set("tokenizer.ggml.add_space_prefix", prefix);
        table.set("tokenizer.ggml.space_prefix_once", splitter.find("\"first\"") != std::string::npos);
    } else {
        table.set("tokenizer.ggml.model", std::string("gpt2"));
        table.set("tokenizer.ggml.pre", ruleOf(tokenizer, model));
        GgufValue::Strings lines;
        for (const Json& merge : *merges) {
            const auto [left, right] = mergeOf(merge);
            lines.push_back(left + " " + right);
        }
        table.set("tokenizer.ggml.merges", std::move(lines));
    }
    if (composesTexts(tokenizer)) table.set("tokenizer.ggml.normalizer.nfc", true);
}

}  // namespace

void refuseTokenizer(const std::string& clause) {
    throw Error(ErrorCode::BadFile, "its tokenizer.json " + clause);
}

const Json& partOf(const Json& object, const char* key) {
    static const Json nothing;
    if (!object.is_object()) return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

std::string textOf(const Json& object, const char* key, const std::string& otherwise) {
    const Json& value = partOf(object, key);
    if (value.is_null()) return otherwise;
    if (!value.is_string()) refuseTokenizer(std::string("has a \"") + key + "\" that is no text");
    return value.get<std::string>();
}

bool flagOf(const Json& object, const char* key, bool otherwise) {
    const Json& value = partOf(object, key);
    if (value.is_null()) return otherwise;
    if (!value.is_boolean())
        refuseTokenizer(std::string("has a \"") + key + "\" that is neither true nor false");
    return value.get<bool>();
}

std::vector<Json> stepsOf(const Json& part, const char* list) {
    if (part.is_null()) return {};
    if (!part.is_object()) refuseTokenizer("has a step that is no object");
    if (textOf(part, "type") != "Sequence") return {part};
    std::vector<Json> steps;
    if (const Json& found = partOf(part, list); found.is_array()) steps.assign(found.begin(), found.end());
    for (const Json& step : steps)
        if (!step.is_object()) refuseTokenizer("has a step that is no object");
    return steps;
}

void TokenEntries::put(uint64_t id, std::string entry, int64_t kind) {
    if (id >= mostTokens) refuseTokenizer("has a token with the id " + std::to_string(id));
    if (id >= tokens.size()) {
        tokens.resize(id + 1);
        kinds.resize(id + 1, unusedKind);
    }
    tokens[id] = std::move(entry);
    kinds[id] = kind;
}

int64_t TokenEntries::find(const std::string& entry) const {
    const auto at = std::find(tokens.begin(), tokens.end(), entry);
    return at == tokens.end() ? -1 : at - tokens.begin();
}

void addVocabulary(const std::filesystem::path& folder, const Json& config, MetadataTable& table) {
    const Json tokenizer = folderJsonIfThere(folder / "tokenizer.json");
    const Json settings = folderJsonIfThere(folder / "tokenizer_config.json");
    addTemplate(folder, settings, table);
    if (tokenizer.empty()) return;
    const Json& model = partOf(tokenizer, "model");
    const std::string kind = textOf(model, "type", "BPE");
    if (!model.is_object() || (kind != "BPE" && kind != "WordPiece" && kind != "Unigram"))
        throw Error(errors::unknownTokenizerKind);
    const bool bytePieces = flagOf(model, "byte_fallback", false);
    GgufValue::Floats scores;
    TokenEntries entries =
        kind == "Unigram" ? unigramEntries(model, scores, table) : entriesOf(model, bytePieces);
    addTokens(tokenizer, entries, table);
    addFrame(partOf(tokenizer, "post_processor"), entries, table);
    if (kind == "WordPiece") {
        addWordPiece(tokenizer, model, entries, table);
    } else if (kind == "Unigram") {
        addUnigram(tokenizer, table);
        scores.resize(entries.tokens.size());
        table.set("tokenizer.ggml.scores", std::move(scores));
    } else {
        addBpe(tokenizer, model, entries, bytePieces, table);
    }
    addSpecials(tokenizer, settings, config, entries, table);
    table.set("tokenizer.ggml.tokens", std::move(entries.tokens));
    table.set("tokenizer.ggml.token_type", std::move(entries.kinds));
}

}  // namespace hearth::format
