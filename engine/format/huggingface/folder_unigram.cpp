#include <cmath>
#include <cstddef>

#include "format/format_errors.h"
#include "format/huggingface/folder_tokenizer.h"
#include "hearth/base64.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr const char* pieceMark = "\xE2\x96\x81";

/// The bytes of a character map.
GgufValue::Integers bytesOfMap(const std::string& text) {
    const auto bytes = bytesOfBase64(text);
    if (!bytes) refuseTokenizer("has a character map that is not in Base64");
    GgufValue::Integers out;
    out.reserve(bytes->size());
    for (const std::byte byte : *bytes) out.push_back(std::to_integer<uint8_t>(byte));
    return out;
}

[[noreturn]] void refuseStep(const ErrorKind& kind, const Json& step) {
    throw Error(kind, {readableText(textOf(step, "type"))});
}

/// The map of characters, white space at the ends, and rows of spaces, in this order.
void addPieceNormalizer(const Json& normalizer, GgufValue::Strings& rules, MetadataTable& table) {
    int done = 0;
    for (const Json& step : stepsOf(normalizer, "normalizers")) {
        const std::string type = textOf(step, "type");
        int place = 0;
        if (type == "Precompiled") {
            place = 1;
            table.set("tokenizer.ggml.precompiled_charsmap",
                      bytesOfMap(textOf(step, "precompiled_charsmap")));
        } else if (type == "Strip") {
            place = 2;
            if (flagOf(step, "strip_left", true)) rules.emplace_back("strip_left");
            if (flagOf(step, "strip_right", true)) rules.emplace_back("strip_right");
        } else if (type == "Replace" && partOf(step, "pattern") == Json{{"Regex", " {2,}"}}) {
            place = 3;
            const std::string content = textOf(step, "content");
            if (content != " " && content != pieceMark) refuseStep(errors::unknownNormalizer, step);
            rules.emplace_back(content == " " ? "join_spaces" : "mark_spaces");
        }
        if (place <= done) refuseStep(errors::unknownNormalizer, step);
        done = place;
    }
}

/// White space, and the marks of SentencePiece.
void addPieceSplit(const Json& splitter, GgufValue::Strings& rules, MetadataTable& table) {
    std::string scheme = "never";
    bool marked = false;
    for (const Json& step : stepsOf(splitter, "pretokenizers")) {
        const std::string type = textOf(step, "type");
        if (type == "WhitespaceSplit" && !marked) {
            rules.emplace_back("split_white_space");
        } else if (type == "Metaspace" && !marked && textOf(step, "replacement", pieceMark) == pieceMark) {
            marked = true;
            // Older files have a flag for the scheme.
            scheme =
                textOf(step, "prepend_scheme", flagOf(step, "add_prefix_space", true) ? "always" : "never");
            if (flagOf(step, "split", true)) rules.emplace_back("split_marks");
        } else {
            refuseStep(errors::unknownSplit, step);
        }
    }
    if (!marked) throw Error(errors::unknownSplit, {""});
    table.set("tokenizer.ggml.add_space_prefix", scheme != "never");
    table.set("tokenizer.ggml.space_prefix_once", scheme == "first");
}

}  // namespace

TokenEntries unigramEntries(const Json& model, GgufValue::Floats& scores, MetadataTable& table) {
    const Json& vocabulary = partOf(model, "vocab");
    if (!vocabulary.is_array() || vocabulary.empty()) refuseTokenizer("has no list of tokens");
    const bool bytes = flagOf(model, "byte_fallback", false);
    TokenEntries entries;
    for (const Json& piece : vocabulary) {
        if (!piece.is_array() || piece.size() != 2 || !piece[0].is_string() || !piece[1].is_number())
            refuseTokenizer("has a token that is not a text with a score");
        const std::string text = piece[0].get<std::string>();
        entries.put(scores.size(), text, bytes && isByteEntry(text) ? byteKind : normalKind);
        scores.push_back(piece[1].get<float>());
        if (!std::isfinite(scores.back())) refuseTokenizer("has a score that is no number");
    }
    const Json& unknown = partOf(model, "unk_id");
    if (!unknown.is_null()) {
        if (!unknown.is_number_unsigned() || unknown.get<uint64_t>() >= scores.size())
            refuseTokenizer("has no token for what is unknown");
        entries.kinds[unknown.get<size_t>()] = unknownKind;
        table.set("tokenizer.ggml.unknown_token_id", unknown.get<uint64_t>());
    }
    return entries;
}

void addUnigram(const Json& tokenizer, MetadataTable& table) {
    GgufValue::Strings rules;
    addPieceNormalizer(partOf(tokenizer, "normalizer"), rules, table);
    addPieceSplit(partOf(tokenizer, "pre_tokenizer"), rules, table);
    table.set("tokenizer.ggml.model", std::string("t5"));
    table.set("tokenizer.ggml.piece_rules", std::move(rules));
}

}  // namespace hearth::format
