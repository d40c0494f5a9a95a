// Against libavif and a later libheif: tests/reference/pictures/make_heif.py.
#include <QtTest>
#include <random>

#include "picture/decode_budget.h"
#include "picture/heif_head.h"
#include "picture/heif_reader.h"
#include "picture/picture_codecs.h"
#include "picture/picture_errors.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path madePictures() {
    return tinyModelsFolder().parent_path() / "pictures";
}

std::string problemOf(std::span<const std::byte> file) {
    try {
        (void)decodePicture(file);
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}

}  // namespace

class TestHeifReader : public QObject {
    Q_OBJECT
private slots:
    void pixelsAreThoseOfOtherDecoders_data() { addPictures(); }
    /// Colours of fewer pixels are enlarged in one way or another, so they differ by several levels.
    void pixelsAreThoseOfOtherDecoders() {
        QFETCH(QString, file);
        const auto bytes = readBytes(madePictures() / file.toStdString());
        const auto expected = readJson(madePictures() / "heif.json").at(file.toStdString());
        const PictureSize size{expected.at("width").get<uint32_t>(), expected.at("height").get<uint32_t>()};
        QCOMPARE(pictureSize(bytes), size);
        const Picture picture = decodePicture(bytes);
        QCOMPARE(picture.size, size);
        const QByteArray rgb =
            QByteArray::fromBase64(QByteArray::fromStdString(expected.at("rgb").get<std::string>()));
        int largest = 0;
        double sum = 0;
        qsizetype at = 0;
        constexpr uint32_t step = 3;
        for (uint32_t y = 0; y < size.height; y += step) {
            for (uint32_t x = 0; x < size.width; x += step) {
                for (size_t c = 0; c < 3; ++c) {
                    const int difference = std::abs(int(picture.rgb[3 * (size_t{y} * size.width + x) + c]) -
                                                    int(uint8_t(rgb.at(at++))));
                    largest = std::max(largest, difference);
                    sum += difference;
                }
            }
        }
        QCOMPARE(at, rgb.size());
        const double mean = sum / double(at);
        const bool isCoarse = file.contains("420") || file.contains("422") || file.contains("clear") ||
                              file.contains("thumbnail");
        const QString told = QStringLiteral("at most %1, %2 on average").arg(largest).arg(mean);
        QVERIFY2(largest <= (isCoarse ? 12 : 3) && mean <= (isCoarse ? 4 : 1), qPrintable(told));
    }

    void whatIsCutOffIsSaid_data() { addPictures(); }
    void whatIsCutOffIsSaid() {
        QFETCH(QString, file);
        const auto whole = readBytes(madePictures() / file.toStdString());
        for (size_t length = 12; length < whole.size(); length += 1 + whole.size() / 40) {
            const std::string problem = problemOf(std::span(whole).first(length));
            QVERIFY2(problem == "picture.cut-short", (std::to_string(length) + ": " + problem).c_str());
        }
    }

    void damageIsSurvived_data() { addPictures(); }
    void damageIsSurvived() {
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

    void codecsThatAreMissingAreNamed() {
        loadPictureCodecs();
        QVERIFY(hasHeifDecoder(HeifCodec::Hevc));
        QVERIFY(hasHeifDecoder(HeifCodec::Av1));
        const auto problem = [](const char* name, bool (*has)(HeifCodec)) -> std::string {
            try {
                const auto file = readBytes(madePictures() / name);
                (void)readHeifWith(file, has);
            } catch (const Error& error) {
                return error.is(errors::missingCodec) ? error.what() : "another error";
            }
            return {};
        };
        const auto onlyHevc = [](HeifCodec codec) { return codec == HeifCodec::Hevc; };
        const auto onlyAv1 = [](HeifCodec codec) { return codec == HeifCodec::Av1; };
        QCOMPARE(
            problem("heic-420.heic", onlyAv1),
            std::string("This computer has no codec for HEIC pictures; install libheif-plugin-libde265, or "
                        "save it as PNG or JPEG."));
        QCOMPARE(problem("avif-420.avif", onlyHevc),
                 std::string("This computer has no codec for AVIF pictures; install libheif-plugin-dav1d, or "
                             "save it as PNG or JPEG."));
        QCOMPARE(problem("heic-420.heic", onlyHevc), std::string());
        QCOMPARE(problem("avif-420.avif", onlyAv1), std::string());
    }

    void theTimeIsBounded() {
        const auto file = readBytes(madePictures() / "heic-420.heic");
        QVERIFY_THROWS_EXCEPTION(Error, decodeWithin(file, DecodeBudget::ofSeconds(-1)));
    }

private:
    static void addPictures() {
        QTest::addColumn<QString>("file");
        const auto pictures = readJson(madePictures() / "heif.json");
        for (const auto& [name, expected] : pictures.items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
};

QTEST_GUILESS_MAIN(TestHeifReader)
#include "tst_heif_reader.moc"
