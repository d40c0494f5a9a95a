// Against Pillow: tests/reference/pictures/make_pictures.py.
#include <QCryptographicHash>
#include <QtTest>
#include <random>

#include "hearth/picture.h"
#include "picture/picture_errors.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path madePictures() {
    return tinyModelsFolder().parent_path() / "pictures";
}

std::string sha256(const std::vector<uint8_t>& bytes) {
    const QByteArray data(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    return QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex().toStdString();
}

/// The identity of the error that decoding ends with; empty: it does not.
std::string problemOf(std::span<const std::byte> file) {
    try {
        (void)decodePicture(file);
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}
std::string problemOf(std::string_view file) {
    return problemOf(std::as_bytes(std::span(file)));
}

}  // namespace

class TestDecodePicture : public QObject {
    Q_OBJECT
private slots:
    void pixelsAreThoseOfPillow_data();
    void pixelsAreThoseOfPillow();
    void pixelsAreThoseOfTheReferencePack();
    void whatIsCutOffIsSaid_data();
    void whatIsCutOffIsSaid();
    void otherFilesAreNamed();
    void mediaTypesAreThoseOfTheContent();
    void damageIsSurvived_data();
    void damageIsSurvived();

private:
    static void addPictures() {
        QTest::addColumn<QString>("file");
        const auto pictures = readJson(madePictures() / "pictures.json");
        for (const auto& [name, expected] : pictures.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
};

void TestDecodePicture::pixelsAreThoseOfPillow_data() {
    addPictures();
}

void TestDecodePicture::pixelsAreThoseOfPillow() {
    QFETCH(QString, file);
    const auto bytes = readBytes(madePictures() / file.toStdString());
    const auto pictures = readJson(madePictures() / "pictures.json");
    const auto& expected = pictures.at(file.toStdString());
    const PictureSize size{expected.at("width").get<uint32_t>(), expected.at("height").get<uint32_t>()};
    QCOMPARE(pictureSize(bytes), size);
    const Picture picture = decodePicture(bytes);
    QCOMPARE(picture.size, size);
    QCOMPARE(sha256(picture.rgb), expected.at("sha256").get<std::string>());
}

void TestDecodePicture::pixelsAreThoseOfTheReferencePack() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto pictures = readJson(pack / "vision" / "pictures" / "pictures.json");
    for (const auto& [name, expected] : pictures.items()) {
        const Picture picture = decodePicture(readBytes(pack / "vision" / "pictures" / name));
        const auto size = expected.at("rgb_size_wh").get<std::vector<uint32_t>>();
        QCOMPARE(picture.size, (PictureSize{size[0], size[1]}));
        QVERIFY2(sha256(picture.rgb) == expected.at("rgb_sha256").get<std::string>(), name.c_str());
    }
}

void TestDecodePicture::whatIsCutOffIsSaid_data() {
    addPictures();
}

void TestDecodePicture::whatIsCutOffIsSaid() {
    QFETCH(QString, file);
    const auto whole = readBytes(madePictures() / file.toStdString());
    // The part behind the pixels (the end of a PNG, the end marker of a JPEG) may be missing.
    for (size_t length = 12; length < whole.size() * 3 / 4; length += 1 + whole.size() / 50) {
        const std::string problem = problemOf(std::span(whole).first(length));
        const bool said = problem == "picture.cut-short" || problem == "picture.damaged";
        // Animations have later frames there, and a chunk that stands behind the pixels may be cut.
        const bool behindPixels =
            problem.empty() &&
            (file.endsWith("animated.png") || file.endsWith("animated.gif") || file.contains("one-pixel"));
        QVERIFY2(said || behindPixels, (std::to_string(length) + " bytes: " + problem).c_str());
    }
}

void TestDecodePicture::mediaTypesAreThoseOfTheContent() {
    const auto typeOf = [](std::string_view file) {
        return pictureMediaType(std::as_bytes(std::span(file)));
    };
    using namespace std::string_view_literals;
    QVERIFY(typeOf("\x89PNG\r\n\x1A\n"sv) == "image/png");
    QVERIFY(typeOf("\xFF\xD8\xFF\xE0"sv) == "image/jpeg");
    QVERIFY(typeOf("RIFF\0\0\0\0WEBPVP8 "sv) == "image/webp");
    QVERIFY(typeOf("GIF89a"sv) == "image/gif");
    QVERIFY(typeOf("BM\0\0"sv) == "image/bmp");
    QVERIFY(typeOf("\0\0\0\x18"
                   "ftypheic"sv) == "image/heic");
    QVERIFY(typeOf("\0\0\0\x18"
                   "ftypavif"sv) == "image/avif");
    QVERIFY(typeOf("\0\0\0\x18"
                   "ftypmif1"sv) == "image/heif");
    for (const std::string_view other : {""sv, "\x89PN"sv, "GIF90"sv, "RIFF\0\0\0\0WAVE"sv})
        QVERIFY(typeOf(other).empty());
}

void TestDecodePicture::otherFilesAreNamed() {
    QCOMPARE(problemOf(""), std::string("picture.empty"));
    QCOMPARE(problemOf("hello"), std::string("picture.not-one"));
    QCOMPARE(problemOf("GIF89a"), std::string("picture.cut-short"));
    QCOMPARE(problemOf(std::string_view("II*\0", 4)), std::string("picture.unread-format"));
    QCOMPARE(problemOf(std::string_view("\0\0\0\x20"
                                        "ftypheic",
                                        12)),
             std::string("picture.cut-short"));
    QCOMPARE(problemOf(std::string_view("RIFF\0\0\0\0WAVE", 12)), std::string("picture.not-one"));
}

void TestDecodePicture::damageIsSurvived_data() {
    addPictures();
}

/// Bytes that are changed give a picture or one of the errors, and the sanitizers nothing to say.
void TestDecodePicture::damageIsSurvived() {
    QFETCH(QString, file);
    const auto whole = readBytes(madePictures() / file.toStdString());
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        auto bytes = whole;
        for (int i = 0; i < 1 + round / 20; ++i)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        const std::string problem = problemOf(bytes);
        QVERIFY2(problem.empty() || problem.starts_with("picture."), problem.c_str());
    }
}

QTEST_GUILESS_MAIN(TestDecodePicture)
#include "tst_decode_picture.moc"
