#include "hearth/picture_decoder.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QtTest>

#include "hearth/error.h"
#include "picture/picture_errors.h"
#include "support/picture_urls.h"
#include "support/reference_pack.h"
#include "support/small_picture.h"

using namespace hearth;

class TestPictureDecoder : public QObject {
    Q_OBJECT

    const std::filesystem::path m_program = "/proc/self/exe";

    static std::string outcome(const std::function<Picture()>& decode, Picture* into = nullptr) {
        try {
            Picture picture = decode();
            if (into != nullptr) *into = std::move(picture);
            return "decoded";
        } catch (const Error& error) {
            return error.message().id() + ": " + error.what();
        }
    }

private slots:
    /// Every format and its kinds.
    void decodesAsThisProcessDoes() {
        int files = 0;
        const QString folder =
            QString::fromStdString((test::tinyModelsFolder().parent_path() / "pictures").string());
        for (QDirIterator it(folder, QDir::Files); it.hasNext(); ++files) {
            const std::string path = it.next().toStdString();
            const std::vector<std::byte> file = test::readBytes(path);
            if (pictureMediaType(file).empty()) continue;
            Picture here, apart;
            const std::string wanted = outcome([&] { return decodePicture(file); }, &here);
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, file); }, &apart), wanted);
            QVERIFY2(apart.size == here.size && apart.rgb == here.rgb, path.c_str());
        }
        QVERIFY(files > 80);
    }
    /// Errors come back as they are, with what they name.
    void damageIsReported() {
        std::vector<std::byte> file = test::smallPictureBytes(1);
        for (size_t length = 0; length < file.size(); length += 3) {
            const std::span part(file.data(), length);
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, part); }),
                     outcome([&] { return decodePicture(part); }));
        }
        for (size_t at = 30; at < 70; ++at) {
            std::vector<std::byte> bent = file;
            bent[at] ^= std::byte{0x41};
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, bent); }),
                     outcome([&] { return decodePicture(bent); }));
        }
    }
    /// A compromised child may write anything.
    void onlyAPictureOfTheExpectedSizeCounts() {
        const std::vector<std::byte> file = test::smallPictureBytes(1);
        for (const char* program : {"/bin/true", "/bin/false", "/bin/echo"})
            QVERIFY2(
                outcome([&] { return decodePictureApart(program, file); }).starts_with("picture.damaged"),
                program);
        QVERIFY(outcome([&] {
                    return decodePictureApart("/nowhere", file);
                }).starts_with("picture.decoder-not-started"));
    }
    void stopsAtOnce() {
        std::stop_source stop;
        stop.request_stop();
        QElapsedTimer time;
        time.start();
        const std::vector<std::byte> file = test::smallPictureBytes(1);
        try {
            (void)decodePictureApart(m_program, file, stop.get_token());
            QFAIL("it was decoded");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
        QVERIFY(time.elapsed() < 10'000);
    }
    void onlyItsArgumentMakesAChild() {
        const auto isChild = [](std::vector<const char*> arguments) {
            return isPictureDecoder(static_cast<int>(arguments.size()), arguments.data());
        };
        QVERIFY(isChild({"hearth", "--decode-picture"}));
        QVERIFY(!isChild({"hearth"}));
        QVERIFY(!isChild({"hearth", "--decode-picture", "x"}));
        QVERIFY(!isChild({"hearth", "--model"}));
    }
};

int main(int argc, char* argv[]) {
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    const QCoreApplication application(argc, argv);
    TestPictureDecoder test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_picture_decoder.moc"
