#include "format/huggingface/folder_files.h"

#include <nlohmann/json.hpp>
#include <span>

#include "format/format_errors.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

constexpr uint64_t longestFolderText = uint64_t{128} << 20U;

std::string folderFileName(const std::filesystem::path& path) {
    return readableText(path.filename().string());
}

std::string readWholeText(const std::filesystem::path& path) {
    const ByteSource source = openFolderFile(path);
    if (source.sizeBytes() > longestFolderText)
        throw Error(ErrorCode::BadFile, folderFileName(path) + " is far too long");
    std::string text(static_cast<size_t>(source.sizeBytes()), '\0');
    source.readAt(0, std::as_writable_bytes(std::span(text)));
    return text;
}

}  // namespace

ByteSource openFolderFile(const std::filesystem::path& path) {
    const std::string name = folderFileName(path);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored) && !ignored) throw Error(errors::folderFileMissing, {name});
    try {
        return ByteSource::openFile(path);
    } catch (const Error& error) {
        // In a folder it takes the name to say which file is meant.
        if (error.is(errors::notAFile)) throw Error(errors::folderFileNotAFile, {name});
        if (!error.is(errors::cannotBeOpened)) throw;
        std::vector<MessageArgument> arguments = error.message().arguments();
        arguments.insert(arguments.begin(), name);
        throw Error(errors::folderFileCannotBeOpened, std::move(arguments));
    }
}

std::optional<std::string> folderTextIfThere(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return std::nullopt;
    return readWholeText(path);
}

nlohmann::json readFolderJson(const std::filesystem::path& path) {
    nlohmann::json json = parseJson(readWholeText(path));
    if (!json.is_object()) throw Error(errors::folderFileDamaged, {folderFileName(path)});
    return json;
}

nlohmann::json folderJsonIfThere(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return nlohmann::json::object();
    return readFolderJson(path);
}

}  // namespace hearth::format
