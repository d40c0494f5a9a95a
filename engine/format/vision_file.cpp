#include "hearth/vision_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

#include "format/byte_source.h"
#include "format/huggingface/folder_model.h"
#include "hearth/engine_options.h"
#include "hearth/error.h"

namespace hearth {

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view visionMark = "mmproj";

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

bool isAmong(std::string_view word, std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isModelName(std::string_view fileName) {
    const std::string name = lowerCase(fileName);
    return name.ends_with(".gguf") && !isVisionFileName(name) && name.find("imatrix") == std::string::npos;
}

Words wordsOf(std::string_view fileName) {
    std::string stem = lowerCase(std::filesystem::path(fileName).filename().string());
    if (stem.ends_with(".gguf")) stem.resize(stem.size() - std::string_view(".gguf").size());
    Words words(1);
    for (const char c : stem) {
        if (std::string_view("-_. ").find(c) == std::string_view::npos)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// "q4" of "Q4_K_M", "iq4" of "IQ4_XS", "tq1" of "TQ1_0".
bool beginsBlockType(std::string_view word) {
    if (word.size() == 3 && (word[0] == 'i' || word[0] == 't')) word.remove_prefix(1);
    return word.size() == 2 && word[0] == 'q' && word[1] >= '1' && word[1] <= '8';
}

bool isPartNumber(std::string_view word) {
    return word.size() == 5 && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Number of words at `i` that say how the weights are stored or which part of the model it is; 0: none.
size_t storageWordsAt(const Words& words, size_t i) {
    constexpr std::array<std::string_view, 8> types{"f16",  "bf16", "f32",   "fp16",
                                                    "fp32", "fp8",  "mxfp4", "nvfp4"};
    constexpr std::array<std::string_view, 11> endings{"0",  "1",  "k",   "s",  "m",  "l",
                                                       "xl", "xs", "xxs", "nl", "moe"};
    constexpr std::array<std::string_view, 4> makers{"ud", "i1", "imat", "imatrix"};
    if (i + 2 < words.size() && isPartNumber(words[i]) && words[i + 1] == "of" && isPartNumber(words[i + 2]))
        return 3;
    size_t end = i;
    if (isAmong(words[end], makers) && end + 1 < words.size()) ++end;
    if (!isAmong(words[end], types) && !beginsBlockType(words[end])) return 0;
    ++end;
    while (end < words.size() && isAmong(words[end], endings)) ++end;
    return end - i;
}

/// The words of a name that say which model it is.
Words modelWords(const Words& words) {
    constexpr std::array<std::string_view, 4> noNames{visionMark, "model", "ggml", "gguf"};
    Words kept;
    for (size_t i = 0; i < words.size();) {
        const size_t storage = storageWordsAt(words, i);
        if (storage == 0 && !isAmong(words[i], noNames)) kept.push_back(words[i]);
        i += std::max<size_t>(storage, 1);
    }
    return kept;
}

/// Rank of a file by the type of its weights, the smaller the better.
size_t rankOfType(const Words& words) {
    constexpr std::array<std::string_view, 4> preferred{"f16", "bf16", "q8", "f32"};
    for (size_t rank = 0; rank < preferred.size(); ++rank)
        if (std::find(words.begin(), words.end(), preferred[rank]) != words.end()) return rank;
    return preferred.size();
}

/// All words of `part` are words of `whole`, in the same order.
bool isPartOf(const Words& part, const Words& whole) {
    size_t found = 0;
    for (const std::string& word : whole)
        if (found < part.size() && part[found] == word) ++found;
    return found == part.size();
}

bool hasVisionConfig(const std::filesystem::path& config) {
    // A search in the text is enough to know whether to look closer, which another process does.
    constexpr uint64_t longestText = uint64_t{4} << 20U;
    try {
        const format::ByteSource source = format::ByteSource::openFile(config);
        std::string text(static_cast<size_t>(std::min(source.sizeBytes(), longestText)), '\0');
        source.readAt(0, std::as_writable_bytes(std::span(text)));
        constexpr std::string_view key = "\"vision_config\"";
        const size_t at = text.find(key);
        if (at == std::string::npos) return false;
        const size_t value = text.find_first_not_of(": \t\r\n", at + key.size());
        return value != std::string::npos && text[value] == '{';
    } catch (const Error&) {
        return false;
    }
}

std::vector<std::string> fileNamesIn(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, problem), end;
         !problem && entry != end; entry.increment(problem)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown)) names.push_back(entry->path().filename().string());
    }
    return names;
}

}  // namespace

bool isVisionFileName(std::string_view fileName) {
    const std::string name = lowerCase(std::filesystem::path(fileName).filename().string());
    return name.ends_with(".gguf") && name.find(visionMark) != std::string::npos;
}

std::vector<std::string> visionFilesAmong(const std::vector<std::string>& names, std::string_view modelFile) {
    if (!isModelName(modelFile)) return {};
    const Words model = modelWords(wordsOf(modelFile));
    const bool isOneModel = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        return !isModelName(name) || modelWords(wordsOf(name)) == model;
    });
    struct Candidate {
        bool hasLess;
        size_t rank;
        std::string name;
        auto operator<=>(const Candidate&) const = default;
    };
    std::vector<Candidate> candidates;
    for (const std::string& name : names) {
        if (!isVisionFileName(name)) continue;
        const Words words = wordsOf(name), own = modelWords(words);
        if (own == model || (isOneModel && isPartOf(own, model)))
            candidates.push_back({own != model, rankOfType(words), name});
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::string> found;
    for (Candidate& candidate : candidates) found.push_back(std::move(candidate.name));
    return found;
}

std::vector<std::filesystem::path> visionFolders(const std::filesystem::path& model) {
    const std::filesystem::path own = model.parent_path();
    std::vector<std::filesystem::path> folders{own};
    const Words words = wordsOf(own.filename().string());
    if (!words.empty() && modelWords(words).empty() && storageWordsAt(words, 0) != 0)
        folders.push_back(own.parent_path());
    return folders;
}

std::vector<std::filesystem::path> visionFilesOf(const std::filesystem::path& model) {
    if (const auto folder = format::modelFolderOf(model)) {
        if (!hasVisionConfig(*folder / "config.json")) return {};
        return {*folder};
    }
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : visionFolders(model)) {
        const std::vector<std::string> names = fileNamesIn(folder);
        for (const std::string& name : visionFilesAmong(names, model.filename().string()))
            files.push_back(folder / name);
        if (!files.empty()) break;
    }
    return files;
}

std::optional<std::filesystem::path> visionFileOf(const std::filesystem::path& model) {
    const std::vector<std::filesystem::path> files = visionFilesOf(model);
    return files.empty() ? std::nullopt : std::optional(files.front());
}

void findVisionFile(EngineOptions& options) {
    if (options.visionFile.empty()) options.visionFile = visionFileOf(options.model).value_or("");
}

}  // namespace hearth
