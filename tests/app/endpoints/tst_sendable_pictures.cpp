#include "endpoints/sendable_pictures.h"

#include <QCoreApplication>
#include <QtTest>

#include "hearth/error.h"
#include "hearth/picture_decoder.h"
#include "support/reference_pack.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;

class TestSendablePictures : public QObject {
    Q_OBJECT

    const std::string m_program = "/proc/self/exe";

    static std::shared_ptr<const PictureFile> made(const std::string& name) {
        return std::make_shared<const PictureFile>(
            test::readBytes(test::tinyModelsFolder().parent_path() / "pictures" / name));
    }
    static std::shared_ptr<const PictureFile> sent(SendablePictures& pictures,
                                                   const std::shared_ptr<const PictureFile>& file,
                                                   const std::stop_token& stop = {}) {
        GenerationRequest request;
        request.messages = {{"user", "Look", {}, {}}};
        request.messages.back().pictures = {{4, file, PictureDetail::Low}};
        pictures.makeSendable(request, stop);
        const MessagePicture& picture = request.messages.back().pictures.at(0);
        return picture.at == 4 && picture.detail == PictureDetail::Low ? picture.file : nullptr;
    }
    /// A bitmap of 24 bits, 300 x 200.
    static std::shared_ptr<const PictureFile> bitmap(const std::function<uint32_t(int, int)>& colour) {
        constexpr int width = 300, height = 200;
        std::vector<std::byte> file;
        const auto put = [&file](uint32_t value, int bytes) {
            for (int i = 0; i < bytes; ++i) file.push_back(std::byte(value >> 8 * i & 0xFFU));
        };
        put('B' | 'M' << 8, 2), put(54 + 3 * width * height, 4), put(0, 4), put(54, 4);
        put(40, 4), put(width, 4), put(height, 4), put(1, 2), put(24, 2);
        for (int i = 0; i < 6; ++i) put(0, 4);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) put(colour(x, y), 3);
        return std::make_shared<const PictureFile>(std::move(file));
    }
    static std::string typeOf(const PictureFile& file) { return std::string(pictureMediaType(file.bytes())); }

private slots:
    void whatServersReadGoesAsItIs() {
        SendablePictures pictures("/nowhere");
        for (const char* name : {"png-2-8.png", "jpeg-exif-6.jpg", "webp-lossy.webp", "gif-animated.gif"}) {
            const auto file = made(name);
            QVERIFY(sent(pictures, file) == file);
        }
    }

    void otherFormatsAreConverted() {
        SendablePictures pictures(m_program);
        for (const char* name : {"heic-420.heic", "avif-420.avif", "avif-exif-6.avif", "bmp-24.bmp",
                                 "heic-turned-1.heic", "bmp-one-pixel.bmp"}) {
            const auto file = made(name);
            const auto other = sent(pictures, file);
            QVERIFY2(other && (typeOf(*other) == "image/png" || typeOf(*other) == "image/jpeg"), name);
            // Upright: the size is that of the turned picture, and the file does not say so again.
            QVERIFY2(other->size() == file->size(), name);
            if (typeOf(*other) == "image/png")
                QVERIFY2(decodePicture(other->bytes()).rgb == decodePicture(file->bytes()).rgb, name);
        }
    }

    /// Of drawings every pixel is kept; photos would be several times as large so.
    void photosAreJpegs() {
        SendablePictures pictures(m_program);
        const auto drawing =
            bitmap([](int x, int y) { return x / 40 % 2 == y / 40 % 2 ? 0xFFFFFFU : 0x2040C0U; });
        const auto png = sent(pictures, drawing);
        QCOMPARE(typeOf(*png), std::string("image/png"));
        QVERIFY(decodePicture(png->bytes()).rgb == decodePicture(drawing->bytes()).rgb);
        uint32_t noise = 1;
        const auto photo = bitmap([&noise](int x, int y) {
            noise = noise * 1664525U + 1013904223U;
            const uint32_t grain = noise >> 29U;
            return uint32_t(x / 2 + int(grain)) | uint32_t(y + int(grain)) << 8U | (90U + grain) << 16U;
        });
        const auto jpeg = sent(pictures, photo);
        QCOMPARE(typeOf(*jpeg), std::string("image/jpeg"));
        const Picture before = decodePicture(photo->bytes()), after = decodePicture(jpeg->bytes());
        double sum = 0;
        for (size_t i = 0; i < before.rgb.size(); ++i)
            sum += std::abs(int(before.rgb[i]) - int(after.rgb[i]));
        QVERIFY(sum / double(before.rgb.size()) < 3);
    }

    void theLastOnesAreKept() {
        SendablePictures pictures(m_program, 1);
        const auto first = made("heic-420.heic"), second = made("avif-420.avif");
        const auto converted = sent(pictures, first);
        QVERIFY(sent(pictures, first) == converted);
        QVERIFY(sent(pictures, second) != converted);
        // Both together are larger than what is kept.
        QVERIFY(sent(pictures, first) != converted);
        SendablePictures more(m_program);
        const auto one = sent(more, first);
        (void)sent(more, second);
        QVERIFY(sent(more, first) == one);
    }

    void faultsAreTold() {
        const auto problem = [](const char* program, const std::stop_token& stop = {}) -> std::string {
            try {
                SendablePictures pictures(program);
                (void)sent(pictures, made("heic-420.heic"), stop);
            } catch (const Error& error) {
                return error.code() == ErrorCode::Cancelled ? "stopped" : error.message().id();
            }
            return {};
        };
        QCOMPARE(problem("/bin/false"), std::string("picture.damaged"));
        QCOMPARE(problem("/nowhere"), std::string("picture.decoder-not-started"));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(problem("/proc/self/exe", stop.get_token()), std::string("stopped"));
    }
};

int main(int argc, char* argv[]) {
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    const QCoreApplication application(argc, argv);
    TestSendablePictures test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_sendable_pictures.moc"
