#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "hearth/chat_message.h"

namespace hearth::cli {

inline constexpr Option imageOption{
    "--image", "", "FILE",
    "a picture in front of the prompt (PNG, JPEG, WebP, GIF, BMP, HEIC or AVIF); several may follow"};

/// Reads a picture that a person names. Throws what InputFile and PictureFile do.
std::shared_ptr<const PictureFile> readPicture(const std::string& path);

/// Reads the pictures of imageOption and the words behind it. Throws UsageError for words without that
/// option.
std::vector<MessagePicture> readPictures(const Arguments& arguments);

/// Reads messages as OpenAI's API has them: a JSON list, or an object with one in "messages". A picture may
/// also be {"type": "image", "path": FILE}; a relative path is looked up in the current folder and then in
/// that of the list. Throws Error(BadInput) for anything else, and what readPicture() throws.
std::vector<ChatMessage> readMessages(const std::string& path);

}  // namespace hearth::cli
