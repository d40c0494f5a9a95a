#include "math/delimiter_path.h"

#include <QtTest>

using namespace hearth::app;

class TestDelimiterPath : public QObject {
    Q_OBJECT

private slots:
    void delimitersHaveTheHeightThatIsAskedFor() {
        for (const char16_t c : u"()[]{}|‖⟨⟩⌈⌉⌊⌋/\\") {
            if (c == 0) break;
            for (const qreal height : {20.0, 60.0, 400.0}) {
                const DelimiterShape shape = delimiterShape(QString(QChar(c)), height, 20, 1);
                const QRectF bounds = shape.path.boundingRect();
                QVERIFY2(shape.width > 0 && shape.width < 120, qPrintable(QString(QChar(c))));
                QVERIFY2(qAbs(bounds.height() - height) < 3, qPrintable(QString(QChar(c))));
                QVERIFY(bounds.left() > -1 && bounds.right() < shape.width + 1);
            }
        }
        QCOMPARE(delimiterShape("x", 20, 20, 1).width, 0.0);
        QCOMPARE(delimiterShape("", 20, 20, 1).width, 0.0);
    }

    void theRootReachesOverAll() {
        const DelimiterShape root = rootShape(40, 100, 20, 1);
        const QRectF bounds = root.path.boundingRect();
        QVERIFY(qAbs(bounds.right() - (root.width + 100)) < 1);
        QVERIFY(bounds.top() > -1 && bounds.bottom() < 43);
    }
};

QTEST_GUILESS_MAIN(TestDelimiterPath)
#include "tst_delimiter_path.moc"
