#include "format/huggingface/folder_files.h"

#include <nlohmann/json.hpp>
#include <span>

#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

constexpr uint64_t longestFolderText = uint64_t{128} << 20U;

std::string folderFileName(const std::filesystem::path& path) {
    return "its file \"" + readableText(path.filename().string()) + "\"";
}

std::string readWholeText(const std::filesystem::path& path) {
    const ByteSource source = openFolderFile(path);
    if (source.sizeBytes() > longestFolderText)
        throw Error(ErrorCode::BadFile, readableText(path.filename().string()) + " is far too long");
    std::string text(static_cast<size_t>(source.sizeBytes()), '\0');
    source.readAt(0, std::as_writable_bytes(std::span(text)));
    return text;
}

}  // namespace

ByteSource openFolderFile(const std::filesystem::path& path) {
    const std::string what = folderFileName(path);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored) && !ignored)
        throw Error(ErrorCode::Io, what + " is missing; download it again");
    try {
        return ByteSource::openFile(path);
    } catch (const Error& error) {
        const std::string clause = error.what();  // "it …"
        throw Error(error.code(), what + clause.substr(2));
    }
}

std::optional<std::string> folderTextIfThere(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return std::nullopt;
    return readWholeText(path);
}

nlohmann::json readFolderJson(const std::filesystem::path& path) {
    nlohmann::json json = parseJson(readWholeText(path));
    if (!json.is_object())
        throw Error(ErrorCode::BadFile, folderFileName(path) + " is damaged; download it again");
    return json;
}

nlohmann::json folderJsonIfThere(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return nlohmann::json::object();
    return readFolderJson(path);
}

}  // namespace hearth::format
