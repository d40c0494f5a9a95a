#include "look/math_item.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestMathItem : public QObject {
    Q_OBJECT

private slots:
    void hasTheSizeOfItsFormula() {
        MathItem item;
        QVERIFY(!item.isLaidOut());
        item.setSource("x^2");
        QVERIFY(item.isLaidOut());
        const qreal height = item.implicitHeight(), width = item.implicitWidth();
        item.setSource("\\frac{x^2}{y}");
        QVERIFY(item.implicitHeight() > height);
        item.setSource("x^2");
        item.setPixelSize(40);
        QVERIFY(item.implicitWidth() > 1.5 * width);
    }

    void whatIsTooMuchIsLeftToTheText() {
        MathItem item;
        item.setSource("x");
        QSignalSpy changed(&item, &MathItem::laidOutChanged);
        item.setSource(QString("\\frac{1}{").repeated(10000));
        QVERIFY(!item.isLaidOut());
        QCOMPARE(item.implicitWidth(), 0.0);
        item.setSource(QString("x+").repeated(1500));
        QVERIFY(!item.isLaidOut());
        QCOMPARE(changed.count(), 1);
    }
};

QTEST_MAIN(TestMathItem)
#include "tst_math_item.moc"
