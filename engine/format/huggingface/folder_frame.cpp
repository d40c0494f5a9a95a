#include <algorithm>
#include <limits>

#include "format/huggingface/folder_tokenizer.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// Placeholders of the texts among the ids.
constexpr int64_t firstText = -1, secondText = -2;

struct Frame {
    GgufValue::Integers tokens, types;
    void add(int64_t token, int64_t type) {
        tokens.push_back(token);
        types.push_back(type);
    }
};

/// A token's id or type; whoever gives another value hears the clause.
int64_t frameNumber(const Json& value, const char* clause) {
    constexpr uint64_t largest = std::numeric_limits<int32_t>::max();
    if (!value.is_number_unsigned() || value.get<uint64_t>() > largest) refuseTokenizer(clause);
    return static_cast<int64_t>(value.get<uint64_t>());
}

int64_t typeOf(const Json& part) {
    const Json& type = partOf(part, "type_id");
    return type.is_null() ? 0 : frameNumber(type, "has a template with a type that cannot be");
}

/// "TemplateProcessing": a list of texts and of special tokens, which may stand for several ids each.
Frame templateOf(const Json& processor, const char* key) {
    Frame frame;
    const Json& list = partOf(processor, key);
    if (!list.is_array()) refuseTokenizer("has a template without parts");
    for (const Json& part : list) {
        if (const Json& text = partOf(part, "Sequence"); text.is_object()) {
            frame.add(textOf(text, "id") == "B" ? secondText : firstText, typeOf(text));
            continue;
        }
        const Json& special = partOf(part, "SpecialToken");
        const Json& known = partOf(partOf(processor, "special_tokens"), textOf(special, "id").c_str());
        const Json& ids = partOf(known, "ids");
        if (!ids.is_array()) refuseTokenizer("has a template with a token that it does not explain");
        for (const Json& id : ids)
            frame.add(frameNumber(id, "has a template with a token without an id"), typeOf(special));
    }
    return frame;
}

/// The id of "sep" or "cls": ["[SEP]", 102].
int64_t idOf(const Json& processor, const char* key) {
    const Json& pair = partOf(processor, key);
    constexpr const char* clause = "has a post-processor without its tokens";
    if (!pair.is_array() || pair.size() != 2) refuseTokenizer(clause);
    return frameNumber(pair[1], clause);
}

/// A frame of a text with a token of its own, or of two texts; any other changes nothing.
void set(MetadataTable& table, const char* key, Frame frame, TokenEntries& entries) {
    bool has = false;
    for (const int64_t token : frame.tokens) {
        if (token >= static_cast<int64_t>(entries.tokens.size()))
            refuseTokenizer("puts a token around texts that it does not have");
        has = has || token >= 0 || token == secondText;
    }
    if (!has || std::count(frame.tokens.begin(), frame.tokens.end(), firstText) != 1) return;
    for (const int64_t token : frame.tokens) {
        if (token < 0) continue;
        int64_t& kind = entries.kinds[static_cast<size_t>(token)];
        if (kind == normalKind) kind = controlKind;
    }
    const std::string name = std::string("tokenizer.ggml.") + key;
    table.set(name, std::move(frame.tokens));
    table.set(name + "_types", std::move(frame.types));
}

}  // namespace

void addFrame(const Json& postProcessor, TokenEntries& entries, MetadataTable& table) {
    for (const Json& step : stepsOf(postProcessor, "processors")) {
        const std::string type = textOf(step, "type");
        if (type == "ByteLevel") continue;
        Frame single, pair;
        if (type == "TemplateProcessing") {
            single = templateOf(step, "single");
            if (!partOf(step, "pair").is_null()) pair = templateOf(step, "pair");
        } else if (type == "BertProcessing" || type == "RobertaProcessing") {
            const int64_t cls = idOf(step, "cls"), sep = idOf(step, "sep");
            const bool bert = type == "BertProcessing";
            for (const int64_t token : {cls, firstText, sep}) single.add(token, 0);
            pair = single;
            if (!bert) pair.add(sep, 0);
            for (const int64_t token : {secondText, sep}) pair.add(token, bert ? 1 : 0);
        } else {
            throw Error(
                ErrorCode::Unsupported,
                "its tokenizer.json ends texts by a rule that Hearth does not know; choose a GGUF file");
        }
        set(table, "frame", std::move(single), entries);
        if (std::count(pair.tokens.begin(), pair.tokens.end(), secondText) == 1)
            set(table, "frame_pair", std::move(pair), entries);
    }
}

}  // namespace hearth::format
