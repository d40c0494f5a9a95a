#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "hearth/error.h"
#include "hearth/picture_file.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Reads the pictures in the content parts of one request, and enforces the limits of a request.
class PictureParts {
public:
    /// Limits of a request: pictures, and bytes of the file of each.
    static constexpr size_t mostPictures = 100, mostBytes = size_t{20} << 20U;

    /// The notes outlive it.
    explicit PictureParts(RequestNotes& notes) : m_notes(notes) {}

    /// Returns true for a part that is a picture in the form of any API: "image_url" of chat completions,
    /// "input_image" of responses, "image" of Anthropic's messages and of tools of MCP.
    static bool isPicture(const Json& part);
    /// Returns true for URLs of http and https.
    static bool isWebUrl(std::string_view url);
    /// Reads such a part, which follows `at` bytes of the message's text; `name`: its place, such as
    /// "messages[0].content[1]". Notes fields of the picture that change nothing. Throws a Refusal that names
    /// the field which cannot be used.
    MessagePicture read(const std::string& name, const Json& part, size_t at);

private:
    std::shared_ptr<const PictureFile> readSource(const std::string& field, const Json& source);
    std::shared_ptr<const PictureFile> readUrl(const std::string& field, const Json& url);
    std::shared_ptr<const PictureFile> readBase64(const std::string& field, std::string_view text);
    /// Leaves `detail` as it is where there is no value that is known.
    void readDetail(const std::string& field, const Json& value, PictureDetail& detail);

    RequestNotes& m_notes;
    size_t m_pictures = 0;
};

/// The code in answers for an error about a picture, where possible one of OpenAI's responses
/// ("image_parse_error"); empty: the request's pictures did not cause the error.
std::string_view pictureErrorCode(const Error& error);

}  // namespace hearth::openai
