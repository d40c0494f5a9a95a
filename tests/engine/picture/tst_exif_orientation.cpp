#include "picture/exif_orientation.h"

#include <QtTest>
#include <string>

using namespace hearth;

namespace {

Orientation read(const std::string& exif) {
    return exifOrientation(std::as_bytes(std::span(exif)));
}

/// A directory of one entry of two bytes, in either byte order.
std::string exif(bool bigEndian, char tag, char type, char value) {
    using namespace std::string_literals;
    if (bigEndian)
        return "MM\0\x2A\0\0\0\x08\0\1\x01"s + tag + "\0"s + type + "\0\0\0\1\0"s + value + "\0\0\0\0\0\0"s;
    return "II\x2A\0\x08\0\0\0\1\0"s + tag + "\x01"s + type + "\0\1\0\0\0"s + value + "\0\0\0\0\0\0\0"s;
}

}  // namespace

class TestExifOrientation : public QObject {
    Q_OBJECT
private slots:
    void bothByteOrdersAreRead();
    void othersAreUpright();
    void everyEndIsSurvived();
};

void TestExifOrientation::bothByteOrdersAreRead() {
    for (char value = 1; value <= 8; ++value) {
        for (const bool bigEndian : {false, true}) {
            const std::string data = exif(bigEndian, 0x12, 3, value);
            QCOMPARE(int(read(data)), int(value));
            QCOMPARE(int(read(std::string("Exif\0\0", 6) + data)), int(value));
        }
    }
    QVERIFY(swapsSides(Orientation::TurnedRight) && !swapsSides(Orientation::UpsideDown));
}

void TestExifOrientation::othersAreUpright() {
    for (const char value : {0, 9, 77}) QVERIFY(read(exif(false, 0x12, 3, value)) == Orientation::Upright);
    QVERIFY(read(exif(false, 0x13, 3, 6)) == Orientation::Upright);  // another tag
    QVERIFY(read(exif(false, 0x12, 2, 6)) == Orientation::Upright);  // a text
    QVERIFY(read("Exif") == Orientation::Upright);
    QVERIFY(read("") == Orientation::Upright);
}

void TestExifOrientation::everyEndIsSurvived() {
    const std::string whole = exif(true, 0x12, 3, 6);
    for (size_t length = 0; length < 20; ++length)
        QVERIFY(read(whole.substr(0, length)) == Orientation::Upright);
    // A directory far behind the end, and one that claims 65,535 entries.
    std::string far = whole;
    far[4] = far[5] = far[6] = far[7] = '\xFF';
    QVERIFY(read(far) == Orientation::Upright);
    std::string many = exif(true, 0x13, 3, 6);
    many[8] = many[9] = '\xFF';
    QVERIFY(read(many) == Orientation::Upright);
}

QTEST_GUILESS_MAIN(TestExifOrientation)
#include "tst_exif_orientation.moc"
