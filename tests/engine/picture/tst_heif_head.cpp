#include "picture/heif_head.h"

#include <QtTest>

#include "picture/picture_errors.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;
using namespace std::string_view_literals;

namespace {

std::vector<std::byte> made(const char* name) {
    return readBytes(tinyModelsFolder().parent_path() / "pictures" / name);
}

std::string_view formatOf(std::string_view file) {
    return heifFormat(std::as_bytes(std::span(file)));
}

std::string problemOf(std::span<const std::byte> file) {
    try {
        (void)readHeifHead(file);
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}

/// The place of a box by its name's letters.
size_t find(const std::vector<std::byte>& file, std::string_view name) {
    const auto letters = std::as_bytes(std::span(name));
    const auto found = std::search(file.begin(), file.end(), letters.begin(), letters.end());
    if (found == file.end()) qFatal("no such box");
    return size_t(found - file.begin());
}

void put(std::vector<std::byte>& file, size_t at, std::initializer_list<int> bytes) {
    for (const int byte : bytes) file[at++] = std::byte(byte);
}

}  // namespace

class TestHeifHead : public QObject {
    Q_OBJECT
private slots:
    void brandsSayWhatItIs() {
        QVERIFY(formatOf("\0\0\0\x18"
                         "ftypheic"sv) == "HEIC");
        QVERIFY(formatOf("\0\0\0\x18"
                         "ftypavis"sv) == "AVIF");
        QVERIFY(formatOf("\0\0\0\x18"
                         "ftypmif1\0\0\0\0mif1avif"sv) == "AVIF");
        QVERIFY(formatOf("\0\0\0\x18"
                         "ftypmsf1\0\0\0\0hevc"sv) == "HEIC");
        QVERIFY(formatOf("\0\0\0\x18"
                         "ftypmif1"sv) == "HEIF");
        // Brands behind the box are none of it.
        QVERIFY(formatOf("\0\0\0\x10"
                         "ftypmif1\0\0\0\0avif"sv) == "HEIF");
        for (const std::string_view other : {""sv,
                                             "\0\0\0\x18"
                                             "ftyphei"sv,
                                             "\0\0\0\x18"
                                             "ftypisom\0\0\0\0avif"sv,
                                             "\0\0\0\x18"
                                             "moovheic"sv})
            QVERIFY(formatOf(other).empty());
    }

    void sizesAreThoseOfThePrimaryPicture() {
        const HeifHead small = readHeifHead(made("heic-420.heic"));
        QCOMPARE(small.size, (PictureSize{37, 23}));
        QVERIFY(small.hasHevc && !small.hasAv1 && !small.isWide);
        QVERIFY(small.mostPixels >= 37 * 23);
        const HeifHead grid = readHeifHead(made("avif-grid.avif"));
        QCOMPARE(grid.size, (PictureSize{70, 66}));
        QVERIFY(grid.hasAv1 && !grid.hasHevc);
        QCOMPARE(grid.mostPixels, uint64_t{70 * 66});
        QVERIFY(readHeifHead(made("heic-10-bit.heic")).isWide);
        QVERIFY(readHeifHead(made("avif-12-bit.avif")).isWide);
        QCOMPARE(readHeifHead(made("avif-exif-6.avif")).size, (PictureSize{23, 37}));
        QCOMPARE(readHeifHead(made("heic-thumbnail.heic")).size, (PictureSize{64, 64}));
    }

    void whatIsWrongIsSaid() {
        const auto good = made("heic-grid.heic");
        const auto with = [&good](std::string_view name, size_t behind, std::initializer_list<int> bytes) {
            auto file = good;
            put(file, find(file, name) + behind, bytes);
            return problemOf(file);
        };
        QCOMPARE(problemOf(good), std::string());
        QCOMPARE(problemOf(std::span(good).first(good.size() - 1)), std::string("picture.cut-short"));
        // Boxes and items that are not there, are there twice, or are too many.
        for (const auto name : {"iinf"sv, "iloc"sv, "iprp"sv, "ipco"sv, "pitm"sv, "iref"sv, "infe"sv})
            QCOMPARE(with(name, 0, {'f', 'r', 'e', 'e'}), std::string("picture.damaged"));
        QCOMPARE(with("pitm", 8, {0, 9}), std::string("picture.damaged"));
        QCOMPARE(with("iinf", 8, {255, 255}), std::string("picture.damaged"));
        QCOMPARE(with("iref", -4, {255, 255, 255, 255}), std::string("picture.damaged"));
        QCOMPARE(with("iref", -4, {0, 0, 0, 4}), std::string("picture.damaged"));
        // Sizes.
        QCOMPARE(with("ispe", 8, {0, 0, 0, 0}), std::string("picture.damaged"));
        QCOMPARE(with("ispe", 8, {255, 255, 255, 255}), std::string("picture.too-large"));
        // Other codings, or data in another file.
        QCOMPARE(with("grid", 0, {'i', 'o', 'v', 'l'}), std::string("picture.unread-kind"));
        QCOMPARE(with("grid", 0, {'j', 'p', 'e', 'g'}), std::string("picture.unread-kind"));
        QCOMPARE(with("meta", 0, {'m', 'o', 'o', 'v'}), std::string("picture.unread-kind"));
        QCOMPARE(with("meta", 0, {'f', 'r', 'e', 'e'}), std::string("picture.cut-short"));
        QCOMPARE(with("iloc", 14, {0, 1}), std::string("picture.unread-kind"));
        // Places behind the end.
        QCOMPARE(with("iloc", 18, {127}), std::string("picture.cut-short"));
        // The tile is the grid.
        QCOMPARE(with("dimg", 8, {0, 1}), std::string("picture.damaged"));
    }
};

QTEST_GUILESS_MAIN(TestHeifHead)
#include "tst_heif_head.moc"
