#include "reading/page_ranges.h"

#include <QtTest>

using namespace hearth::app;

class TestPageRanges : public QObject {
    Q_OBJECT

private slots:
    void neighboursAreJoined() {
        QCOMPARE(pageRanges({}), QString());
        QCOMPARE(pageRanges({4}), QString("4"));
        QCOMPARE(pageRanges({2, 4}), QString("2, 4"));
        QCOMPARE(pageRanges({1, 2, 3, 5, 8, 9}), QStringLiteral("1–3, 5, 8–9"));
        QCOMPARE(pageRanges({7, 7}), QString("7, 7"));
    }
};

QTEST_APPLESS_MAIN(TestPageRanges)
#include "tst_page_ranges.moc"
