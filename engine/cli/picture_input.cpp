#include "cli/picture_input.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/common_options.h"
#include "cli/input_file.h"
#include "hearth/bounded_json.h"
#include "hearth/data_url.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "openai/message_fields.h"
#include "openai/refusal.h"

namespace hearth::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// More than any picture that is decoded in time.
constexpr size_t mostPictureFileBytes = size_t{256} << 20U;
constexpr size_t longestWord = 40;  // of a person's, in errors

/// Replaces the path of a picture by its bytes, as the API has them. Leaves other parts alone.
void fetchPicture(Json& part, const fs::path& folder) {
    if (!part.is_object() || part.value("type", Json()) != "image" || !part.value("path", Json()).is_string())
        return;
    const fs::path path(part["path"].get<std::string>());
    std::error_code ignored;
    const bool isBeside = !path.is_absolute() && !fs::exists(path, ignored);
    const auto picture = readPicture((isBeside ? folder / path : path).string());
    part["type"] = "image_url";
    part["image_url"] = dataUrlOf(pictureMediaType(picture->bytes()), picture->bytes());
    part.erase("path");
}

}  // namespace

std::shared_ptr<const PictureFile> readPicture(const std::string& path) {
    const std::string text = InputFile(path).readAll(mostPictureFileBytes);
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return std::make_shared<const PictureFile>(std::move(bytes));
}

PictureDetail readDetail(std::string_view word) {
    if (word == "low") return PictureDetail::Low;
    if (word == "auto") return PictureDetail::Auto;
    if (word == "high") return PictureDetail::High;
    throw UsageError("--detail is low, auto or high, not \"" + readableText(word, longestWord) + "\"");
}

NamedPicture readNamedPicture(std::string_view words, PictureDetail detail) {
    constexpr std::string_view option = "--detail ";
    const auto trimmed = [](std::string_view text) {
        const size_t first = text.find_first_not_of(' ');
        if (first == std::string_view::npos) return std::string_view();
        return text.substr(first, text.find_last_not_of(' ') + 1 - first);
    };
    words = trimmed(words);
    if (words.starts_with(option)) {
        words = trimmed(words.substr(option.size()));
        const size_t end = std::min(words.find(' '), words.size());
        return {std::string(trimmed(words.substr(end))), readDetail(words.substr(0, end))};
    }
    const size_t at = words.rfind(" " + std::string(option));
    // The name of a file may have that in it, but not a word alone behind it.
    const std::string_view word =
        at == std::string_view::npos ? std::string_view() : trimmed(words.substr(at + 1 + option.size()));
    if (word.empty() || word.find_first_of(" ./") != std::string_view::npos)
        return {std::string(words), detail};
    return {std::string(trimmed(words.substr(0, at))), readDetail(word)};
}

std::vector<MessagePicture> readPictures(const Arguments& arguments) {
    std::vector<std::string> paths = arguments.all(imageOption.name);
    if (paths.empty()) refuseWords(arguments);
    paths.insert(paths.end(), arguments.positional().begin(), arguments.positional().end());
    const std::vector<std::string> details = arguments.all(detailOption.name);
    if (!details.empty() && paths.empty())
        throw UsageError("--detail is that of a picture, so not without --image");
    if (details.size() > 1 && details.size() != paths.size())
        throw UsageError("--detail is given once for all pictures, or once for each");
    std::vector<MessagePicture> pictures;
    for (const std::string& path : paths) {
        const size_t index = details.size() > 1 ? pictures.size() : 0;
        const PictureDetail detail = details.empty() ? PictureDetail::Auto : readDetail(details[index]);
        pictures.push_back({0, readPicture(path), detail});
    }
    return pictures;
}

std::vector<ChatMessage> readMessages(const std::string& path) {
    Json list = parseOrderedJson(readTextFile(path));
    if (list.is_object() && list.contains("messages")) list = Json(std::move(list["messages"]));
    if (list.is_discarded()) throw Error(ErrorCode::BadInput, "\"" + path + "\" is not valid JSON.");
    if (list.is_array())
        for (Json& message : list)
            if (message.is_object() && message.value("content", Json()).is_array())
                for (Json& part : message["content"]) fetchPicture(part, fs::path(path).parent_path());
    try {
        openai::RequestNotes ignored;
        return openai::readMessages(list, ignored);
    } catch (const openai::Refusal& refusal) {
        throw Error(ErrorCode::BadInput, "\"" + path + "\" cannot be used: " + refusal.message);
    }
}

}  // namespace hearth::cli
