#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "format/huggingface/folder_model.h"

/// The parts of a tokenizer.json that make a subject of their own.
namespace hearth::format {

/// Kinds of tokens, as in tokenizer.ggml.token_type.
inline constexpr int64_t normalKind = 1, unknownKind = 2, controlKind = 3, userKind = 4, unusedKind = 5,
                         byteKind = 6;

/// Throws Error(BadFile): "its tokenizer.json" and the clause.
[[noreturn]] void refuseTokenizer(const std::string& clause);

/// The steps of a pre-tokenizer or normalizer; of a sequence those under `list`. Each is an object. Throws
/// Error(BadFile) for one that is not.
std::vector<nlohmann::json> stepsOf(const nlohmann::json& part, const char* list);

/// A part of an object; null for what is missing.
const nlohmann::json& partOf(const nlohmann::json& object, const char* key);
/// Values of an object, or what stands for one that is missing or null. Throw Error(BadFile) for another
/// type.
std::string textOf(const nlohmann::json& object, const char* key, const std::string& otherwise = {});
bool flagOf(const nlohmann::json& object, const char* key, bool otherwise);

/// The entries under their ids.
struct TokenEntries {
    GgufValue::Strings tokens;
    GgufValue::Integers kinds;

    /// Throws Error(BadFile) for an id that is too large.
    void put(uint64_t id, std::string entry, int64_t kind);
    /// The entry's id, or -1. Looks at every entry.
    int64_t find(const std::string& entry) const;
};

/// "<0x0A>" and its like.
inline bool isByteEntry(const std::string& entry) {
    return entry.size() == 6 && entry.starts_with("<0x") && entry[5] == '>';
}

/// The entries of a Unigram model, which are a list, and their scores. Throws Error(BadFile).
TokenEntries unigramEntries(const nlohmann::json& model, GgufValue::Floats& scores, MetadataTable& table);
/// Adds the settings of a Unigram tokenizer for texts. Throws Error(BadFile | Unsupported).
void addUnigram(const nlohmann::json& tokenizer, MetadataTable& table);

/// Adds the settings of WordPiece for texts and words: `model` is of that kind. The entries are respelled as
/// in GGUF, where a mark precedes the first piece of a word. Throws Error(BadFile | Unsupported).
void addWordPiece(const nlohmann::json& tokenizer, const nlohmann::json& model, TokenEntries& entries,
                  MetadataTable& table);

/// Adds the tokens that the post-processor puts around one text and two; such tokens become control tokens.
/// Throws Error(BadFile | Unsupported).
void addFrame(const nlohmann::json& postProcessor, TokenEntries& entries, MetadataTable& table);

}  // namespace hearth::format
