#include "hearth/picture_file.h"

#include <cstring>
#include <fstream>
#include <iterator>

#include "picture/picture_errors.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

std::vector<std::byte> bytesOf(const std::string& name) {
    std::ifstream in(tinyModelsFolder().parent_path() / "pictures" / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

}  // namespace

class TestPictureFile : public QObject {
    Q_OBJECT
private slots:
    void knowsSizeAndHash() {
        const PictureFile file(bytesOf("jpeg-exif-6.jpg"));
        QCOMPARE(file.bytes().size(), bytesOf("jpeg-exif-6.jpg").size());
        // The size is the one that is seen: EXIF says that it lies on its side.
        const Picture picture = decodePicture(file.bytes());
        QVERIFY(file.size() == picture.size);
        // hashlib.blake2b(bytes, digest_size=16).
        QByteArray digest(reinterpret_cast<const char*>(&file.hash()), sizeof file.hash());
        QCOMPARE(digest.toHex(), QByteArray("1b3d04db5c4db179b0a915102c5760b0"));
    }

    void refusesWhatIsNoPicture() {
        try {
            const PictureFile file(std::vector<std::byte>(64));
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::notAPicture));
        }
    }
};

QTEST_GUILESS_MAIN(TestPictureFile)
#include "tst_picture_file.moc"
