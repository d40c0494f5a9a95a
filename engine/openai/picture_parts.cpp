#include "openai/picture_parts.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/base64.h"
#include "hearth/data_url.h"
#include "picture/picture_errors.h"
#include "session/session_errors.h"
#include "vision/vision_errors.h"

namespace hearth::openai {

namespace {

constexpr const char* invalidUrl = "invalid_image_url";

struct PictureErrorCode {
    const ErrorKind& kind;
    std::string_view code;
};
constexpr std::array pictureErrorCodes{
    PictureErrorCode{errors::emptyPicture, "empty_image_file"},
    PictureErrorCode{errors::notAPicture, "invalid_image_format"},
    PictureErrorCode{errors::unreadFormat, "unsupported_image_media_type"},
    PictureErrorCode{errors::unreadKind, "unsupported_image_media_type"},
    PictureErrorCode{errors::missingCodec, "unsupported_image_media_type"},
    PictureErrorCode{errors::damagedPicture, "image_parse_error"},
    PictureErrorCode{errors::cutPicture, "image_parse_error"},
    PictureErrorCode{errors::largePicture, "image_too_large"},
    PictureErrorCode{errors::slowPicture, "image_too_large"},
    PictureErrorCode{errors::narrowPicture, "invalid_image"},
    // Not one of OpenAI's codes: all of its models read pictures.
    PictureErrorCode{errors::cannotSee, "images_not_supported"},
    PictureErrorCode{errors::lostPictures, "images_not_supported"},
};

}  // namespace

std::string_view pictureErrorCode(const Error& error) {
    for (const PictureErrorCode& one : pictureErrorCodes)
        if (error.is(one.kind)) return one.code;
    return {};
}

bool PictureParts::isPicture(const Json& part) {
    const Json& type = memberOf(part, "type");
    return type == "image_url" || type == "input_image" || type == "image";
}

bool PictureParts::isWebUrl(std::string_view url) {
    std::string scheme(url.substr(0, url.find(':')));
    for (char& c : scheme)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return scheme == "http" || scheme == "https";
}

MessagePicture PictureParts::read(const std::string& name, const Json& part, size_t at) {
    if (++m_pictures > mostPictures)
        refuseField(name,
                    "is picture " + std::to_string(m_pictures) + " of a request, which may have " +
                        std::to_string(mostPictures) + "; leave some out.",
                    "too_many_images");
    if (memberOf(part, "type") == "image") {
        const Json &source = memberOf(part, "source"), &data = memberOf(part, "data");
        if (!source.is_null() || data.is_null()) return {at, readSource(name + ".source", source)};
        return {at, readBase64(name + ".data", readString(name + ".data", data))};
    }
    const std::string field = name + ".image_url";
    const Json& value = memberOf(part, "image_url");
    PictureDetail detail = PictureDetail::Auto;
    readDetail(name + ".detail", memberOf(part, "detail"), detail);
    if (!value.is_object()) return {at, readUrl(field, value), detail};
    readDetail(field + ".detail", memberOf(value, "detail"), detail);
    m_notes.ignoreOthers(field, value, {"url", "detail"});
    return {at, readUrl(field + ".url", memberOf(value, "url")), detail};
}

void PictureParts::readDetail(const std::string& field, const Json& value, PictureDetail& detail) {
    // As the newest models of OpenAI take it: no smaller than it came.
    constexpr const char* whole = "original";
    if (value == "low")
        detail = PictureDetail::Low;
    else if (value == "high" || value == whole)
        detail = PictureDetail::High;
    else if (!value.is_null() && value != "auto")
        m_notes.ignore(field);
}

std::shared_ptr<const PictureFile> PictureParts::readSource(const std::string& field, const Json& source) {
    const Json& type = memberOf(source, "type");
    if (type == "url") {
        m_notes.ignoreOthers(field, source, {"type", "url"});
        return readUrl(field + ".url", memberOf(source, "url"));
    }
    if (type != "base64") refuseField(field + ".type", R"(must be "base64".)");
    // The format is detected from the bytes, whatever "media_type" says.
    m_notes.ignoreOthers(field, source, {"type", "media_type", "data"});
    return readBase64(field + ".data", readString(field + ".data", memberOf(source, "data")));
}

std::shared_ptr<const PictureFile> PictureParts::readUrl(const std::string& field, const Json& url) {
    const std::string& text = readString(field, url);
    const auto data = readDataUrl(text);
    if (data) return readBase64(field, data->base64);
    if (isWebUrl(text))
        refuseField(field,
                    "is a web address, which this server does not fetch; send the image as a data URL "
                    "(\"data:image/png;base64,...\"), or start hearth-cli serve with --fetch-images.",
                    invalidUrl);
    refuseField(field, R"(must be a data URL: "data:image/png;base64,...".)", invalidUrl);
}

std::shared_ptr<const PictureFile> PictureParts::readBase64(const std::string& field, std::string_view text) {
    auto bytes = bytesOfBase64(text);
    if (!bytes) refuseField(field, "is not valid base64.", "invalid_base64_image");
    if (bytes->size() > mostBytes)
        refuseField(field,
                    "holds a picture of more than " + std::to_string(mostBytes >> 20U) +
                        " MiB; make it smaller, or save it as JPEG.",
                    "image_file_too_large");
    try {
        return std::make_shared<const PictureFile>(std::move(*bytes));
    } catch (const Error& error) {
        const std::string code(pictureErrorCode(error));
        if (code.empty()) throw;
        refuseField(field, std::string("cannot be used: ") + error.what(), code);
    }
}

}  // namespace hearth::openai
