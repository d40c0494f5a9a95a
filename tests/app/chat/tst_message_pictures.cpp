#include "chat/message_pictures.h"

#include <QtTest>

#include "store/picture_table.h"
#include "support/small_picture.h"

using namespace hearth::app;
using hearth::test::smallPicture;

class TestMessagePictures : public QObject {
    Q_OBJECT

    static store::MessagePicture at(uint32_t number, qsizetype place) {
        store::MessagePicture picture = store::messagePicture({smallPicture(number), {}});
        picture.at = place;
        return picture;
    }

private slots:
    void thoseOfTheComposerStandInFrontOfTheText() {
        const auto pictures = picturesBefore({{smallPicture(1), "a.png"}, {smallPicture(2), {}}});
        QCOMPARE(pictures.size(), size_t{2});
        QCOMPARE(pictures[0].name, QString("a.png"));
        QCOMPARE(pictures[0].hash, store::pictureHash(*smallPicture(1)));
        QCOMPARE(pictures[1], at(2, 0));
        QVERIFY(pictures[0].file && pictures[0].width == 3 && pictures[0].height == 2);
    }

    void aVersionKeepsTheirPlaces() {
        store::Message old;
        old.text = "0123456789";
        old.pictures = {at(1, 0), at(2, 4), at(3, 10)};
        // A picture that followed all of the old text follows all of the new one.
        QCOMPARE(picturesOfVersion(old, "0123456789abc"),
                 (std::vector<store::MessagePicture>{at(1, 0), at(2, 4), at(3, 13)}));
        QCOMPARE(picturesOfVersion(old, "01"),
                 (std::vector<store::MessagePicture>{at(1, 0), at(2, 2), at(3, 2)}));
        old.text.clear();
        old.pictures = {at(1, 0)};
        QCOMPARE(picturesOfVersion(old, "new"), (std::vector<store::MessagePicture>{at(1, 0)}));
    }

    void equalPicturesHavePlacesOfTheirOwn() {
        store::Message old;
        old.text = "0123456789";
        old.pictures = {at(1, 0), at(1, 4), at(1, 10)};
        const std::vector<store::NamedPicture> three(3, {smallPicture(1), {}});
        QCOMPARE(picturesOfVersion(old, "0123456789", three), old.pictures);
        const std::vector<store::NamedPicture> four(4, {smallPicture(1), {}});
        QCOMPARE(picturesOfVersion(old, "0123456789", four),
                 (std::vector<store::MessagePicture>{at(1, 0), at(1, 0), at(1, 4), at(1, 10)}));
    }

    void aVersionTakesOthersInFront() {
        store::Message old;
        old.text = "0123456789";
        old.pictures = {at(1, 4), at(2, 10)};
        QCOMPARE(picturesOfVersion(old, "01234567", {{smallPicture(2), {}}, {smallPicture(3), {}}}),
                 (std::vector<store::MessagePicture>{at(3, 0), at(2, 8)}));
        QVERIFY(picturesOfVersion(old, "0", {}).empty());
    }
};

QTEST_GUILESS_MAIN(TestMessagePictures)
#include "tst_message_pictures.moc"
