#include "cli/picture_input.h"

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/common_options.h"
#include "cli/input_file.h"
#include "hearth/bounded_json.h"
#include "hearth/data_url.h"
#include "hearth/error.h"
#include "openai/message_fields.h"
#include "openai/refusal.h"

namespace hearth::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// More than any picture that is decoded in time.
constexpr size_t mostPictureFileBytes = size_t{256} << 20U;

/// Replaces the path of a picture by its bytes, as the API has them. Leaves other parts alone.
void fetchPicture(Json& part, const fs::path& folder) {
    if (!part.is_object() || part.value("type", Json()) != "image" || !part.value("path", Json()).is_string())
        return;
    const fs::path path(part["path"].get<std::string>());
    std::error_code ignored;
    const bool isBeside = !path.is_absolute() && !fs::exists(path, ignored);
    const auto picture = readPicture((isBeside ? folder / path : path).string());
    part = {{"type", "image_url"},
            {"image_url", dataUrlOf(pictureMediaType(picture->bytes()), picture->bytes())}};
}

}  // namespace

std::shared_ptr<const PictureFile> readPicture(const std::string& path) {
    const std::string text = InputFile(path).readAll(mostPictureFileBytes);
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return std::make_shared<const PictureFile>(std::move(bytes));
}

std::vector<MessagePicture> readPictures(const Arguments& arguments) {
    std::vector<std::string> paths = arguments.all(imageOption.name);
    if (paths.empty()) refuseWords(arguments);
    paths.insert(paths.end(), arguments.positional().begin(), arguments.positional().end());
    std::vector<MessagePicture> pictures;
    for (const std::string& path : paths) pictures.push_back({0, readPicture(path)});
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
