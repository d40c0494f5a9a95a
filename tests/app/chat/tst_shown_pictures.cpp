#include "chat/shown_pictures.h"

#include <QtTest>

using namespace hearth::app;

class TestShownPictures : public QObject {
    Q_OBJECT

private slots:
    void haveWhatTheWindowNeeds() {
        QVERIFY(shownPictures({}).isEmpty());
        const QVariantList shown =
            shownPictures({{.hash = "00ff", .name = "a.png", .at = 5, .width = 4, .height = 3},
                           {.hash = "01", .name = {}, .width = 1, .height = 2}});
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[0].toMap(),
                 (QVariantMap{{"hash", "00ff"}, {"name", "a.png"}, {"width", 4}, {"height", 3}}));
        QCOMPARE(shown[1].toMap()["hash"].toString(), QString("01"));
    }
};

QTEST_GUILESS_MAIN(TestShownPictures)
#include "tst_shown_pictures.moc"
