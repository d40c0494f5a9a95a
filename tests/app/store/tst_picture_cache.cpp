#include "store/picture_cache.h"

#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using hearth::PictureFile;
using namespace hearth::app::store;
using hearth::test::smallPicture;

class TestPictureCache : public QObject {
    Q_OBJECT

private slots:
    void keepsTheLastUsedUpToItsBytes() {
        const size_t each = smallPicture(0)->bytes().size();
        PictureCache cache(2 * each);
        cache.add("a", smallPicture(1));
        cache.add("b", smallPicture(2));
        QVERIFY(cache.find("a"));
        cache.add("c", smallPicture(3));
        QVERIFY(cache.find("a"));
        QVERIFY(!cache.find("b"));
        QVERIFY(cache.find("c"));
        QCOMPARE(cache.bytes(), 2 * each);
    }

    void knowsWhatSomebodyElseHolds() {
        PictureCache cache(1);
        auto held = smallPicture(1);
        cache.add("a", held);
        QCOMPARE(cache.bytes(), size_t{0});
        QCOMPARE(cache.find("a"), held);
        held.reset();
        QVERIFY(!cache.find("a"));
    }

    void givesUpItsOwnWhenItIsCleared() {
        PictureCache cache;
        const auto held = smallPicture(1);
        cache.add("a", held);
        cache.add("b", smallPicture(2));
        cache.clear();
        QCOMPARE(cache.bytes(), size_t{0});
        QCOMPARE(cache.find("a"), held);
        QVERIFY(!cache.find("b"));
    }
};

QTEST_GUILESS_MAIN(TestPictureCache)
#include "tst_picture_cache.moc"
