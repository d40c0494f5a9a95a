#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "hearth/chat_message.h"

namespace hearth::cli {

inline constexpr Option imageOption{
    "--image", "", "FILE",
    "a picture in front of the prompt (PNG, JPEG, WebP, GIF, BMP, HEIC or AVIF); several may follow"};

inline constexpr Option detailOption{
    "--detail", "", "low|auto|high",
    "tokens that a picture may cost, where the model leaves a choice: few, as the model has it (auto), or as "
    "many as it can read; given once for all pictures, or once for each"};

/// Reads the name of a detail. Throws UsageError for another word.
PictureDetail readDetail(std::string_view word);

/// A picture as a person names it in a chat: "FILE", "FILE --detail low" or "--detail low FILE".
struct NamedPicture {
    std::string path;
    PictureDetail detail;
};
/// `detail`: that of a picture that is named without one. Throws UsageError for a detail that there is not.
NamedPicture readNamedPicture(std::string_view words, PictureDetail detail);

/// Reads a picture that a person names. Throws what InputFile and PictureFile do.
std::shared_ptr<const PictureFile> readPicture(const std::string& path);

/// Reads the pictures of imageOption and the words behind it, with their detailOption. Throws UsageError for
/// words without that option, and for details that are neither one nor one for each picture.
std::vector<MessagePicture> readPictures(const Arguments& arguments);

/// Reads messages as OpenAI's API has them: a JSON list, or an object with one in "messages". A picture may
/// also be {"type": "image", "path": FILE}; a relative path is looked up in the current folder and then in
/// that of the list. Throws Error(BadInput) for anything else, and what readPicture() throws.
std::vector<ChatMessage> readMessages(const std::string& path);

}  // namespace hearth::cli
