#include <csetjmp>
#include <cstdio>

#include <jerror.h>
#include <jpeglib.h>

#include <QtTest>

#include "engine/picture/head_check.h"

using namespace hearth;
using namespace hearth::test;
using namespace std::string_view_literals;

namespace {

struct JpegErrors {
    jpeg_error_mgr manager{};
    std::jmp_buf place{};
    bool isCut = false;  ///< more was wanted than the file has: libjpeg goes on with an end of its own
};

double coefficientBytes(const jpeg_decompress_struct& jpeg) {
    double bytes = 0;
    for (int i = 0; i < jpeg.num_components; ++i) {
        const jpeg_component_info& part = jpeg.comp_info[i];
        bytes += double{DCTSIZE2 * sizeof(JCOEF)} * part.width_in_blocks * part.height_in_blocks;
    }
    return bytes / (double(jpeg.image_width) * double(jpeg.image_height));
}

/// Fills `head` with the figures of libjpeg; false: it refuses the file.
bool readByLibjpeg(std::span<const std::byte> file, PictureHead& head) {
    JpegErrors errors;
    jpeg_decompress_struct jpeg{};
    jpeg.err = jpeg_std_error(&errors.manager);
    jpeg.client_data = &errors;
    errors.manager.error_exit = [](j_common_ptr failed) {
        std::longjmp(static_cast<JpegErrors*>(failed->client_data)->place, 1);
    };
    errors.manager.output_message = [](j_common_ptr) {};
    errors.manager.emit_message = [](j_common_ptr told, int) {
        if (told->err->msg_code == JWRN_JPEG_EOF) static_cast<JpegErrors*>(told->client_data)->isCut = true;
    };
    if (setjmp(errors.place) != 0) {
        jpeg_destroy_decompress(&jpeg);
        return false;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(file.data()),
                 static_cast<unsigned long>(file.size()));
    jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(&jpeg, TRUE);
    head.stored = {jpeg.image_width, jpeg.image_height};
    for (const jpeg_marker_struct* marker = jpeg.marker_list; marker != nullptr; marker = marker->next) {
        head.orientation =
            exifOrientation({reinterpret_cast<const std::byte*>(marker->data), marker->data_length});
        if (head.orientation != Orientation::Upright) break;
    }
    head.bytesBeside = jpeg_has_multiple_scans(&jpeg) != FALSE ? coefficientBytes(jpeg) : 0;
    jpeg_destroy_decompress(&jpeg);
    return !errors.isCut;
}

std::optional<PictureHead> ofLibjpeg(std::span<const std::byte> file) {
    PictureHead head;
    if (!readByLibjpeg(file, head)) return std::nullopt;
    return head;
}

}  // namespace

class TestJpegHead : public QObject {
    Q_OBJECT
private slots:
    void headsAreThoseOfLibjpeg() { checkHeads(".jpg", readJpegHead, ofLibjpeg, 3); }

    void segmentsAreBounded() {
        const auto told = [](std::string_view rest) {
            return toldHead(readJpegHead, bytesOf("\xFF\xD8" + std::string(rest)));
        };
        const std::string frame("\xFF\xC0\0\x0B\x08\0\2\0\3\1\1\x11\0", 13);
        const std::string scan("\xFF\xDA\0\x08\1\1\0\0\x3F\0", 10);
        QCOMPARE(told(frame + scan), std::string("3 x 2, orientation 1, 0.000000"));
        // Fills, other segments and bytes that are none stand between.
        QCOMPARE(told("\xFF\xFF\xFF\xFE" + std::string("\0\5abc!", 6) + frame + "??" + scan),
                 std::string("3 x 2, orientation 1, 0.000000"));
        // An application's data of no length at all.
        QCOMPARE(told("\xFF\xE2" + std::string("\0\0", 2) + frame + scan),
                 std::string("3 x 2, orientation 1, 0.000000"));
        const auto changed = [&](size_t at, char byte) {
            std::string bent = frame;
            bent[at] = byte;
            return told(bent + scan);
        };
        QCOMPARE(changed(1, '\xC3'), std::string("picture.unread-kind"));
        QCOMPARE(changed(4, 12), std::string("picture.unread-kind"));
        QCOMPARE(changed(6, 0), std::string("picture.damaged"));
        QCOMPARE(changed(8, 0), std::string("picture.damaged"));
        QCOMPARE(changed(9, 2), std::string("picture.damaged"));
        QCOMPARE(changed(11, 0x01), std::string("picture.damaged"));
        QCOMPARE(changed(11, 0x15), std::string("picture.damaged"));
        QCOMPARE(told(frame + frame + scan), std::string("picture.damaged"));
        QCOMPARE(told(scan), std::string("picture.damaged"));
        QCOMPARE(told("\xFF\xD9"), std::string("picture.damaged"));
        QCOMPARE(told(frame), std::string("picture.cut-short"));
        QCOMPARE(told("\xFF\xE1\xFF\xFF" + frame + scan), std::string("picture.cut-short"));
        QCOMPARE(told(std::string(100'000, '?')), std::string("picture.cut-short"));
        // Coefficients are kept where a scan has not all parts: two blocks of 8 x 8 for 6 pixels.
        const std::string twoParts("\xFF\xC0\0\x0E\x08\0\2\0\3\2\1\x11\0\2\x11\0", 16);
        QCOMPARE(told(twoParts + scan), std::string("3 x 2, orientation 1, 42.666667"));
    }
};

QTEST_GUILESS_MAIN(TestJpegHead)
#include "tst_jpeg_head.moc"
