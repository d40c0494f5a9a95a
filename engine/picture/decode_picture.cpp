#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>

#include "hearth/picture.h"
#include "picture/heif_head.h"
#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

/// True if the bytes at an offset of the file spell a text.
bool spells(std::span<const std::byte> file, size_t at, std::string_view text) noexcept {
    return file.size() >= at + text.size() && std::memcmp(file.data() + at, text.data(), text.size()) == 0;
}

/// Formats that people have pictures in and Hearth does not read, by how their files begin.
std::string_view unreadFormat(std::span<const std::byte> file) noexcept {
    struct Beginning {
        size_t at;
        std::string_view text, format;
    };
    using namespace std::string_view_literals;
    static constexpr std::array beginnings{
        Beginning{0, "II\x2A\0"sv, "TIFF"sv},
        Beginning{0, "MM\0\x2A"sv, "TIFF"sv},
        Beginning{0, "\xFF\x0A"sv, "JPEG XL"sv},
        Beginning{4, "JXL \r\n\x87\n"sv, "JPEG XL"sv},
        Beginning{4, "jP  \r\n\x87\n"sv, "JPEG 2000"sv},
        Beginning{0, "8BPS"sv, "Photoshop"sv},
        Beginning{0, "\0\0\1\0"sv, "ICO"sv},
        Beginning{0, "<svg"sv, "SVG"sv},
        Beginning{0, "qoif"sv, "QOI"sv},
    };
    for (const Beginning& one : beginnings)
        if (spells(file, one.at, one.text)) return one.format;
    return {};
}

/// A format that is read.
struct Format {
    std::string_view mediaType;
    PictureHead (*readHead)(std::span<const std::byte> file);
    std::unique_ptr<PictureReader> (*open)(std::span<const std::byte> file, PictureSize stored);
};

/// The format of a file by how it begins; nullopt: none that is read.
std::optional<Format> formatOf(std::span<const std::byte> file) noexcept {
    if (spells(file, 0, "\x89PNG\r\n\x1A\n")) return Format{"image/png", readPngHead, openPng};
    if (spells(file, 0, "\xFF\xD8\xFF")) return Format{"image/jpeg", readJpegHead, openJpeg};
    if (spells(file, 0, "RIFF") && spells(file, 8, "WEBP"))
        return Format{"image/webp", readWebPHead, openWebP};
    if (spells(file, 0, "GIF87a") || spells(file, 0, "GIF89a"))
        return Format{"image/gif", readGifHead, openGif};
    if (spells(file, 0, "BM")) return Format{"image/bmp", readBmpHead, openBmp};
    if (const std::string_view format = heifFormat(file); !format.empty())
        return Format{format == "AVIF"   ? "image/avif"
                      : format == "HEIC" ? "image/heic"
                                         : "image/heif",
                      readHeifPictureHead, openHeif};
    return std::nullopt;
}

Format readFormatOf(std::span<const std::byte> file) {
    if (file.empty()) throw Error(errors::emptyPicture);
    if (const auto format = formatOf(file)) return *format;
    if (const std::string_view format = unreadFormat(file); !format.empty())
        throw Error(errors::unreadFormat, {format});
    throw Error(errors::notAPicture);
}

/// Reads the head of a file and refuses a picture that would not fit.
PictureHead checkedHead(const Format& format, std::span<const std::byte> file) {
    const PictureHead head = format.readHead(file);
    checkPictureSize(head.stored, head.bytesBeside);
    return head;
}

}  // namespace

std::string_view pictureMediaType(std::span<const std::byte> file) noexcept {
    const auto format = formatOf(file);
    return format ? format->mediaType : std::string_view();
}

Picture decodePicture(std::span<const std::byte> file) {
    return decodeWithin(file, DecodeBudget(file.size()));
}

Picture decodeWithin(std::span<const std::byte> file, const DecodeBudget& budget) {
    try {
        const Format format = readFormatOf(file);
        const PictureHead head = checkedHead(format, file);
        const std::unique_ptr<PictureReader> reader = format.open(file, head.stored);
        UprightPicture picture(head.stored, head.orientation);
        reader->read(picture, budget);
        return std::move(picture).take();
    } catch (const std::bad_alloc&) {
        throw Error(errors::noMemoryForPicture);
    }
}

PictureSize pictureSize(std::span<const std::byte> file) {
    try {
        const PictureHead head = checkedHead(readFormatOf(file), file);
        return uprightSize(head.stored, head.orientation);
    } catch (const std::bad_alloc&) {
        throw Error(errors::noMemoryForPicture);
    }
}

}  // namespace hearth
