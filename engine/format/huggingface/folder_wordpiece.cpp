#include "format/format_errors.h"
#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr std::string_view wordMark = "\xE2\x96\x81";

void addBertNormalizer(const Json& tokenizer, MetadataTable& table) {
    bool cleans = false, ideographs = false, accents = false, lowercase = false;
    for (const Json& step : stepsOf(partOf(tokenizer, "normalizer"), "normalizers")) {
        const std::string type = textOf(step, "type");
        if (type != "BertNormalizer") throw Error(errors::unknownNormalizer, {readableText(type)});
        cleans = flagOf(step, "clean_text", true);
        ideographs = flagOf(step, "handle_chinese_chars", true);
        lowercase = flagOf(step, "lowercase", true);
        accents = flagOf(step, "strip_accents", lowercase);
    }
    table.set("tokenizer.ggml.normalizer.clean_text", cleans);
    table.set("tokenizer.ggml.normalizer.space_ideographs", ideographs);
    table.set("tokenizer.ggml.normalizer.strip_accents", accents);
    table.set("tokenizer.ggml.normalizer.lowercase", lowercase);
}

void checkBertSplit(const Json& tokenizer) {
    const std::vector<Json> steps = stepsOf(partOf(tokenizer, "pre_tokenizer"), "pretokenizers");
    if (steps.size() == 1 && textOf(steps[0], "type") == "BertPreTokenizer") return;
    throw Error(errors::unknownSplit, {steps.empty() ? "" : readableText(textOf(steps[0], "type"))});
}

}  // namespace

void addWordPiece(const Json& tokenizer, const Json& model, TokenEntries& entries, MetadataTable& table) {
    addBertNormalizer(tokenizer, table);
    checkBertSplit(tokenizer);
    const std::string unknown = textOf(model, "unk_token", "[UNK]"),
                      prefix = textOf(model, "continuing_subword_prefix", "##");
    const int64_t unknownId = entries.find(unknown);
    if (unknownId < 0 || prefix.empty())
        refuseTokenizer("has no token for unknown words, or no prefix of pieces");
    entries.kinds[static_cast<size_t>(unknownId)] = unknownKind;
    for (size_t id = 0; id < entries.tokens.size(); ++id) {
        std::string& entry = entries.tokens[id];
        if (entries.kinds[id] != normalKind) continue;
        if (entry.starts_with(prefix) && entry.size() > prefix.size()) {
            entry.erase(0, prefix.size());
        } else {
            entry.insert(0, wordMark);
        }
    }
    const Json& longest = partOf(model, "max_input_chars_per_word");
    if (!longest.is_null() && !longest.is_number_unsigned())
        refuseTokenizer("has no number of characters for the longest word");
    table.set("tokenizer.ggml.longest_word", longest.is_null() ? uint64_t{100} : longest.get<uint64_t>());
    table.set("tokenizer.ggml.unknown_token_id", static_cast<uint64_t>(unknownId));
    table.set("tokenizer.ggml.model", std::string("bert"));
}

}  // namespace hearth::format
