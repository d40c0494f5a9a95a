#include <png.h>

#include <QtTest>

#include "engine/picture/head_check.h"

using namespace hearth;
using namespace hearth::test;
using namespace std::string_view_literals;

namespace {

/// The figures of libpng, with the orientation of our own reader: libpng does not look behind the pixels.
std::optional<PictureHead> ofLibpng(std::span<const std::byte> file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    const bool isRead = png_image_begin_read_from_memory(&image, file.data(), file.size()) != 0;
    const PictureSize size{image.width, image.height};
    png_image_free(&image);
    if (!isRead) return std::nullopt;
    PictureHead head;
    try {
        head = readPngHead(file);
    } catch (const Error&) {
        // The size alone then differs.
    }
    return PictureHead{size, head.orientation, 32.0 / size.height};
}

constexpr auto signature = "\x89PNG\r\n\x1A\n"sv;

}  // namespace

class TestPngHead : public QObject {
    Q_OBJECT
private slots:
    void headsAreThoseOfLibpng() { checkHeads(".png", readPngHead, ofLibpng, signature.size()); }

    void orientationsAreFound() {
        const auto folder = tinyModelsFolder().parent_path() / "pictures";
        for (int i = 1; i <= 8; ++i) {
            const PictureHead head =
                readPngHead(readBytes(folder / ("png-exif-" + std::to_string(i) + ".png")));
            QCOMPARE(static_cast<int>(head.orientation), i);
        }
        QVERIFY(readPngHead(readBytes(folder / "png-exif-behind.png")).orientation != Orientation::Upright);
    }

    void wrongSizesAreDamage() {
        const auto told = [](std::string_view chunks) {
            return toldHead(readPngHead, bytesOf(std::string(signature) + std::string(chunks)));
        };
        const std::string rest("\x08\x02\0\0\0crc!", 9);
        const auto sized = [&](std::string_view size) {
            return told(std::string("\0\0\0\x0DIHDR"sv) + std::string(size) + rest);
        };
        QCOMPARE(sized("\0\0\0\3\0\0\0\2"sv), std::string("3 x 2, orientation 1, 16.000000"));
        QCOMPARE(sized("\x7F\xFF\xFF\xFF\0\0\0\1"sv),
                 std::string("2147483647 x 1, orientation 1, 32.000000"));
        for (const auto size : {"\0\0\0\0\0\0\0\2"sv, "\0\0\0\3\0\0\0\0"sv, "\x80\0\0\0\0\0\0\2"sv,
                                "\0\0\0\3\xFF\xFF\xFF\xFF"sv})
            QCOMPARE(sized(size), std::string("picture.damaged"));
        // Another length, no head, and one behind the end.
        QCOMPARE(told("\0\0\0\x0EIHDR\0\0\0\3\0\0\0\2\x08\x02\0\0\0\0crc!"sv),
                 std::string("picture.damaged"));
        QCOMPARE(told("\0\0\0\0IDATcrc!"sv), std::string("picture.damaged"));
        QCOMPARE(told("\0\0\0\0teXtcrc!"sv), std::string("picture.cut-short"));
        QCOMPARE(told("\x7F\xFF\xFF\xFFteXt"sv), std::string("picture.cut-short"));
        QCOMPARE(told("\xFF\xFF\xFF\xFFteXt"sv), std::string("picture.damaged"));
        QCOMPARE(told(""), std::string("picture.cut-short"));
    }
};

QTEST_GUILESS_MAIN(TestPngHead)
#include "tst_png_head.moc"
