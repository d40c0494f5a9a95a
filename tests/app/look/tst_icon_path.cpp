#include <QTest>

#include "look/icon_path.h"

using hearth::app::parseIconPath;

class TestIconPath : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatIsNotAPath_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "   ", "L5 5", "5 5", "M", "M5", "M5 x", "M5 5 L", "M5 5 H", "M1 1 C1 2 3 4 5",
              "M1 1 A5 5 0 2 0 3 3", "M1 1 K3 3", "M1 1 z 4 4", "M1 1 L..5 3"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void refusesWhatIsNotAPath() {
        QFETCH(QString, text);
        QVERIFY(!parseIconPath(text));
    }

    void linesAbsoluteAndRelative() {
        const auto absolute = parseIconPath(u"M2 3 L10 3 H20 V9 L4 9 Z");
        const auto relative = parseIconPath(u"m2,3 l8,0 h10 v6 l-16 0z");
        QVERIFY(absolute && relative);
        QCOMPARE(*absolute, *relative);
        QCOMPARE(absolute->boundingRect(), QRectF(2, 3, 18, 6));
    }

    // A command may be left out when it repeats; after a move it stands for lines. Numbers may touch.
    void repeatedCommands() {
        QCOMPARE(*parseIconPath(u"M2 3 10 3 20 9"), *parseIconPath(u"M2 3 L10 3 L20 9"));
        QCOMPARE(*parseIconPath(u"M10.5.5l1-2"), *parseIconPath(u"M10.5 0.5 L11.5 -1.5"));
    }

    void smoothCurvesMirrorTheControlPoint() {
        QCOMPARE(*parseIconPath(u"M0 0 C1 2 3 4 5 5 S8 8 9 5"),
                 *parseIconPath(u"M0 0 C1 2 3 4 5 5 C7 6 8 8 9 5"));
        QCOMPARE(*parseIconPath(u"M0 0 Q2 4 4 4 T8 8"), *parseIconPath(u"M0 0 Q2 4 4 4 Q6 4 8 8"));
    }

    // A full circle from two arcs has the area and the box of a circle.
    void arcsFormACircle() {
        const auto circle = parseIconPath(u"M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0 -13");
        QVERIFY(circle);
        const QRectF box = circle->boundingRect();
        QVERIFY(std::abs(box.x() - 4) < 0.01 && std::abs(box.y() - 4) < 0.01);
        QVERIFY(std::abs(box.width() - 13) < 0.02 && std::abs(box.height() - 13) < 0.02);
        for (const QPointF inside : {QPointF(10.5, 10.5), QPointF(5, 10.5), QPointF(15.9, 13)})
            QVERIFY(circle->contains(inside));
        QVERIFY(!circle->contains(QPointF(4.6, 5.5)));
    }

    // Sweep and size of an arc choose one of four: checked by the point half way.
    void arcFlagsChooseTheSide() {
        const auto up = parseIconPath(u"M7 10 A5 5 0 0 1 13 10");
        const auto down = parseIconPath(u"M7 10 A5 5 0 0 0 13 10");
        const auto large = parseIconPath(u"M7 10 A5 5 0 1 1 13 10");
        QVERIFY(std::abs(up->boundingRect().top() - 9) < 0.01);
        QVERIFY(std::abs(down->boundingRect().bottom() - 11) < 0.01);
        QVERIFY(std::abs(large->boundingRect().top() - 1) < 0.01);
    }

    void anArcTooSmallForItsEndsIsStretched() {
        const auto arc = parseIconPath(u"M0 0 A1 1 0 0 1 10 0");
        QVERIFY(arc);
        QVERIFY(std::abs(arc->boundingRect().height() - 5) < 0.01);
    }
};

QTEST_GUILESS_MAIN(TestIconPath)
#include "tst_icon_path.moc"
