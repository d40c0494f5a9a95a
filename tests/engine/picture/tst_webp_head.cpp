#include <webp/decode.h>
#include <webp/demux.h>

#include <QtTest>

#include "engine/picture/head_check.h"

using namespace hearth;
using namespace hearth::test;
using namespace std::string_view_literals;

namespace {

PictureHead headOf(WebPDemuxer* demuxer, const WebPIterator& frame, const WebPBitstreamFeatures& features) {
    PictureHead head;
    head.stored = {WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH),
                   WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)};
    WebPChunkIterator exif;
    if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &exif) != 0) {
        head.orientation =
            exifOrientation({reinterpret_cast<const std::byte*>(exif.chunk.bytes), exif.chunk.size});
        WebPDemuxReleaseChunkIterator(&exif);
    }
    const bool isWhole = std::cmp_equal(frame.width, head.stored.width) &&
                         std::cmp_equal(frame.height, head.stored.height) &&
                         head.orientation == Orientation::Upright;
    constexpr int lossless = 2;
    head.bytesBeside = (features.format == lossless ? 4
                        : features.has_alpha != 0   ? 2
                                                    : 0) +
                       (isWhole ? 0 : 3);
    return head;
}

std::optional<PictureHead> ofLibwebp(std::span<const std::byte> file) {
    const WebPData data{reinterpret_cast<const uint8_t*>(file.data()), file.size()};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    WebPDemuxer* const demuxer = WebPDemuxPartial(&data, &state);
    std::optional<PictureHead> head;
    WebPIterator frame{};
    WebPBitstreamFeatures features;
    if (demuxer != nullptr && state == WEBP_DEMUX_DONE && WebPDemuxGetFrame(demuxer, 1, &frame) != 0 &&
        WebPGetFeatures(frame.fragment.bytes, frame.fragment.size, &features) == VP8_STATUS_OK)
        head = headOf(demuxer, frame, features);
    WebPDemuxReleaseIterator(&frame);
    WebPDemuxDelete(demuxer);
    return head;
}

}  // namespace

class TestWebPHead : public QObject {
    Q_OBJECT
private slots:
    void headsAreThoseOfLibwebp() { checkHeads(".webp", readWebPHead, ofLibwebp, 12); }

    void chunksAreBounded() {
        const auto file = [](std::string_view chunks, int more = 0) {
            std::string text("RIFF");
            const size_t length = size_t(int(chunks.size()) + 4 + more);
            for (unsigned shift = 0; shift < 32; shift += 8) text += char(length >> shift & 0xFFU);
            return bytesOf(text + "WEBP" + std::string(chunks));
        };
        const auto told = [&](std::string_view chunks, int more = 0) {
            return toldHead(readWebPHead, file(chunks, more));
        };
        const std::string lossy("VP8 \x0A\0\0\0\0\0\0\x9D\1\x2A\3\0\2\0", 18);
        const std::string lossless("VP8L\5\0\0\0\x2F\2\x40\0\0\0", 14);
        QCOMPARE(told(lossy), std::string("3 x 2, orientation 1, 0.000000"));
        QCOMPARE(told(lossless), std::string("3 x 2, orientation 1, 4.000000"));
        // A picture in which there is another's size.
        const std::string extended("VP8X\x0A\0\0\0\0\0\0\0\2\0\0\1\0\0", 18);
        QCOMPARE(told(extended + lossless), std::string("3 x 2, orientation 1, 4.000000"));
        const std::string huge("VP8X\x0A\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF", 18);
        QCOMPARE(told(huge + lossy), std::string("picture.damaged"));
        QCOMPARE(told(extended), std::string("picture.damaged"));
        QCOMPARE(told(extended + lossy, 4), std::string("picture.cut-short"));
        QCOMPARE(told("ALPH\2\0\0\0ab"sv), std::string("picture.damaged"));
        QCOMPARE(told("VP8 \x0A\0\0\0\0\0\0\x9D\1\x2A\3\0"sv), std::string("picture.cut-short"));
        QCOMPARE(told("VP8 \x0A\0\0\0\0\0\0\x9D\1\x2A\0\0\2\0"sv), std::string("picture.damaged"));
        QCOMPARE(told("VP8 \x0A\0\0\0\1\0\0\x9D\1\x2A\3\0\2\0"sv), std::string("picture.damaged"));
        QCOMPARE(told("VP8L\5\0\0\0\x2E\2\x40\0\0\0"sv), std::string("picture.damaged"));
        QCOMPARE(told("VP8L\2\0\0\0\x2F\2"sv), std::string("picture.cut-short"));
        QCOMPARE(told(""), std::string("picture.cut-short"));
    }
};

QTEST_GUILESS_MAIN(TestWebPHead)
#include "tst_webp_head.moc"
