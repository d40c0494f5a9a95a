#include "citations/citation_links.h"

#include <QtTest>

using namespace hearth::app;

class TestCitationLinks : public QObject {
    Q_OBJECT

private slots:
    void numbersBecomeLinks_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const auto link = [](int number) { return QString("<a href=\"passage:%1\">%1</a>").arg(number); };
        QTest::newRow("one") << "Honey [1]."
                             << "Honey [" + link(1) + "].";
        QTest::newRow("two") << "[1][3]"
                             << "[" + link(1) + "][" + link(3) + "]";
        QTest::newRow("list") << "[1, 2,3]"
                              << "[" + link(1) + ", " + link(2) + ", " + link(3) + "]";
        QTest::newRow("there is none") << "[0] [4] [1, 9]"
                                       << "[0] [4] [1, 9]";
        QTest::newRow("code") << "<code>a[1]</code>"
                              << "<code>a[1]</code>";
        QTest::newRow("link") << "<a href=\"https://a\">[1]</a>"
                              << "<a href=\"https://a\">[1]</a>";
        QTest::newRow("nothing") << "a [b] 1"
                                 << "a [b] 1";
    }
    void numbersBecomeLinks() {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(withCitationLinks(text, 3), shown);
        QCOMPARE(withCitationLinks(text, 0), text);
    }
    void addressesLeadToPassages() {
        QCOMPARE(citedNumber("passage:12"), 12);
        QCOMPARE(citedNumber("https://example.org/passage:1"), 0);
        QCOMPARE(citedNumber("passage:x"), 0);
    }
};

QTEST_GUILESS_MAIN(TestCitationLinks)
#include "tst_citation_links.moc"
