#include "reading/marked_text.h"

#include <QtTest>

using namespace hearth::app;

class TestMarkedText : public QObject {
    Q_OBJECT

private slots:
    void paragraphsHeadingsAndTables() {
        MarkedText text;
        text.add(u" A  head ");
        text.endParagraph(2);
        text.endParagraph();
        text.add(u"Words.");
        text.endParagraph();
        text.beginTable();
        for (const char16_t* cell : {u"a", u"b"}) {
            text.add(cell);
            text.endParagraph(1);
            text.add(u"more");
            text.endParagraph();
            text.endCell();
        }
        text.endRow();
        text.endCell();
        text.endRow();
        text.endTable();
        text.endTable();
        text.add(u"After.");
        text.endParagraph(7);
        QCOMPARE(text.text(), QStringLiteral("## A head\n\nWords.\n\na more | b more\n\nAfter."));
    }

    void aTableInACellIsPartOfIt() {
        MarkedText text;
        text.beginTable();
        text.add(u"a");
        text.beginTable();
        text.add(u"b");
        text.endCell();
        text.endRow();
        text.endTable();
        text.endCell();
        text.add(u"c");
        text.endCell();
        text.endTable();
        QCOMPARE(text.text(), QStringLiteral("ab | c"));
    }
};

QTEST_APPLESS_MAIN(TestMarkedText)
#include "tst_marked_text.moc"
