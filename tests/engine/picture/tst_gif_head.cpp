#include <gif_lib.h>

#include <QtTest>
#include <algorithm>
#include <cstring>

#include "engine/picture/head_check.h"

using namespace hearth;
using namespace hearth::test;
using namespace std::string_view_literals;

namespace {

bool readToFrame(GifFileType* gif) {
    for (GifRecordType type = UNDEFINED_RECORD_TYPE; type != IMAGE_DESC_RECORD_TYPE;) {
        if (DGifGetRecordType(gif, &type) == GIF_ERROR || type == TERMINATE_RECORD_TYPE) return false;
        if (type != EXTENSION_RECORD_TYPE) continue;
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
        while (block != nullptr)
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
    }
    return DGifGetImageDesc(gif) != GIF_ERROR && gif->Image.Width > 0 && gif->Image.Height > 0;
}

std::optional<PictureHead> ofGiflib(std::span<const std::byte> file) {
    int error = 0;
    GifFileType* const gif = DGifOpen(
        &file,
        [](GifFileType* from, GifByteType* to, int bytes) {
            auto& rest = *static_cast<std::span<const std::byte>*>(from->UserData);
            const size_t given = std::min(size_t(bytes), rest.size());
            if (given != 0) std::memcpy(to, rest.data(), given);
            rest = rest.subspan(given);
            return int(given);
        },
        &error);
    if (gif == nullptr) return std::nullopt;
    std::optional<PictureHead> head;
    if (readToFrame(gif)) {
        const GifImageDesc& frame = gif->Image;
        const PictureSize size{uint32_t(std::max(gif->SWidth, frame.Left + frame.Width)),
                               uint32_t(std::max(gif->SHeight, frame.Top + frame.Height))};
        head = {size, Orientation::Upright, 4.0 / size.height};
    }
    DGifCloseFile(gif, nullptr);
    return head;
}

}  // namespace

class TestGifHead : public QObject {
    Q_OBJECT
private slots:
    void headsAreThoseOfGiflib() { checkHeads(".gif", readGifHead, ofGiflib, 6); }

    void recordsAreBounded() {
        const auto told = [](std::string_view rest) {
            return toldHead(readGifHead, bytesOf("GIF89a" + std::string(rest)));
        };
        const std::string screen("\5\0\4\0\0\0\0", 7);
        const std::string frame("\x2C\1\0\1\0\3\0\7\0\0", 10);
        QCOMPARE(told(screen + frame), std::string("5 x 8, orientation 1, 0.500000"));
        const std::string comment("\x21\xFE\3abc\1d\0", 9);
        QCOMPARE(told(screen + comment + frame), std::string("5 x 8, orientation 1, 0.500000"));
        QCOMPARE(told(screen + std::string("\x2C\0\0\0\0\0\0\7\0\0", 10)), std::string("picture.damaged"));
        QCOMPARE(told(screen + ";"), std::string("picture.damaged"));
        QCOMPARE(told(screen + "?" + frame), std::string("picture.damaged"));
        QCOMPARE(told(screen), std::string("picture.cut-short"));
        QCOMPARE(told(screen + "\x21\xFE\xFFshort"), std::string("picture.cut-short"));
        // Colours of the screen that are not there.
        QCOMPARE(told(std::string("\5\0\4\0\x87\0\0", 7) + frame), std::string("picture.cut-short"));
    }
};

QTEST_GUILESS_MAIN(TestGifHead)
#include "tst_gif_head.moc"
